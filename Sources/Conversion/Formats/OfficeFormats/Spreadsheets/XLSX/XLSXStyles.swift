import ProfferConversions
import XMLText

/// The formats of cells, from the part with the styles.
struct XLSXStyles {
  /// The format of a cell.
  struct Format {
    var number = NumberFormat.general
    /// Whether the cell has a font, color, border or alignment other than the default.
    var isFormatted = false
  }

  /// The formats by the number that cells refer to.
  private var formats: [Format] = []

  init() {}

  init(_ xml: inout PackageXML<XLSXName>, part: PartName, limit: Int) throws(CoderError) {
    try xml.readRoot(.styleSheet, of: part)
    var codes: [Int: NumberFormat] = [:]
    var isInCells = false
    while let event = try xml.next() {
      switch event {
      case .begin(.numberFormat):
        if let number = xml.attribute(.formatNumber).flatMap({ Int($0) }),
          let code = xml.attribute(.formatCode)
        {
          codes[number] = NumberFormat(code: code)
        }
      case .begin(.cellFormats): isInCells = true
      case .end(.cellFormats): isInCells = false
      case .begin(.format) where isInCells:
        let number = xml.attribute(.formatNumber).flatMap { Int($0) } ?? 0
        let looks: [XLSXName] = [.font, .fill, .border]
        formats.append(
          Format(
            number: codes[number] ?? NumberFormat(builtIn: number) ?? .general,
            isFormatted: looks.contains { xml.attribute($0) ?? "0" != "0" }))
      case .begin(.alignment) where isInCells && !formats.isEmpty:
        formats[formats.count - 1].isFormatted = true
      default: break
      }
      guard formats.count <= limit, codes.count <= limit else {
        throw CoderError(
          .tooLarge, "the workbook has more than \(limit) formats of cells", subject: part.path)
      }
    }
  }

  /// Returns the format with a number; the default format if there is none.
  @inline(__always)
  subscript(_ number: Int) -> Format { number < formats.count ? formats[number] : Format() }
}
