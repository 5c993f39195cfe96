/// The types with a constant, in the order of the standard table.
///
/// A constant stores its position in the table, so that queries need no look-up by identifier. A test
/// checks the positions.
extension UTType {
  /// Anything that a file system can contain (`public.item`).
  public static var item: UTType { UTType("public.item", at: 0) }

  /// A stream of bytes: files as opposed to folders (`public.data`).
  public static var data: UTType { UTType("public.data", at: 1) }

  /// A folder, or anything that is stored as a folder (`public.directory`).
  public static var directory: UTType { UTType("public.directory", at: 2) }

  /// Anything that people create or read: the root of the functional hierarchy (`public.content`).
  public static var content: UTType { UTType("public.content", at: 3) }

  /// Content that mixes text, pictures and more (`public.composite-content`).
  public static var compositeContent: UTType { UTType("public.composite-content", at: 4) }

  /// Executable (`public.executable`).
  public static var executable: UTType { UTType("public.executable", at: 9) }

  /// Unix executable (`public.unix-executable`).
  public static var unixExecutable: UTType { UTType("public.unix-executable", at: 10) }

  /// Application (`com.apple.application`).
  public static var application: UTType { UTType("com.apple.application", at: 11) }

  /// File archive (`public.archive`).
  public static var archive: UTType { UTType("public.archive", at: 12) }

  /// Bookmark of any kind (`public.bookmark`).
  public static var bookmark: UTType { UTType("public.bookmark", at: 13) }

  /// Database (`public.database`).
  public static var database: UTType { UTType("public.database", at: 14) }

  /// Presentation (`public.presentation`).
  public static var presentation: UTType { UTType("public.presentation", at: 16) }

  /// Spreadsheet (`public.spreadsheet`).
  public static var spreadsheet: UTType { UTType("public.spreadsheet", at: 17) }

  /// 3D Content (`public.3d-content`).
  public static var threeDContent: UTType { UTType("public.3d-content", at: 19) }

  /// Universal Scene Description (`com.pixar.universal-scene-description`).
  public static var usd: UTType { UTType("com.pixar.universal-scene-description", at: 24) }

  /// Universal Scene Description Package (`com.pixar.universal-scene-description-mobile`).
  public static var usdz: UTType { UTType("com.pixar.universal-scene-description-mobile", at: 25) }

  /// Reality File (`com.apple.reality`).
  public static var realityFile: UTType { UTType("com.apple.reality", at: 26) }

  /// SceneKit serialized format (`com.apple.scenekit.scene`).
  public static var sceneKitScene: UTType { UTType("com.apple.scenekit.scene", at: 27) }

  /// AR Reference Object (`com.apple.arobject`).
  public static var arReferenceObject: UTType { UTType("com.apple.arobject", at: 28) }

  /// Message (`public.message`).
  public static var message: UTType { UTType("public.message", at: 29) }

  /// Email message (`public.email-message`).
  public static var emailMessage: UTType { UTType("public.email-message", at: 30) }

  /// To-do item (`public.to-do-item`).
  public static var toDoItem: UTType { UTType("public.to-do-item", at: 31) }

  /// Calendar event (`public.calendar-event`).
  public static var calendarEvent: UTType { UTType("public.calendar-event", at: 32) }

  /// Contact information (`public.contact`).
  public static var contact: UTType { UTType("public.contact", at: 35) }

  /// Electronic business card (`public.vcard`).
  public static var vCard: UTType { UTType("public.vcard", at: 36) }

  /// Text (`public.text`).
  public static var text: UTType { UTType("public.text", at: 39) }

  /// Text without formatting, in any encoding (`public.plain-text`).
  public static var plainText: UTType { UTType("public.plain-text", at: 40) }

  /// Text in UTF-8 without formatting (`public.utf8-plain-text`).
  public static var utf8PlainText: UTType { UTType("public.utf8-plain-text", at: 41) }

  /// Text without formatting, in UTF-16 with a byte order mark or in big-endian byte order
  /// (`public.utf16-external-plain-text`).
  public static var utf16ExternalPlainText: UTType {
    UTType("public.utf16-external-plain-text", at: 42)
  }

  /// Text without formatting, in UTF-16 in the byte order of the machine (`public.utf16-plain-text`).
  public static var utf16PlainText: UTType { UTType("public.utf16-plain-text", at: 43) }

  /// Log file (`public.log`).
  public static var log: UTType { UTType("public.log", at: 46) }

  /// An item that refers to another item: a link, an alias (`com.apple.resolvable`).
  public static var resolvable: UTType { UTType("com.apple.resolvable", at: 69) }

  /// Symbolic link (`public.symlink`).
  public static var symbolicLink: UTType { UTType("public.symlink", at: 70) }

  /// Mount point (`com.apple.mount-point`).
  public static var mountPoint: UTType { UTType("com.apple.mount-point", at: 71) }

  /// Bookmark of a file or folder as data (`com.apple.bookmark`).
  public static var urlBookmarkData: UTType { UTType("com.apple.bookmark", at: 72) }

  /// Alias (`com.apple.alias-file`).
  public static var aliasFile: UTType { UTType("com.apple.alias-file", at: 73) }

  /// Microsoft Windows application (`com.microsoft.windows-executable`).
  public static var exe: UTType { UTType("com.microsoft.windows-executable", at: 94) }

  /// Disk image (`public.disk-image`).
  public static var diskImage: UTType { UTType("public.disk-image", at: 101) }

  /// Tar archive (`public.tar-archive`).
  public static var tarArchive: UTType { UTType("public.tar-archive", at: 103) }

  /// GZip archive (`org.gnu.gnu-zip-archive`).
  public static var gzip: UTType { UTType("org.gnu.gnu-zip-archive", at: 104) }

  /// Bzip2 archive (`public.bzip2-archive`).
  public static var bz2: UTType { UTType("public.bzip2-archive", at: 106) }

  /// Zip archive (`public.zip-archive`).
  public static var zip: UTType { UTType("public.zip-archive", at: 116) }

  /// Apple Archive (`com.apple.archive`).
  public static var appleArchive: UTType { UTType("com.apple.archive", at: 120) }

  /// Uniform resource locator (`public.url`).
  public static var url: UTType { UTType("public.url", at: 122) }

  /// Uniform resource locator of a file (`public.file-url`).
  public static var fileURL: UTType { UTType("public.file-url", at: 123) }

  /// Internet location (`com.apple.internet-location`).
  public static var internetLocation: UTType { UTType("com.apple.internet-location", at: 126) }

  /// Windows Internet shortcut (`com.microsoft.internet-shortcut`).
  public static var internetShortcut: UTType { UTType("com.microsoft.internet-shortcut", at: 135) }

  /// Delimited text values (`public.delimited-values-text`).
  public static var delimitedText: UTType { UTType("public.delimited-values-text", at: 137) }

  /// Comma-separated values (`public.comma-separated-values-text`).
  public static var commaSeparatedText: UTType {
    UTType("public.comma-separated-values-text", at: 138)
  }

  /// Tab-separated values (`public.tab-separated-values-text`).
  public static var tabSeparatedText: UTType {
    UTType("public.tab-separated-values-text", at: 139)
  }

  /// Tab-separated values in UTF-8 (`public.utf8-tab-separated-values-text`).
  public static var utf8TabSeparatedText: UTType {
    UTType("public.utf8-tab-separated-values-text", at: 140)
  }

  /// Rich text (RTF) (`public.rtf`).
  public static var rtf: UTType { UTType("public.rtf", at: 141) }

  /// HTML text (`public.html`).
  public static var html: UTType { UTType("public.html", at: 142) }

  /// XML text (`public.xml`).
  public static var xml: UTType { UTType("public.xml", at: 143) }

  /// CSS (`public.css`).
  public static var css: UTType { UTType("public.css", at: 147) }

  /// JSON (`public.json`).
  public static var json: UTType { UTType("public.json", at: 149) }

  /// YAML (`public.yaml`).
  public static var yaml: UTType { UTType("public.yaml", at: 151) }

  /// Property list (`com.apple.property-list`).
  public static var propertyList: UTType { UTType("com.apple.property-list", at: 155) }

  /// XML property list (`com.apple.xml-property-list`).
  public static var xmlPropertyList: UTType { UTType("com.apple.xml-property-list", at: 156) }

  /// Binary property list (`com.apple.binary-property-list`).
  public static var binaryPropertyList: UTType {
    UTType("com.apple.binary-property-list", at: 157)
  }

  /// Source code (`public.source-code`).
  public static var sourceCode: UTType { UTType("public.source-code", at: 159) }

  /// C source code (`public.c-source`).
  public static var cSource: UTType { UTType("public.c-source", at: 161) }

  /// Objective-C source code (`public.objective-c-source`).
  public static var objectiveCSource: UTType { UTType("public.objective-c-source", at: 164) }

  /// C++ source code (`public.c-plus-plus-source`).
  public static var cPlusPlusSource: UTType { UTType("public.c-plus-plus-source", at: 166) }

  /// Objective-C++ source code (`public.objective-c-plus-plus-source`).
  public static var objectiveCPlusPlusSource: UTType {
    UTType("public.objective-c-plus-plus-source", at: 168)
  }

  /// C header code (`public.c-header`).
  public static var cHeader: UTType { UTType("public.c-header", at: 170) }

  /// C++ header code (`public.c-plus-plus-header`).
  public static var cPlusPlusHeader: UTType { UTType("public.c-plus-plus-header", at: 172) }

  /// Swift Source Code (`public.swift-source`).
  public static var swiftSource: UTType { UTType("public.swift-source", at: 175) }

  /// Script (`public.script`).
  public static var script: UTType { UTType("public.script", at: 177) }

  /// Assembly source code (`public.assembly-source`).
  public static var assemblyLanguageSource: UTType { UTType("public.assembly-source", at: 178) }

  /// JavaScript (`com.netscape.javascript-source`).
  public static var javaScript: UTType { UTType("com.netscape.javascript-source", at: 191) }

  /// Shell script (`public.shell-script`).
  public static var shellScript: UTType { UTType("public.shell-script", at: 193) }

  /// Perl script (`public.perl-script`).
  public static var perlScript: UTType { UTType("public.perl-script", at: 199) }

  /// Python script (`public.python-script`).
  public static var pythonScript: UTType { UTType("public.python-script", at: 200) }

  /// Ruby script (`public.ruby-script`).
  public static var rubyScript: UTType { UTType("public.ruby-script", at: 201) }

  /// PHP script (`public.php-script`).
  public static var phpScript: UTType { UTType("public.php-script", at: 202) }

  /// Makefile (`public.make-source`).
  public static var makefile: UTType { UTType("public.make-source", at: 204) }

  /// Image (`public.image`).
  public static var image: UTType { UTType("public.image", at: 205) }

  /// Live Photo (`com.apple.live-photo`).
  public static var livePhoto: UTType { UTType("com.apple.live-photo", at: 206) }

  /// Camera raw image (`public.camera-raw-image`).
  public static var rawImage: UTType { UTType("public.camera-raw-image", at: 209) }

  /// JPEG image (`public.jpeg`).
  public static var jpeg: UTType { UTType("public.jpeg", at: 210) }

  /// TIFF image (`public.tiff`).
  public static var tiff: UTType { UTType("public.tiff", at: 212) }

  /// PNG image (`public.png`).
  public static var png: UTType { UTType("public.png", at: 215) }

  /// SVG image (`public.svg-image`).
  public static var svg: UTType { UTType("public.svg-image", at: 216) }

  /// Apple icon image (`com.apple.icns`).
  public static var icns: UTType { UTType("com.apple.icns", at: 218) }

  /// Audiovisual content (`public.audiovisual-content`).
  public static var audiovisualContent: UTType { UTType("public.audiovisual-content", at: 224) }

  /// Movie (`public.movie`).
  public static var movie: UTType { UTType("public.movie", at: 225) }

  /// Video (`public.video`).
  public static var video: UTType { UTType("public.video", at: 226) }

  /// Audio (`public.audio`).
  public static var audio: UTType { UTType("public.audio", at: 227) }

  /// QuickTime movie (`com.apple.quicktime-movie`).
  public static var quickTimeMovie: UTType { UTType("com.apple.quicktime-movie", at: 228) }

  /// MPEG movie (`public.mpeg`).
  public static var mpeg: UTType { UTType("public.mpeg", at: 229) }

  /// MPEG-2 video (`public.mpeg-2-video`).
  public static var mpeg2Video: UTType { UTType("public.mpeg-2-video", at: 230) }

  /// MPEG-4 movie (`public.mpeg-4`).
  public static var mpeg4Movie: UTType { UTType("public.mpeg-4", at: 231) }

  /// Protected MPEG-4 movie (`com.apple.protected-mpeg-4-video`).
  public static var appleProtectedMPEG4Video: UTType {
    UTType("com.apple.protected-mpeg-4-video", at: 233)
  }

  /// AVI movie (`public.avi`).
  public static var avi: UTType { UTType("public.avi", at: 235) }

  /// MPEG-2 Transport Stream (`public.mpeg-2-transport-stream`).
  public static var mpeg2TransportStream: UTType {
    UTType("public.mpeg-2-transport-stream", at: 239)
  }

  /// MP3 audio (`public.mp3`).
  public static var mp3: UTType { UTType("public.mp3", at: 244) }

  /// Playlist (`public.playlist`).
  public static var playlist: UTType { UTType("public.playlist", at: 245) }

  /// M3U Playlist (`public.m3u-playlist`).
  public static var m3uPlaylist: UTType { UTType("public.m3u-playlist", at: 246) }

  /// MPEG-4 audio (`public.mpeg-4-audio`).
  public static var mpeg4Audio: UTType { UTType("public.mpeg-4-audio", at: 248) }

  /// Protected MPEG-4 audio (`com.apple.protected-mpeg-4-audio`).
  public static var appleProtectedMPEG4Audio: UTType {
    UTType("com.apple.protected-mpeg-4-audio", at: 251)
  }

  /// AIFF audio (`public.aiff-audio`).
  public static var aiff: UTType { UTType("public.aiff-audio", at: 256) }

  /// MIDI audio (`public.midi-audio`).
  public static var midi: UTType { UTType("public.midi-audio", at: 258) }

  /// Font (`public.font`).
  public static var font: UTType { UTType("public.font", at: 269) }

  /// AppleScript text (`com.apple.applescript.text`).
  public static var appleScript: UTType { UTType("com.apple.applescript.text", at: 282) }

  /// AppleScript (`com.apple.applescript.script`).
  public static var osaScript: UTType { UTType("com.apple.applescript.script", at: 283) }

  /// Script bundle (`com.apple.applescript.script-bundle`).
  public static var osaScriptBundle: UTType {
    UTType("com.apple.applescript.script-bundle", at: 284)
  }

  /// Folder (`public.folder`).
  public static var folder: UTType { UTType("public.folder", at: 286) }

  /// Volume (`public.volume`).
  public static var volume: UTType { UTType("public.volume", at: 308) }

  /// Package (`com.apple.package`).
  public static var package: UTType { UTType("com.apple.package", at: 314) }

  /// Bundle (`com.apple.bundle`).
  public static var bundle: UTType { UTType("com.apple.bundle", at: 315) }

  /// System Preference pane (`com.apple.systempreference.prefpane`).
  public static var systemPreferencesPane: UTType {
    UTType("com.apple.systempreference.prefpane", at: 317)
  }

  /// Framework (`com.apple.framework`).
  public static var framework: UTType { UTType("com.apple.framework", at: 322) }

  /// Application stored as a bundle (`com.apple.application-bundle`).
  public static var applicationBundle: UTType { UTType("com.apple.application-bundle", at: 323) }

  /// Rich text with attachments (RTFD) data (`com.apple.flat-rtfd`).
  public static var flatRTFD: UTType { UTType("com.apple.flat-rtfd", at: 326) }

  /// Rich text with attachments (RTFD) (`com.apple.rtfd`).
  public static var rtfd: UTType { UTType("com.apple.rtfd", at: 331) }

  /// Plug-in (`com.apple.plugin`).
  public static var pluginBundle: UTType { UTType("com.apple.plugin", at: 334) }

  /// XPC Service (`com.apple.xpc-service`).
  public static var xpcService: UTType { UTType("com.apple.xpc-service", at: 335) }

  /// Application and System Extension (`com.apple.application-and-system-extension`).
  public static var applicationExtension: UTType {
    UTType("com.apple.application-and-system-extension", at: 337)
  }

  /// Spotlight importer (`com.apple.metadata-importer`).
  public static var spotlightImporter: UTType { UTType("com.apple.metadata-importer", at: 340) }

  /// QuickLook preview generator (`com.apple.quicklook-generator`).
  public static var quickLookGenerator: UTType { UTType("com.apple.quicklook-generator", at: 341) }

  /// Personal information exchange (PKCS#12) (`com.rsa.pkcs-12`).
  public static var pkcs12: UTType { UTType("com.rsa.pkcs-12", at: 350) }

  /// Certificate (X.509) (`public.x509-certificate`).
  public static var x509Certificate: UTType { UTType("public.x509-certificate", at: 351) }

  /// Web archive (`com.apple.webarchive`).
  public static var webArchive: UTType { UTType("com.apple.webarchive", at: 356) }

  /// EPUB publication (`org.idpf.epub-container`).
  public static var epub: UTType { UTType("org.idpf.epub-container", at: 357) }

  /// PDF document (`com.adobe.pdf`).
  public static var pdf: UTType { UTType("com.adobe.pdf", at: 483) }

  /// GIF image (`com.compuserve.gif`).
  public static var gif: UTType { UTType("com.compuserve.gif", at: 490) }

  /// Windows BMP image (`com.microsoft.bmp`).
  public static var bmp: UTType { UTType("com.microsoft.bmp", at: 491) }

  /// Windows icon image (`com.microsoft.ico`).
  public static var ico: UTType { UTType("com.microsoft.ico", at: 492) }

  /// WebP Image (`org.webmproject.webp`).
  public static var webP: UTType { UTType("org.webmproject.webp", at: 493) }

  /// OpenEXR image (`com.ilm.openexr-image`).
  public static var exr: UTType { UTType("com.ilm.openexr-image", at: 571) }

  /// High efficiency image in any coding (`public.heif`).
  public static var heif: UTType { UTType("public.heif", at: 574) }

  /// High efficiency image coded with HEVC (`public.heic`).
  public static var heic: UTType { UTType("public.heic", at: 575) }

  /// Sequence of high efficiency images coded with HEVC (`public.heics`).
  public static var heics: UTType { UTType("public.heics", at: 578) }

  /// Waveform audio (`com.microsoft.waveform-audio`).
  public static var wav: UTType { UTType("com.microsoft.waveform-audio", at: 584) }

  /// Apple Haptics Audio Pattern (`com.apple.haptics.ahap`).
  public static var ahap: UTType { UTType("com.apple.haptics.ahap", at: 616) }

  /// Adobe raw image (`com.adobe.raw-image`).
  public static var dng: UTType { UTType("com.adobe.raw-image", at: 689) }

  /// Geographic features in JSON (`public.geojson`).
  public static var geoJSON: UTType { UTType("public.geojson", at: 719) }

  /// JPEG XL image (`public.jpeg-xl`).
  public static var jpegxl: UTType { UTType("public.jpeg-xl", at: 720) }

  /// Link Presentation URL Metadata (`com.apple.linkpresentation.metadata`).
  public static var linkPresentationMetadata: UTType {
    UTType("com.apple.linkpresentation.metadata", at: 721)
  }

  /// Markdown text file (`net.daringfireball.markdown`).
  public static var markdown: UTType { UTType("net.daringfireball.markdown", at: 722) }

  /// A provider bundle, the file format of a drag (`io.proffer.drag-bundle`).
  public static var dragBundle: UTType { UTType("io.proffer.drag-bundle", at: 759) }

  /// List of links, one per line (`io.proffer.uri-list`).
  public static var uriList: UTType { UTType("io.proffer.uri-list", at: 760) }
}
