extension StandardTypes {
  /// Positions 0 to 136: items and contents, plain text, property names, programs, archives and links.
  static let items: StaticString = #"""
    export public.item
      description item
      wildcard
    export public.data: public.item
      ostype sbFl
      unreported-mime application/octet-stream
      description data
      wildcard
    export public.directory: public.item
      description directory
      wildcard
    export public.content
      description content
    export public.composite-content: public.content
      description content
    export public.named-pipe: public.item
    export public.character-special: public.item
    export public.block-special: public.item
    export public.socket: public.item
    export public.executable
      description executable
    export public.unix-executable: public.data public.executable com.apple.application-icon
      ostype xTol
      description Unix executable
    export com.apple.application: public.executable
      description application
    export public.archive
      description file archive
    export public.bookmark
      ostype bmrk
      description Bookmark
    export public.database
      description database
    export com.apple.csstore: public.data public.database
      extension csstore
    export public.presentation
      description presentation
    export public.spreadsheet
      description Spreadsheet
    export com.apple.icloud: public.item
      ostype sbIC
      description iCloud
      spelling com.apple.iCloud
    export public.3d-content: public.content
      description 3D Content
    export public.alembic: public.3d-content public.data
      extension abc
      description Alembic 3D Scene
    export public.geometry-definition-format: public.3d-content public.text
      extension obj
      mime model/obj
      description Geometry Definition File Format
    export public.standard-tesselated-geometry-format: public.3d-content public.data
      extension stl
      description Standard Tesselated Geometry File Format
    export public.polygon-file-format: public.3d-content public.data
      extension ply
      description Polygon File Format
    export com.pixar.universal-scene-description: public.3d-content public.data
      extension usd
      unreported-extension usda usdc
      description Universal Scene Description
      reference http://openusd.org
    export com.pixar.universal-scene-description-mobile: com.pixar.universal-scene-description
      extension usdz
      mime model/vnd.usdz+zip
      description Universal Scene Description Package
      reference http://openusd.org
    export com.apple.reality: public.data
      extension reality
      mime model/vnd.reality
      description Reality File
    export com.apple.scenekit.scene: public.data public.3d-content
      extension scn scnz
      description SceneKit serialized format
    export com.apple.arobject: public.data
      extension arobject
      description AR Reference Object
    export public.message
      description message
    export public.email-message: public.message
      description email message
    export public.to-do-item
      description to-do item
    export public.calendar-event
      description calendar event
    export com.apple.ical.vcs: public.text public.item public.calendar-event
      extension vcs vcal
      mime text/x-vcalendar
      description VCS File
    export com.apple.ical.ics: public.text public.item public.calendar-event
      extension ics
      mime text/calendar
      description ICS File
    export public.contact
      description contact information
    export public.vcard: public.text public.contact
      extension vcf vcard
      mime text/vcard text/directory text/x-vcard
      ostype vCrd
      pasteboard "Apple VCard pasteboard type"
      description electronic business card
      reference https://tools.ietf.org/html/rfc6350
    export com.apple.shazamsignature: public.data
      extension shazamsignature
      description Shazam Signature Data
    export com.apple.shazamcatalog: public.data
      extension shazamcatalog
      description Shazam Catalog
    export public.text: public.data public.content
      description text
    export public.plain-text: public.text
      extension txt text
      mime text/plain
    export public.utf8-plain-text: public.plain-text
      mime text/plain;charset=utf-8 text/plain;charset="utf-8"
      ostype utf8
      pasteboard NSStringPboardType
    export public.utf16-external-plain-text: public.plain-text
      ostype ut16
    export public.utf16-plain-text: public.plain-text
      mime text/plain;charset=utf-16 text/plain;charset="utf-16"
      ostype utxt
    export com.apple.traditional-mac-plain-text: public.plain-text
      ostype TEXT ttro
    export public.case-insensitive-text: public.text
    export public.log: public.item
      description Log file
    export com.apple.log: public.plain-text public.log
      extension log
    export com.apple.shutdownstall: public.utf8-plain-text public.log
      extension shutdownstall
      description Shutdown Stall
      spelling com.apple.shutdownStall
    export com.apple.gpurestart: public.utf8-plain-text public.log
      extension gpurestart
      description GPU Restart
      spelling com.apple.gpuRestart
    export com.apple.crashreport: public.utf8-plain-text public.log
      extension crash
      description Crash Report
    export com.apple.hangreport: public.utf8-plain-text public.log
      extension hang
      description Hang Report
    export com.apple.spinreport: public.utf8-plain-text public.log
      extension spin
      description Spin Report
    export com.apple.panicreport: public.utf8-plain-text public.log
      extension panic
      description Panic Report
    export com.apple.ktrace: public.data public.log
      extension ktrace
      description Darwin kernel trace file
    export public.filename-extension: public.case-insensitive-text
      description file name extension
    export public.mime-type: public.case-insensitive-text
      description MIME type
    export com.apple.ostype: public.text
      description four-character code
    export com.apple.nspboard-type: public.text
      description NSPasteboard type
    export com.apple.device-model-code: public.text
      description device model code
    export com.apple.pasteboard.promised-file-url
      description Promised file URL
    export com.apple.pasteboard.promised-file-content-type
      description Promised file content type
    export com.apple.cocoa.pasteboard.color: public.data
      pasteboard "NSColor pasteboard type"
      description color
    export com.apple.cocoa.pasteboard.sound: public.data
      pasteboard NSSoundPboardType
      description sound
    export com.apple.cocoa.pasteboard.character-formatting: public.data
      pasteboard "NeXT font pasteboard type"
      description character format
    export com.apple.cocoa.pasteboard.paragraph-formatting: public.data
      pasteboard "NeXT ruler pasteboard type"
      description paragraph format
    export com.apple.cocoa.pasteboard.multiple-text-selection: public.data
      pasteboard "Apple multiple text selection pasteboard type"
      description text selection
    export com.apple.cocoa.pasteboard.find-panel-search-options: public.data
      pasteboard "NSFindPanel search options pasteboard type"
      description search options
    export com.apple.mapkit.map-item: public.data
      description Map Item
    export com.apple.resolvable
      description resolvable
    export public.symlink: public.item com.apple.resolvable
      description symbolic link
    export com.apple.mount-point: public.item com.apple.resolvable
      description mount point
    export com.apple.bookmark: public.data com.apple.resolvable
      description bookmark
    export com.apple.alias-file: public.data com.apple.resolvable
      description alias
    export com.apple.alias-record: public.data com.apple.resolvable
      ostype alis
      description alias data
    export com.apple.icloud-file-fault: public.data
      extension icloud
      description iCloud synchronization file
    export com.apple.finder.clipping: public.data
      ostype clpu
      description clipping
    export com.apple.finder.sound-clipping: com.apple.finder.clipping
      extension sndclipping
      ostype clps
      description Sound Clipping
    export com.apple.finder.textclipping: com.apple.finder.clipping
      extension textclipping
      ostype clpt
      description text clipping
    export com.apple.finder.pictclipping: com.apple.finder.clipping public.image
      extension pictclipping
      ostype clpp
      description picture clipping
    export com.apple.finder.burn-folder: public.folder
      extension fpbf
      ostype bfld sbBF
      description Burn Folder
    export com.apple.iconset: public.folder
      extension iconset
      description Icon Set
    export com.apple.finder.smart-folder: public.data
      extension savedsearch
      ostype sfld sbSF
      description Smart Folder
    export com.apple.finder.recent-items: com.apple.finder.smart-folder
      ostype rcnt sbRc sbAF
      description Recent Items
    export public.object-code: public.data public.executable
      extension o
      description object code
    export com.apple.mach-o-binary: public.unix-executable
      description Mach-O binary
    export com.apple.mach-o-object: com.apple.mach-o-binary
      description Mach-O object
    export com.apple.mach-o-executable: com.apple.mach-o-binary
      description Mach-O executable
    export com.apple.x11-mach-o-executable: com.apple.mach-o-binary
      description X11 application
    export com.apple.mach-o-core: com.apple.mach-o-binary
      description Mach-O core
    export com.apple.mach-o-dylib: com.apple.mach-o-binary
      extension dylib
      description Mach-O dynamic library
    export com.apple.mach-o-bundle: com.apple.mach-o-binary
      description Mach-O bundle
    export com.apple.pef-binary: public.data public.executable
      description PEF binary
    export public.elf-binary: public.data public.executable
      description ELF binary
    export com.microsoft.windows-executable: public.data public.executable
      extension exe
      mime application/x-msdownload
      description Microsoft Windows application
    export com.microsoft.windows-dynamic-link-library: public.data public.executable
      extension dll
      mime application/x-msdownload
      description Microsoft dynamic link library
    export com.sun.java-class: public.data public.executable
      extension class
      description Java class
    export com.sun.java-archive: public.zip-archive public.executable
      extension jar
      mime application/java-archive
      description Java archive
    export com.sun.web-application-archive: com.sun.java-archive
      extension war
      description web application archive
    export com.apple.quartz-composer-composition: public.data public.executable
      extension qtz
      mime application/x-quartzcomposer
      description Quartz Composer composition
    export com.apple.bom-archive: public.archive
      description BOM-compatible archive
    export public.disk-image: public.archive
      description disk image
    export org.gnu.gnu-tar-archive: public.data public.archive
      extension gtar
      mime application/x-gtar
      description GNU tar archive
    export public.tar-archive: org.gnu.gnu-tar-archive
      extension tar
      mime application/x-tar application/tar
      description tar archive
    export org.gnu.gnu-zip-archive: public.data public.archive
      extension gz gzip
      mime application/x-gzip application/gzip
      description GZip archive
    export org.gnu.gnu-zip-tar-archive: org.gnu.gnu-zip-archive
      extension tgz
      description gzip tar archive
    export public.bzip2-archive: public.data public.archive
      extension bz2 bz
      mime application/x-bzip2 application/x-bzip application/bzip2 application/bzip application/x-bz2
      description Bzip2 archive
    export public.tar-bzip2-archive: public.bzip2-archive
      extension tbz2 tbz
      description Bzip2 compressed tar archive
    export com.apple.binhex-archive: public.data public.archive
      extension hqx
      mime application/mac-binhex40 application/mac-binhex application/binhex
      description BinHex archive
    export com.apple.macbinary-archive: public.data public.archive
      extension bin
      mime application/macbinary application/x-macbinary
      description MacBinary archive
    export com.apple.applesingle-archive: public.data public.archive
      extension as
      description AppleSingle archive
    export public.uuencoded-archive: public.data public.archive
      extension uu
      mime text/x-uuencode
      description UUEncoded archive
    export public.z-archive: public.data public.archive
      extension z
      mime application/x-compress
      description Z archive
    export com.apple.bom-compressed-cpio: public.data com.apple.bom-archive
      extension cpgz
      description BOM-generated compressed CPIO archive
    export public.cpio-archive: public.data public.archive
      extension cpio pax
      description CPIO archive
    export com.pkware.zip-archive: public.data public.archive
      description PKZip archive
    export public.zip-archive: com.pkware.zip-archive
      extension zip
      mime application/zip application/x-zip-compressed
      description Zip archive
    export com.apple.xar-archive: public.data public.archive
      extension xar
      description XAR Archive
    export com.apple.xip-archive: com.apple.xar-archive
      extension xip
      description XIP Secure Archive
    export com.apple.installer-package-archive: public.data public.archive
      extension pkg mpkg
      description Installer package archive
    export com.apple.archive: public.data public.archive
      extension aar yaa
      description Apple Archive
    export com.apple.encrypted-archive: public.data public.archive
      extension aea
      description Apple Encrypted Archive
    export public.url: public.data
      ostype "url " gurl
      description URL
    export public.file-url: public.url
      ostype furl
      description file URL
    export public.url-name: public.data
      ostype urln
      description URL name
    export public.stored-url
    export com.apple.internet-location: public.stored-url public.data
      description internet location
    export com.apple.web-internet-location: com.apple.internet-location
      extension webloc
      ostype ilht
      description web internet location
    export com.apple.vnc-internet-location: com.apple.internet-location
      extension vncloc
      ostype ilvn
      description VNC Internet Location
    export com.apple.mail-internet-location: com.apple.internet-location
      extension mailloc
      ostype ilma
      description mail internet location
    export com.apple.afp-internet-location: com.apple.internet-location
      extension afploc
      ostype ilaf
      description AFP internet location
    export com.apple.file-internet-location: com.apple.internet-location
      extension fileloc
      ostype ilfi
      description file internet location
    export com.apple.ftp-internet-location: com.apple.internet-location
      extension ftploc
      ostype ilft
      description FTP internet location
    export com.apple.news-internet-location: com.apple.internet-location
      extension newsloc
      ostype ilnw
      description news internet location
    export com.apple.generic-internet-location: com.apple.internet-location
      extension inetloc
      ostype ilge
      description internet location
    export com.microsoft.internet-shortcut: public.stored-url public.data
      extension url
      description Windows Internet shortcut
    export com.apple.itunes.store-url: public.url
      extension itms
      description iTunes store URL
    """#
}
