import ProfferConversions
import XMLText

/// The colors and fonts of a document's theme.
///
/// Source: ISO/IEC 29500-1, 20.1.6.
struct DrawingTheme: Sendable {
  /// The colors, by their names, such as `dk1` and `accent1`.
  private(set) var colors: [String: UInt32] = [:]
  private var majorFont: String?
  private var minorFont: String?
  private var majorComplexFont: String?
  private var minorComplexFont: String?

  init() {}

  /// Returns the font family of headings (major) or text (minor); nil if the theme does not define it.
  func family(isMajor: Bool, isComplex: Bool = false) -> String? {
    if isMajor { return isComplex ? majorComplexFont : majorFont }
    return isComplex ? minorComplexFont : minorFont
  }

  // MARK: Reading

  /// Reads the theme part.
  init(_ bytes: [UInt8], part: PartName, depthLimit: Int) throws(CoderError) {
    var xml = try PackageXML(bytes, Name.vocabulary, part: part.path, depthLimit: depthLimit)
    var entry: Name?
    var fonts: Name?
    var isInScheme = false
    while let event = try xml.next() {
      switch event {
      case .begin(.colorScheme): isInScheme = true
      case .end(.colorScheme): isInScheme = false
      case .begin(.majorFonts), .begin(.minorFonts):
        if case .begin(let name) = event { fonts = name }
      case .end(.majorFonts), .end(.minorFonts): fonts = nil
      case .begin(.latinFont): setFont(xml.attribute(.typeface), of: fonts, isComplex: false)
      case .begin(.complexFont): setFont(xml.attribute(.typeface), of: fonts, isComplex: true)
      case .begin(.rgbColor), .begin(.systemColor):
        guard isInScheme, let entry, let key = entry.colorKey else { continue }
        let text = xml.attribute(.lastColor) ?? xml.attribute(.value) ?? ""
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if digits.utf8.count == 6, let value = UInt32(digits, radix: 16) { colors[key] = value }
      case .begin(let name):
        if let name, name.colorKey != nil { entry = name }
      default: break
      }
    }
  }

  private mutating func setFont(_ family: String?, of fonts: Name?, isComplex: Bool) {
    guard let family, !family.isEmpty else { return }
    switch (fonts, isComplex) {
    case (.majorFonts, false): majorFont = majorFont ?? family
    case (.minorFonts, false): minorFont = minorFont ?? family
    case (.majorFonts, true): majorComplexFont = majorComplexFont ?? family
    case (.minorFonts, true): minorComplexFont = minorComplexFont ?? family
    default: break
    }
  }

  private enum Name: String, CaseIterable, Sendable {
    case colorScheme = "a:clrScheme"
    case dark1 = "a:dk1"
    case light1 = "a:lt1"
    case dark2 = "a:dk2"
    case light2 = "a:lt2"
    case accent1 = "a:accent1"
    case accent2 = "a:accent2"
    case accent3 = "a:accent3"
    case accent4 = "a:accent4"
    case accent5 = "a:accent5"
    case accent6 = "a:accent6"
    case link = "a:hlink"
    case followedLink = "a:folHlink"
    case systemColor = "a:sysClr"
    case rgbColor = "a:srgbClr"
    case majorFonts = "a:majorFont"
    case minorFonts = "a:minorFont"
    case latinFont = "a:latin"
    case complexFont = "a:cs"
    case value = "val"
    case lastColor = "lastClr"
    case typeface = "typeface"

    /// The name of the color that the element defines; nil for other elements.
    var colorKey: String? {
      switch self {
      case .dark1, .light1, .dark2, .light2, .accent1, .accent2, .accent3, .accent4, .accent5, .accent6,
        .link, .followedLink:
        String(rawValue.dropFirst(2))
      default: nil
      }
    }

    static let vocabulary = XMLVocabulary<Name>([
      "a": OfficeNamespace.drawing
    ])
  }
}
