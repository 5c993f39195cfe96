import UniformTypes

/// Whether the type of the bytes and the type of the name can both be right.
///
/// Many formats are another format inside: a word processor's document is a zip archive, a web location a property
/// list. So a general format contradicts a name only when the name's own format has marks that would be there.
struct ContentCompatibility {
  let registry: TypeRegistry

  /// Whether bytes of one type can be a file whose name means another.
  func allows(_ content: ContentMatch, named name: UTType) -> Bool {
    let found = content.type
    if areRelated(found, name) { return true }
    let isNamedText = name.conforms(to: .text, in: registry)
    let isFoundText = isTextual(found)
    // Every text can be read as every other; the name decides.
    if isNamedText && isFoundText { return true }
    if shareFamily(found, name) { return true }
    if isCarrier(found) { return !hasMarks(name) && (isFoundText || !isNamedText) }
    // A text that begins like a format may still be plain text.
    return !content.isStrong && !(isFoundText && hasMarks(name))
  }

  /// Whether one conforms to the other.
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

  private func hasMarks(_ type: UTType) -> Bool {
    Self.marked.contains { type.conforms(to: $0, in: registry) }
  }

  private func shareFamily(_ found: UTType, _ name: UTType) -> Bool {
    Self.families.contains { family in
      family.content.contains { found.conforms(to: $0, in: registry) }
        && family.names.contains { name.conforms(to: $0, in: registry) }
    }
  }
}

extension ContentCompatibility {
  /// Formats that other formats are built on; exactly these types, not those that conform to them.
  static let carriers = types(
    """
    public.zip-archive com.pkware.zip-archive org.gnu.gnu-zip-archive public.bzip2-archive org.tukaani.xz-archive
    public.tar-archive public.xml public.json public.text com.apple.xml-property-list
    com.apple.binary-property-list
    """)

  /// Types whose files all begin with a known signature: without it, the name is wrong.
  static let marked = types(
    """
    public.png public.jpeg com.compuserve.gif com.microsoft.bmp org.webmproject.webp public.tiff public.heif-standard
    com.adobe.photoshop-image com.adobe.pdf public.rtf public.mp3 public.mpeg-4 public.mpeg-4-audio
    com.apple.quicktime-movie public.mpeg-2-transport-stream public.avi com.microsoft.waveform-audio
    public.aiff-audio org.xiph.flac public.midi-audio public.truetype-ttf-font public.opentype-font
    public.zip-archive public.bzip2-archive org.tukaani.xz-archive org.7-zip.7-zip-archive com.rarlab.rar-archive
    com.microsoft.windows-executable com.sun.java-class
    """)

  /// Types whose files may have each other's bytes, though neither conforms to the other: a family a line.
  ///
  /// With a colon, bytes of the types before it may have names of the types after it, but not vice versa.
  ///
  /// Camera images are TIFF files or films, and Illustrator's documents PDF or PostScript. Films and sounds of the
  /// MPEG-4 file format differ in a brand that many writers get wrong. A template has the entries of its document.
  /// Vector images may be compressed. Programs and disk images begin in many ways.
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
    org.gnu.gnu-zip-archive: public.svg-image
    public.executable: public.executable public.disk-image
    """)

  private static func parsed(_ table: String) -> [(content: [UTType], names: [UTType])] {
    table.split(separator: "\n").map { line in
      let sides = line.split(separator: ":").map { types($0) }
      return (sides[0], sides[sides.count - 1])
    }
  }

  /// The types with the identifiers in a text.
  private static func types(_ words: some StringProtocol) -> [UTType] {
    words.split(whereSeparator: \.isWhitespace).map { UTType(exportedAs: String($0), in: .standard) }
  }
}

/// A type that some bytes may have.
struct ContentMatch {
  let type: UTType
  /// Whether a chance match is unlikely, so that the match may overrule a name.
  let isStrong: Bool
  /// What matched, in words for people.
  let evidence: String
}

extension ContentCompatibility {
  /// All types that the tables name; a test checks that they are declared.
  static var namedTypesForTesting: [UTType] {
    carriers + marked + families.flatMap { $0.content + $0.names }
  }
}
