import UniformTypes

/// Checks whether the type of the content and the type of the name can both be correct.
///
/// Many formats are based on another format: a word processor document is a zip archive, and a web location
/// is a property list. Content of a general format therefore contradicts a name only if all files of the
/// name's format have specific marks.
struct ContentCompatibility {
  let registry: TypeRegistry

  /// Returns whether content of one type can be in a file whose name has another type.
  func allows(_ content: ContentMatch, named name: UTType) -> Bool {
    let found = content.type
    if areRelated(found, name) { return true }
    let isNamedText = name.conforms(to: .text, in: registry)
    let isFoundText = isTextual(found)
    // Text that matches one text type can also be of another text type, so the name decides.
    if isNamedText && isFoundText { return true }
    if shareFamily(found, name) { return true }
    // The raw formats of cameras differ in little more than the name of the maker.
    if found.conforms(to: Self.cameraImage, in: registry) && name.conforms(to: Self.cameraImage, in: registry)
    {
      return true
    }
    if isCarrier(found) {
      // A format based on a carrier has its own marks in the carrier.
      if found == .zip && isBuiltOnZip(name) { return !hasZipMarks(name) }
      return !isSigned(name) && (isFoundText || !isNamedText)
    }
    // Text that begins like another format may still be plain text.
    return !content.isStrong && !(isFoundText && isSigned(name))
  }

  private func isBuiltOnZip(_ type: UTType) -> Bool {
    Self.builtOnZip.contains { type.conforms(to: $0, in: registry) }
  }

  private func hasZipMarks(_ type: UTType) -> Bool {
    Self.zipMarked.contains { type.conforms(to: $0, in: registry) }
  }

  /// Returns the types of a name that are possible for the content, in the given order.
  ///
  /// If the content is not text, types that are not text precede text types.
  func plausible(_ names: [UTType], for matches: [ContentMatch]) -> [UTType] {
    let possible = names.filter { name in
      if matches.contains(where: { $0.type == name }) { return true }
      if Self.provenOnly.contains(name) { return false }
      return names.count == 1 || !Self.provenAmongOthers.contains(name)
    }
    if possible.count < 2 || matches.contains(where: { isTextual($0.type) }) { return possible }
    return possible.filter { !$0.conforms(to: .text, in: registry) }
      + possible.filter { $0.conforms(to: .text, in: registry) }
  }

  /// Returns whether one of the types conforms to the other.
  func areRelated(_ first: UTType, _ second: UTType) -> Bool {
    first.conforms(to: second, in: registry) || second.conforms(to: first, in: registry)
  }

  private func isTextual(_ type: UTType) -> Bool {
    type.conforms(to: .text, in: registry)
      || type.conforms(to: .propertyList, in: registry) && type != .binaryPropertyList
  }

  private func isCarrier(_ type: UTType) -> Bool {
    type.isDynamic || type.conforms(to: .plainText, in: registry) || Self.carriers.contains(type)
      || type.conforms(to: .propertyList, in: registry)
  }

  /// Returns whether all files of a type have a signature that is not text.
  ///
  /// If the signature is missing, the name is wrong.
  func isSigned(_ type: UTType) -> Bool {
    if Self.unsigned.contains(type) { return false }
    return Self.signed.contains(type)
      || registry.supertypes(of: type).contains { Self.signed.contains($0) && !Self.unsigned.contains($0) }
  }

  private func shareFamily(_ found: UTType, _ name: UTType) -> Bool {
    Self.families.contains { family in
      family.content.contains { found.conforms(to: $0, in: registry) }
        && family.names.contains { name.conforms(to: $0, in: registry) }
    }
  }
}

extension ContentCompatibility {
  /// The formats on which other formats are based.
  ///
  /// Types that conform to these types are not included.
  static let carriers = types(
    """
    public.zip-archive com.pkware.zip-archive org.gnu.gnu-zip-archive public.bzip2-archive org.tukaani.xz-archive
    public.tar-archive public.xml public.json public.text com.apple.xml-property-list
    com.apple.binary-property-list public.iso-image io.proffer.compound-file io.proffer.zstandard io.proffer.lz4
    io.proffer.lzip io.proffer.lzma public.z-archive
    """)

  /// Types whose files all have a known signature, or the known signature of a container format.
  static let signed: Set<UTType> = Set(
    (Array(ContentSignatures.standard.signedTypeIdentifiers) + Array(CompoundFormats.typeIdentifiers)).map {
      UTType(exportedAs: $0, in: .standard)
    } + builtOnZip
      + types(
        """
        com.apple.binary-property-list com.microsoft.word.dot com.microsoft.excel.xlt
        com.microsoft.excel.xlw com.microsoft.excel.xla com.microsoft.powerpoint.pot com.microsoft.powerpoint.pps
        public.camera-raw-image public.heif-standard com.microsoft.windows-executable com.sun.java-class
        com.apple.mach-o-binary public.aac-audio public.ac3-audio public.mp2 com.apple.disk-image-udif com.apple.macbinary-archive
        public.object-code
        """))

  /// Types with a signature that not all of their files have.
  ///
  /// Examples of files without the signature are a text form of the format, a stream that begins at an
  /// arbitrary position, and a table that another program writes.
  static let unsigned: Set<UTType> = Set(
    types(
      """
      public.data public.text public.plain-text com.pixar.universal-scene-description com.autodesk.fbx
      com.autodesk.dxf public.polygon-file-format com.adobe.postscript com.adobe.encapsulated-postscript
      io.proffer.virtual-machine-disk public.cpio-archive io.proffer.fits io.proffer.sas-transport
      io.proffer.stata-data org.bittorrent.torrent io.proffer.warc io.proffer.framemaker io.proffer.bitmap-font
      com.apple.applesingle-archive io.proffer.quicktime-link io.proffer.orc public.standard-tesselated-geometry-format
      com.adobe.postscript-pfa-font io.proffer.pkcs-7
      public.x509-certificate com.rsa.pkcs-12 io.proffer.xfig com.apple.binhex-archive
      """))

  /// Types whose extension more often has another meaning, so that the name alone is not sufficient.
  ///
  /// For a type in `provenOnly`, the content must always have the type's signature. For a type in
  /// `provenAmongOthers`, the signature is required only if another type has the same extension.
  static let provenOnly = types("com.apple.macbinary-archive")
  static let provenAmongOthers = types(
    """
    com.apple.disk-image-udif io.proffer.pem-key io.proffer.der-key io.proffer.pkcs-8 io.proffer.pkcs-10
    io.proffer.certificate-revocation-list io.proffer.pgp-keys io.proffer.pgp-signature public.data
    """)

  /// Types that follow the other types of their extension, as those are more frequent.
  static let secondary = types("com.apple.rez-source")

  private static let cameraImage = UTType(exportedAs: "public.camera-raw-image", in: .standard)

  /// Types whose documents are zip archives.
  static let builtOnZip = types(
    """
    org.openxmlformats.openxml org.oasis-open.opendocument com.apple.iwork.keynote.sffkey
    com.apple.iwork.pages.sffpages com.apple.iwork.numbers.sffnumbers org.idpf.epub-container
    com.microsoft.excel.sheet.binary.macroenabled com.apple.itunes.ipa com.microsoft.xps io.proffer.oxps
    com.pkware.zip-archive
    """)

  /// Types of archives whose entries always identify the type.
  static let zipMarked = types("org.openxmlformats.openxml com.microsoft.excel.sheet.binary.macroenabled")

  /// General types that reveal little about a document.
  ///
  /// A more specific type of the content takes precedence over these types.
  static let general = types("public.xml org.xiph.ogg-audio io.proffer.compound-file")

  /// Families of types, one on each line.
  ///
  /// A file named as one type may have content of another type in the same family, although neither type
  /// conforms to the other.
  ///
  /// In a line with a colon, a file named as a type after the colon may have content of a type before the
  /// colon, but not vice versa.
  ///
  /// Camera images are TIFF files or films, and Illustrator documents are PDF or PostScript. Movies and
  /// audio in the MPEG-4 file format differ in a brand that many writers set incorrectly. A template
  /// contains the same entries as a document. Vector images may be compressed. Programs and disk images can
  /// begin with many different bytes.
  static let families = parsed(
    """
    public.tiff: public.camera-raw-image
    public.heif-standard public.mpeg-4 com.apple.quicktime-movie: com.canon.cr3-raw-image
    com.adobe.pdf com.adobe.postscript: com.adobe.illustrator.ai-image
    public.mpeg-4 public.mpeg-4-audio com.apple.quicktime-movie com.apple.m4v-video public.3gpp public.3gpp2 \
      com.apple.protected-mpeg-4-audio
    public.truetype-font public.opentype-font
    org.openxmlformats.wordprocessingml.document org.openxmlformats.wordprocessingml.document.macroenabled \
      org.openxmlformats.wordprocessingml.template org.openxmlformats.wordprocessingml.template.macroenabled
    org.openxmlformats.spreadsheetml.sheet org.openxmlformats.spreadsheetml.sheet.macroenabled \
      org.openxmlformats.spreadsheetml.template org.openxmlformats.spreadsheetml.template.macroenabled
    org.openxmlformats.presentationml.presentation \
      org.openxmlformats.presentationml.presentation.macroenabled \
      org.openxmlformats.presentationml.template org.openxmlformats.presentationml.template.macroenabled \
      org.openxmlformats.presentationml.slideshow org.openxmlformats.presentationml.slideshow.macroenabled
    org.openoffice.text: org.openoffice.text-template
    org.openoffice.spreadsheet: org.openoffice.spreadsheet-template
    org.openoffice.presentation: org.openoffice.presentation-template
    org.openoffice.graphics: org.openoffice.graphics-template
    com.apple.iwork.keynote.sffkey: com.apple.iwork.keynote.sffkth
    public.zip-archive: org.openoffice.text org.openoffice.spreadsheet org.openoffice.presentation \
      org.openoffice.graphics
    org.gnu.gnu-zip-archive: public.svg-image io.proffer.gnumeric io.proffer.dia-diagram io.proffer.abiword \
      io.proffer.r-data io.proffer.r-object io.proffer.windows-metafile io.proffer.enhanced-metafile \
      io.proffer.ableton-set io.proffer.scribus com.adobe.postscript org.blenderfoundation.blender.file \
      io.proffer.vrml com.apple.itunes.db io.proffer.flash io.proffer.x-bitmap-font
    public.bzip2-archive: io.proffer.x-bitmap-font
    io.proffer.zstandard: org.blenderfoundation.blender.file
    public.executable: public.executable public.disk-image io.proffer.appimage io.proffer.snap-package
    io.proffer.squashfs: io.proffer.snap-package
    public.iso-image: io.proffer.raw-disk-image com.apple.disk-image
    public.mp3: org.xiph.flac public.aac-audio public.mp2 org.videolan.ape org.videolan.tta com.audible.aax-audiobook \
      com.microsoft.waveform-audio public.aiff-audio io.proffer.dsf public.ac3-audio org.videolan.mpc org.videolan.wv \
      org.videolan.dts public.aifc-audio org.xiph.ogg-audio public.enhanced-ac3-audio
    public.jpeg-2000: io.proffer.motion-jpeg-2000 io.proffer.jpeg-2000-compound
    org.xiph.ogg-audio: org.xiph.ogv org.videolan.axv org.videolan.axa
    public.mpeg-4 public.mpeg-4-audio com.apple.protected-mpeg-4-audio com.apple.quicktime-movie: com.audible.aax-audiobook io.proffer.hls-segment \
      public.heif-standard com.adobe.flash.video
    com.apple.quicktime-movie public.xml public.text: io.proffer.quicktime-link
    org.webmproject.webm org.matroska.mkv: org.webmproject.webm org.matroska.mkv org.matroska.mka \
      io.proffer.matroska-subtitles
    public.mpeg: org.videolan.vob public.mpeg-2-video org.videolan.mpeg-stream org.videolan.tod org.videolan.vro \
      public.mp2 org.videolan.dts public.ac3-audio
    public.mpeg-2-transport-stream: org.videolan.mpeg-stream org.videolan.rec public.avchd-mpeg-2-transport-stream
    public.avi: org.videolan.divx
    io.proffer.compound-file: com.microsoft.word.doc com.microsoft.word.dot com.microsoft.excel.xls \
      com.microsoft.excel.xlt com.microsoft.excel.xlw com.microsoft.excel.xla com.microsoft.powerpoint.ppt \
      com.microsoft.powerpoint.pot com.microsoft.powerpoint.pps io.proffer.visio-drawing io.proffer.project-plan \
      io.proffer.publisher-document io.proffer.works-document io.proffer.outlook-message io.proffer.hangul-document \
      io.proffer.windows-installer com.kodak.flashpix-image com.avid.open-media-framework \
      org.aafassociation.advanced-authoring-format
    com.microsoft.word.doc: com.microsoft.word.dot io.proffer.works-document
    com.microsoft.excel.xls: com.microsoft.excel.xlt com.microsoft.excel.xlw com.microsoft.excel.xla \
      io.proffer.works-document
    com.microsoft.powerpoint.ppt: com.microsoft.powerpoint.pot com.microsoft.powerpoint.pps
    io.proffer.encrypted-openxml: org.openxmlformats.openxml
    com.microsoft.xps: io.proffer.oxps
    io.proffer.visio-openxml-drawing: io.proffer.visio-openxml-drawing io.proffer.visio-openxml-drawing-macroenabled
    com.sun.java-archive: com.sun.java-archive io.proffer.mozilla-extension io.proffer.openoffice-extension \
      io.proffer.android-package
    org.openoffice.text: org.openoffice.text-template org.openoffice.text-master
    io.proffer.hdf: io.proffer.netcdf io.proffer.matlab-data
    io.proffer.sqlite: public.data
    io.proffer.mobipocket: io.proffer.kindle-8 io.proffer.mobipocket
    public.tiff: public.camera-raw-image io.proffer.geotiff com.adobe.photoshop-image
    com.microsoft.windows-executable: com.microsoft.windows-dynamic-link-library \
      io.proffer.windows-system-file com.microsoft.excel.xll io.proffer.windows-font public.executable
    com.microsoft.windows-dynamic-link-library: com.microsoft.windows-executable io.proffer.windows-font \
      com.microsoft.excel.xll
    com.apple.mach-o-binary public.elf-binary: public.object-code io.proffer.shared-library
    com.apple.xar-archive: com.apple.installer-package-archive
    public.jpeg: io.proffer.motion-jpeg
    com.real.realmedia: com.real.realaudio
    """)

  private static func parsed(_ table: String) -> [(content: [UTType], names: [UTType])] {
    table.split(separator: "\n").map { line in
      let sides = line.split(separator: ":").map { types($0) }
      return (sides[0], sides[sides.count - 1])
    }
  }

  /// Returns the types for the identifiers in a text.
  private static func types(_ words: some StringProtocol) -> [UTType] {
    words.split(whereSeparator: \.isWhitespace).map { UTType(exportedAs: String($0), in: .standard) }
  }
}

/// A possible type of some bytes.
struct ContentMatch {
  let type: UTType
  /// Whether a match by chance is unlikely, so that the match may override a name.
  let isStrong: Bool
  /// The description of the match for users.
  let evidence: String
  /// Whether the match is only a text encoding, so that any text would match.
  var isGeneral = false
}

extension ContentCompatibility {
  /// All types in the tables, for a test that checks that they are declared.
  static var namedTypesForTesting: [UTType] {
    carriers + Array(signed) + Array(unsigned) + builtOnZip + general
      + families.flatMap { $0.content + $0.names }
  }
}
