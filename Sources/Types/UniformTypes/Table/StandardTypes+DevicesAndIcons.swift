extension StandardTypes {
  /// Positions 382 to 482: devices, storage, categories of applications, structured text.
  static let devicesAndCategories: StaticString = #"""
    export public.device
      description Device
    export public.display
      ostype sbDp
      description Display
    export public.speaker
      description Speaker
    export public.computer: public.device
      description Computer
    export com.apple.device: public.device
      description Apple device
    export com.apple.ios-device: com.apple.device
      description iOS device
    export com.apple.homepod: com.apple.ios-device public.speaker
      description HomePod
    export com.apple.ios-simulator: com.apple.ios-device
      description iOS Simulator
    export com.apple.legacy-ipod: com.apple.device
      description iPod
    export com.apple.ipod-shuffle: com.apple.legacy-ipod
      description iPod Shuffle
    export com.apple.ipod-shuffle-gen1: com.apple.ipod-shuffle
      description iPod Shuffle
    export com.apple.ipod-shuffle-gen2: com.apple.ipod-shuffle
      description iPod Shuffle (2th generation)
    export com.apple.ipod-shuffle-gen3: com.apple.ipod-shuffle
      description iPod Shuffle (3th generation)
    export com.apple.ipod-shuffle-gen4: com.apple.ipod-shuffle
      description iPod Shuffle (4th generation)
    export com.apple.ipod-nano: com.apple.legacy-ipod
      description iPod Nano
    export com.apple.ipod-mini: com.apple.legacy-ipod
      description iPod Nano
    export com.apple.ipod-classic: com.apple.legacy-ipod
      description iPod Classic
    export com.apple.cinema-display: public.display
      description Cinema Display
    export com.apple.led-cinema-display-24: public.display
      description LED Cinema Display
    export com.apple.led-cinema-display-27: public.display
      description LED Cinema Display
    export com.apple.pro-display-xdr: public.display
      description Pro Display XDR
    export public.storage
      description Storage
    export com.apple.storage-external: public.storage
      ostype rmov edsk sbAD sbED sbSD
      description External Disk
    export com.apple.generic-time-machine-disk: public.storage
      ostype gtmi sbTM
      description Generic Time Machine Disk
    export com.apple.storage-netboot: public.storage
      ostype netB
      description NetBootVolume
    export com.apple.file-server: public.storage
      ostype srvr
      description File Server
    export com.apple.storage-internal: public.storage
      ostype hdsk sbIn
      description Internal Disk
    export com.apple.storage-removable: public.storage
      ostype flpy sbRm
      description Removable Disk
    export com.apple.file-vault
      ostype fVlt
      description File Vault
    export com.apple.generic-airdisk: public.storage
      ostype aird
      description Generic AirDisk
    export public.optical-storage-media: public.storage
      ostype sbOD sbCD
      description optical storage media
    export public.cd-based-media: public.optical-storage-media
      description CD
    export public.cd-media: public.cd-based-media
      ostype cddr
      description CD
    export public.cd-r-media: public.cd-based-media
      ostype cshm
      description CD-R
    export public.cd-rw-media: public.cd-based-media
      description CD-RW
    export public.dvd-based-media: public.optical-storage-media
      description DVD
    export public.dvd-media: public.dvd-based-media
      ostype "dvd "
      description DVD
    export public.dvd-r-media: public.dvd-based-media
      ostype dvdr
      description DVD-R
    export public.dvd-rw-media: public.dvd-based-media
      ostype dvdw
      description DVD-RW
    export public.dvd-ram-media: public.dvd-based-media
      ostype nyrc
      description DVD-RAM
    export public.dvd-plus-r-media: public.dvd-based-media
      description DVD+R
    export public.dvd-plus-rw-media: public.dvd-based-media
      description DVD+RW
    export public.hd-dvd-based-media: public.optical-storage-media
      description HD DVD
    export public.hd-dvd-media: public.hd-dvd-based-media
      description HD DVD
    export public.hd-dvd-r-media: public.hd-dvd-based-media
      description HD DVD-R
    export public.hd-dvd-rw-media: public.hd-dvd-based-media
      description HD DVD-RW
    export public.hd-dvd-ram-media: public.hd-dvd-based-media
      description HD DVD-RAM
    export public.app-category
      description Application
    export public.app-category.business: public.app-category
      description Business
    export public.app-category.developer-tools: public.app-category
      description Developer Tools
    export public.app-category.education: public.app-category
      description Education
    export public.app-category.entertainment: public.app-category
      description Entertainment
    export public.app-category.finance: public.app-category
      description Finance
    export public.app-category.games: public.app-category
      description Games
    export public.app-category.action-games: public.app-category.games
      description Action Games
    export public.app-category.adventure-games: public.app-category.games
      description Adventure Games
    export public.app-category.arcade-games: public.app-category.games
      description Arcade Games
    export public.app-category.board-games: public.app-category.games
      description Board Games
    export public.app-category.card-games: public.app-category.games
      description Card Games
    export public.app-category.casino-games: public.app-category.games
      description Casino Games
    export public.app-category.dice-games: public.app-category.games
      description Dice Games
    export public.app-category.educational-games: public.app-category.games
      description Educational Games
    export public.app-category.family-games: public.app-category.games
      description Family Games
    export public.app-category.kids-games: public.app-category.games
      description Kids Games
    export public.app-category.music-games: public.app-category.games
      description Music Games
    export public.app-category.puzzle-games: public.app-category.games
      description Puzzle Games
    export public.app-category.racing-games: public.app-category.games
      description Racing Games
    export public.app-category.role-playing-games: public.app-category.games
      description Role Playing Games
    export public.app-category.simulation-games: public.app-category.games
      description Simulation Games
    export public.app-category.sports-games: public.app-category.games
      description Sports Games
    export public.app-category.strategy-games: public.app-category.games
      description Strategy Games
    export public.app-category.trivia-games: public.app-category.games
      description Trivia Games
    export public.app-category.word-games: public.app-category.games
      description Word Games
    export public.app-category.graphics-design: public.app-category
      description Graphics n Design
    export public.app-category.healthcare-fitness: public.app-category
      description Healthcare n Fitness
    export public.app-category.lifestyle: public.app-category
      description Lifestyle
    export public.app-category.medical: public.app-category
      description Medical
    export public.app-category.music: public.app-category
      description Music
    export public.app-category.news: public.app-category
      description News
    export public.app-category.photography: public.app-category
      description Photography
    export public.app-category.productivity: public.app-category
      description Productivity
    export public.app-category.reference: public.app-category
      description Reference
    export public.app-category.social-networking: public.app-category
      description Social Networking
    export public.app-category.sports: public.app-category
      description Sports
    export public.app-category.travel: public.app-category
      description Travel
    export public.app-category.utilities: public.app-category
      description Utilities
    export public.app-category.video: public.app-category
      description Video
    export public.app-category.weather: public.app-category
      description Weather
    export public.app-category.bookmarks: public.app-category
      description Bookmarks
    export public.app-category.books: public.app-category
      description Books
    export public.app-category.navigation: public.app-category
      description Navigation
    export public.app-category.photography-and-video: public.app-category.photography public.app-category.video
      description Photo & Video
    export public.app-category.food-and-drink: public.app-category
      description Food & Drink
    export public.app-category.shopping: public.app-category
      description Shopping
    export public.app-category.magazines-and-newspapers: public.app-category
      description Magazines & Newspapers
    export com.apple.structured-text: public.plain-text
      description Structured Text
    export com.apple.structured-text.date: com.apple.structured-text
      description Date (Structured Text)
    export com.apple.structured-text.address: com.apple.structured-text
      description Address (Structured Text)
    export com.apple.structured-text.telephone-number: com.apple.structured-text
      description Telephone Number (Structured Text)
    export com.apple.structured-text.transit-information: com.apple.structured-text
      description Transit Information (Structured Text)
    export com.apple.active-webpage
      description Active Web Page
    """#

  /// Positions 620 to 688: decorations and names of icons.
  static let icons: StaticString = #"""
    import com.apple.icon-decoration
      description Icon Decoration
      wildcard
    import com.apple.icon-decoration-position
      description Icon Decoration Position
      wildcard
    import com.apple.icon-decoration-position.center: com.apple.icon-decoration-position
      description Icon Decoration Position Center
    import com.apple.icon-decoration-position.leading-bottom: com.apple.icon-decoration-position
      description Icon Decoration Position Leading Bottom
    import com.apple.icon-decoration-position.trailing-bottom: com.apple.icon-decoration-position
      description Icon Decoration Position Trailing Bottom
    import com.apple.icon-decoration-position.overlay: com.apple.icon-decoration-position
      description Icon Decoration Position Overlay
    import com.apple.icon-decoration.badge: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration
      description Icon Decoration Badge
    import com.apple.icon-decoration.emboss: com.apple.icon-decoration-position.center com.apple.icon-decoration
      description Icon Decoration Emboss
    import com.apple.icon-decoration.system: com.apple.icon-decoration
      description Icon Decoration System
    import com.apple.icon-decoration.system.unsupported: com.apple.icon-decoration.system
      description Icon Decoration Unsupported
    import com.apple.icon-decoration.system.caution-alert: com.apple.icon-decoration.system
      description Icon Decoration Alert Caution
    import com.apple.icon-decoration.system.alias: com.apple.icon-decoration.system
      description Icon Decoration Alias
    import com.apple.icon-decoration.system.new-folder: com.apple.icon-decoration.system
      description Icon Decoration New Folder
    import com.apple.icon-decoration.badge.locked: com.apple.icon-decoration-position.leading-bottom com.apple.icon-decoration.system
      description Icon Decoration Locked Badge
    import com.apple.icon-decoration.badge.checkmark: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Checkmark Badge
    import com.apple.icon-decoration.badge.comments: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Comments Badge
    import com.apple.icon-decoration.badge.drop-folder: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Drop Folder Badge
    import com.apple.icon-decoration.badge.heart: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Heart Badge
    import com.apple.icon-decoration.badge.in-review: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration In Review Badge
    import com.apple.icon-decoration.badge.locked-by-collaborator: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Locked By Collaborator Badge
    import com.apple.icon-decoration.badge.locked-by-user: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Locked By User Badge
    import com.apple.icon-decoration.badge.pinned: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Pinned Badge
    import com.apple.icon-decoration.badge.private-folder: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Private Folder Badge
    import com.apple.icon-decoration.badge.syncing: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Syncing Badge
    import com.apple.icon-decoration.badge.trending: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Trending Badge
    import com.apple.icon-decoration.badge.warning: com.apple.icon-decoration-position.trailing-bottom com.apple.icon-decoration.badge
      description Icon Decoration Warning Badge
    import com.apple.document-type: public.item
      description Document Type
      wildcard
    import com.apple.document-type.dictionary: com.apple.document-type
      ostype dict
      description Dictionary
    import com.apple.accounts-icon: com.apple.document-type
      ostype acct
      description Accounts Icon
    import com.apple.legacy.actions-icon: com.apple.document-type
      ostype acts
      description Actions Icon
    import com.apple.everyone-icon: com.apple.document-type
      ostype evry
      description Everyone Icon
    import com.apple.legacy.general-icon: com.apple.document-type
      ostype gnrl
      description General Icon
    import com.apple.legacy.sidebar-prefs-icon: com.apple.document-type
      ostype sdbp
      description Sidebar Prefs Icon
    import com.apple.legacy.toolbar-advanced-icon: com.apple.document-type
      ostype tbav
      description Toolbar Advanced Icon
    import com.apple.legacy.toolbar-info-icon: com.apple.document-type
      ostype tbin
      description Toolbar Info Icon
    import com.apple.legacy.toolbar-labels-icon: com.apple.document-type
      ostype tblb
      description Toolbar Labels Icon
    import com.apple.legacy.clock-icon: com.apple.document-type
      ostype clck
      description Clock Icon
    import com.apple.legacy.synchronize: com.apple.document-type
      ostype sync
      description Synchronize
    import com.apple.icon-overlay.new-folder-badge: com.apple.document-type
      ostype nfbg
      description New Folder Badge
    import com.apple.legacy.finder-icon: com.apple.document-type
      ostype scsh scmp ramd dsrv FNDR capl mntd shfl ownd prnt strt shdf amnu ctrl prfƒ font appr intƒ scrƒ ƒloc asup ƒhlp sapl asnd dsnd mbdg scrp shrt ftps htps isrv atzn afps atlk nfld writ shrw shro shna shuk nfil susr edtf pref ƒscr ƒnet ƒtex ƒprd ppdf ctrD extD strD shdD macD astƒ cmnu rapp rdoc rsrv psys papp shlb Shlb sbdg dali rofl
      description Finder
    import com.apple.unknown-object: com.apple.document-type
      ostype unfs
      description Unknown Object
    import com.apple.not-loaded: com.apple.document-type
      ostype nldd
      description Not Loaded
    import com.apple.legacy.window: com.apple.document-type
      ostype gwin
      description Window
    import com.apple.legacy.question-mark: com.apple.document-type
      ostype ques
      description Question Mark
    import com.apple.legacy.eject-media: com.apple.document-type
      ostype ejec
      description Eject Media
    import com.apple.legacy.burn: com.apple.document-type
      ostype burn
      description Burn
    import com.apple.legacy.customize-toolbar: com.apple.document-type
      ostype tcus
      description Customize Toolbar
    import com.apple.legacy.delete-toolbar: com.apple.document-type
      ostype tdel
      description Delete Toolbar
    import com.apple.legacy.right-container-arrow: com.apple.document-type
      ostype rcar
      description Right Container Arrow
    import com.apple.icon-overlay.drop-folder-badge: com.apple.document-type
      ostype drfb
      description Drop Folder Badge
    import com.apple.icon-overlay.private-folder-badge: com.apple.document-type
      ostype prfb
      description Private Folder Badge
    import com.apple.icon-overlay.private-folder: com.apple.document-type
      ostype prvf
      description Private Folder
    import com.apple.legacy.open-folder: com.apple.document-type
      ostype ofld
      description Open Folder
    import com.apple.legacy.favorite-items: com.apple.document-type
      ostype favs
      description Favorite Items
    import com.apple.legacy.locked: com.apple.document-type
      ostype lock
      description Locked
    import com.apple.legacy.unlocked: com.apple.document-type
      ostype ulck
      description Unlocked
    import com.apple.legacy.no-write: com.apple.document-type
      ostype nwrt
      description No Write
    import com.apple.legacy.keep-arranged: com.apple.document-type
      ostype arng
      description Keep Arranged
    import com.apple.legacy.grid: com.apple.document-type
      ostype grid
      description Grid
    import com.apple.legacy.connect-to: com.apple.document-type
      ostype cnct
      description Connect To
    import com.apple.legacy.backward-arrow: com.apple.document-type
      ostype baro sbar
      description Backward Arrow
    import com.apple.legacy.forward-arrow: com.apple.document-type
      ostype faro sfar
      description Forward Arrow
    import com.apple.icon-overlay.locked-badge: com.apple.document-type
      ostype lbdg
      description Locked Badge
    import com.apple.icon-overlay.alias-badge: com.apple.document-type
      ostype abdg
      description Alias Badge
    import com.apple.icon-overlay.alert-caution-badge: com.apple.document-type
      ostype cbdg
      description Alert Caution Badge
    import com.apple.icon-overlay.unsupported-badge: com.apple.document-type
      ostype ubdg
      description Unsupported Badge
    import com.apple.legacy.magnifying-glass: com.apple.document-type
      ostype glas
      description Magnifying Glass
    import com.apple.legacy.erasing: com.apple.document-type
      ostype eras
      description Erasing
    import com.apple.legacy.multiple-items: com.apple.document-type
      ostype mitm
      description Multiple Items
    """#

  /// Positions 689 to 758: camera raw images, then later types and types that applications declare.
  static let camerasAndLater: StaticString = #"""
    import com.adobe.raw-image: public.camera-raw-image
      extension dng
      mime image/x-adobe-dng
      description Adobe raw image
    import com.dxo.raw-image: public.camera-raw-image
      extension dxo
      mime image/x-dxo-dxo
      description DxO raw image
    import com.canon.crw-raw-image: public.camera-raw-image
      extension crw
      mime image/x-canon-crw
      description Canon CRW raw image
    import com.canon.cr2-raw-image: public.camera-raw-image
      extension cr2
      unreported-mime image/x-canon-cr2
      description Canon CR2 raw image
    import com.canon.cr3-raw-image: public.camera-raw-image
      extension cr3
      unreported-mime image/x-canon-cr3
      description Canon CR3 raw image
    import com.canon.tif-raw-image: public.camera-raw-image
      description Canon TIF raw image
    import com.epson.raw-image: public.camera-raw-image
      extension erf
      mime image/x-epson-erf
      description Epson raw image
    import com.fuji.raw-image: public.camera-raw-image
      extension raf
      unreported-mime image/x-fuji-raf
      description Fuji raw image
    import com.hasselblad.fff-raw-image: public.camera-raw-image
      extension fff
      description Hasselblad FFF raw image
    import com.hasselblad.3fr-raw-image: public.camera-raw-image
      extension 3fr
      description Hasselblad 3FR raw image
    import com.kodak.raw-image: public.camera-raw-image
      extension dcr
      unreported-mime image/x-kodak-dcr
      description Kodak raw image
    import com.konicaminolta.raw-image: public.camera-raw-image
      extension mrw
      unreported-mime image/x-minolta-mrw
      description Minolta raw image
    import com.leafamerica.raw-image: public.camera-raw-image
      extension mos
      description Leaf raw image
    import com.leica.pwl-raw-image: public.camera-raw-image
      extension pwl
      mime image/x-leica-pwl
      description Leica PWL raw image
    import com.nikon.raw-image: public.camera-raw-image
      extension nef
      unreported-mime image/x-nikon-nef
      description Nikon raw image
    import com.nikon.nrw-raw-image: public.camera-raw-image
      extension nrw
      mime image/x-nikon-nrw
      description Nikon NRW raw image
    import com.olympus.raw-image: public.camera-raw-image
      extension orf
      unreported-mime image/x-olympus-orf
      description Olympus raw image
    import com.panasonic.raw-image: public.camera-raw-image
      extension raw
      mime image/x-panasonic-raw
      description Panasonic raw image
    import com.panasonic.rw2-raw-image: public.camera-raw-image
      extension rw2
      unreported-mime image/x-panasonic-rw2 image/x-panasonic-raw2
      description Panasonic raw 2 image
    import com.leica.raw-image: public.camera-raw-image
      extension raw
      description Leica raw image
    import com.samsung.raw-image: public.camera-raw-image
      extension srw
      unreported-mime image/x-samsung-srw
      description Samsung raw image
    import com.leica.rwl-raw-image: public.camera-raw-image
      extension rwl
      description Leica raw image
    import com.pentax.raw-image: public.camera-raw-image
      extension pef
      unreported-mime image/x-pentax-pef
      description Pentax raw image
    import com.sony.raw-image: public.camera-raw-image
      extension srf
      unreported-mime image/x-sony-srf
      description Sony raw image
    import com.sony.arw-raw-image: public.camera-raw-image
      extension arw
      unreported-mime image/x-sony-arw
      description Sony ARW raw image
    import com.sony.sr2-raw-image: public.camera-raw-image
      extension sr2
      mime image/x-sony-sr2
      description Sony SR2 raw image
    import com.olympus.sr-raw-image: com.olympus.raw-image
      extension orf
      mime image/x-olympus-sr
      description Olympus SR raw image
    import com.olympus.or-raw-image: com.olympus.raw-image
      extension orf
      mime image/x-olympus-or
      description Olympus OR raw image
    import com.phaseone.raw-image: public.camera-raw-image
      extension iiq
      description Phase One raw image
    export com.apple.ilifemediabrowser.plugin: com.apple.plugin
      extension ilmbplugin
      description iLifeMediaBrowser plug-In
      spelling com.apple.iLifeMediaBrowser.plugin
    export public.geojson: public.json
      extension geojson
      mime application/geo+json
      unreported-mime application/vnd.geo+json
      description GeoJSON
    export public.jpeg-xl: public.image
      extension jxl
      mime image/jxl
      description JPEG XL
    export com.apple.linkpresentation.metadata: public.data
      description Link Presentation URL Metadata
    export net.daringfireball.markdown: public.utf8-plain-text
      name Markdown
      extension md markdown
      unreported-extension mdown mkd mkdn mdwn mdtxt mdtext
      mime text/markdown
      unreported-mime text/x-markdown
      description Markdown text file
    import org.xiph.ogg-audio: public.audio
      extension ogg oga opus
      mime audio/ogg
      unreported-mime audio/x-ogg
      description Ogg Audio
    import org.matroska.mkv: public.movie
      extension mkv
      unreported-mime video/x-matroska video/matroska
      description Matroska Video File
    import com.rarlab.rar-archive: public.archive public.data
      extension rar
      mime application/x-rar application/x-rar-compressed
      unreported-mime application/vnd.rar application/rar
      description RAR Archive
    import com.apple.disk-image-udif: com.apple.disk-image
      extension dmg udif img
      mime application/x-apple-diskimage
      description Disk Image
    import public.iso-image: com.apple.disk-image
      extension iso
      unreported-extension isoimg
      unreported-mime application/x-iso9660-image application/x-cd-image application/x-iso
      description ISO Disk Image
    import org.kotlinlang.source: public.source-code
      extension kt kts
      unreported-mime text/x-kotlin
      description Kotlin script
      reference https://kotlinlang.org
    import org.golang.go-script: public.source-code
      extension go
      unreported-mime text/x-go
      description Go script
      reference https://go.dev
    import org.rust-lang.rust-script: public.source-code
      extension rs rc
      unreported-mime text/rust text/x-rust
      description Rust script
      reference https://www.rust-lang.org
    import org.iso.sql: public.source-code
      extension sql
      unreported-mime application/sql text/x-sql application/x-sql
      description SQL Source
    import com.apple.xcode.strings-text: public.text
      extension strings
      description Localizable Strings
    import com.apple.xcode.strings-dictionary: com.apple.property-list
      extension stringsdict
      description Localizable Strings Dictionary
    import com.apple.xcode.entitlements-property-list: com.apple.xml-property-list
      extension entitlements
      description Entitlements
    import com.apple.interfacebuilder.document.cocoa: public.xml
      extension xib
      description Interface Builder XML
    import com.apple.dt.interfacebuilder.document.storyboard: public.xml
      extension storyboard
      description Interface Builder Storyboard
    import com.apple.mail.email: public.data public.email-message
      extension eml
      mime message/rfc822
      unreported-mime message/global
      description Email Message
    import org.khronos.ktx: public.image
      extension ktx
      unreported-mime image/ktx
      description KTX textures
    import com.apple.itunes.ipa: public.data public.executable
      extension ipa
      description iOS Package Archive
    import com.apple.application-icon
      description Application Icon
    import com.apple.disk-image: public.data public.disk-image
      description Disk Image
    import org.tug.tex: public.plain-text
      extension tex sty cls
      unreported-extension latex ltx dtx ins
      unreported-mime text/x-tex application/x-tex application/x-latex application/x-texinfo-source
      description TeX document
    import public.toml: public.plain-text
      name TOML
      extension toml
      mime application/toml
      unreported-mime text/x-toml
      description TOML document
      reference https://github.com/toml-lang/toml
    import com.microsoft.c-sharp: public.source-code
      extension cs
      unreported-extension csx cake
      unreported-mime text/x-csharp
      description C# source
    import com.microsoft.ini: public.plain-text
      extension ini
      unreported-mime application/x-wine-extension-ini text/x-ini
      description INI
    import com.textpattern.textile: public.source-code
      extension textile
      unreported-mime text/x-textile
      description Textile document
    import dev.dart.dart-script: public.source-code
      extension dart
      unreported-mime text/x-dart application/dart
      description Dart script
      reference https://dart.dev
    import org.dlang.d-source: public.source-code
      extension d
      unreported-extension di
      unreported-mime text/x-dsrc text/x-d
      description D source
      reference https://dlang.org
    import org.haskell.haskell-script: public.source-code
      extension hs lhs
      unreported-mime text/x-haskell
      description Haskell script
      reference https://www.haskell.org
    import org.julia.julia-script: public.source-code
      extension jl
      unreported-mime text/x-julia
      description Julia script
      reference https://julialang.org
    import org.lua.lua-source: public.source-code
      extension lua
      unreported-mime text/x-lua application/x-lua
      description Lua script
      reference https://www.lua.org
    import org.python.restructuredtext: public.text
      extension rest rst
      unreported-mime text/x-rst text/prs.fallenstein.rst
      description reStructured Text document
      reference https://docutils.sourceforge.io/rst.html
    import org.scala-lang.scala-source: public.source-code
      extension scala
      unreported-extension sc
      unreported-mime text/x-scala
      description Scala source
      reference https://www.scala-lang.org
    import org.tug.bibtex.bib: public.plain-text
      extension bib
      unreported-extension bibtex
      unreported-mime text/x-bibtex application/x-bibtex
      description BibTeX bibliography
      reference http://bibtex.tug.org
    export public.avif: public.heif-standard
      name AVIF picture
      extension avif
      mime image/avif
      description AVIF image
    import org.khronos.gltf: public.3d-content public.data
      extension gltf
      mime model/gltf+json
      description glTF model
    import org.khronos.glb: public.3d-content public.data
      extension glb
      mime model/gltf-binary
      description Binary glTF model
    import com.microsoft.typescript: public.script
      extension ts tsx
      unreported-mime text/x-typescript application/x-typescript application/typescript text/typescript
      description TypeScript source
    """#
}
