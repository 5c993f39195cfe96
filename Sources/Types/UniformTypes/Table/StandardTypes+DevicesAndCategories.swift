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
}
