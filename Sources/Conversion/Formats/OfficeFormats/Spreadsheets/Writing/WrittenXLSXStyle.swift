import StructuredFormats
import XMLText

/// The formats of cells in a written workbook of Office Open XML, in the order of the part with the styles.
///
/// Texts have the number format `@`, so that programs do not turn `007`, `MARCH1` or `=1` into something else
/// when a user edits the cell. Longer texts have the general format, because old versions of Excel show texts
/// of 256 to 1,024 characters with the format `@` as number signs.
enum WrittenXLSXStyle: Int, CaseIterable {
  case general, heading, wrappedHeading, text, wrappedText, wrappedLongText
  case date, time, exactTime, dateTime, exactDateTime

  /// The maximum length of a text with the number format `@`, in UTF-16 code units.
  private static let shortTextLength = 255

  /// Chooses the format of a cell.
  init(_ cell: WrittenCell, isHeading: Bool) {
    switch cell {
    case .text(let text):
      let hasLines = text.utf8.contains(0x0A)
      if isHeading {
        self = hasLines ? .wrappedHeading : .heading
      } else if text.utf8.count > Self.shortTextLength, text.utf16.count > Self.shortTextLength {
        self = hasLines ? .wrappedLongText : .general
      } else {
        self = hasLines ? .wrappedText : .text
      }
    case .date: self = .date
    case .time(let time): self = time.nanosecond == 0 ? .time : .exactTime
    case .dateTime(let dateTime): self = dateTime.time.nanosecond == 0 ? .dateTime : .exactDateTime
    case .empty, .number, .boolean: self = .general
    }
  }

  /// The number format: one of the built-in formats, or a code of ``codes``.
  private var numberFormat: Int {
    switch self {
    case .general, .wrappedLongText: 0
    case .heading, .wrappedHeading, .text, .wrappedText: 49
    case .date: 164
    case .time: 165
    case .exactTime: 166
    case .dateTime: 167
    case .exactDateTime: 168
    }
  }

  /// The format codes of this part, numbered from 164.
  private static let codes = [
    "yyyy\\-mm\\-dd", "hh:mm:ss", "hh:mm:ss.000", "yyyy\\-mm\\-dd\\ hh:mm:ss",
    "yyyy\\-mm\\-dd\\ hh:mm:ss.000",
  ]

  private var isHeading: Bool { self == .heading || self == .wrappedHeading }

  private var wraps: Bool { self == .wrappedHeading || self == .wrappedText || self == .wrappedLongText }

  /// The part with the styles.
  static var part: XMLWriter {
    var xml = XMLWriter()
    xml.begin("styleSheet", ("xmlns", SpreadsheetNamespaces.main))
    xml.begin("numFmts", ("count", String(codes.count)))
    for (index, code) in codes.enumerated() {
      xml.add("numFmt", ("numFmtId", String(164 + index)), ("formatCode", code))
    }
    xml.end("numFmts")
    xml.begin("fonts", ("count", "2"))
    for isBold in [false, true] {
      xml.begin("font")
      if isBold { xml.add("b") }
      xml.add("sz", ("val", "11"))
      xml.add("name", ("val", "Calibri"))
      xml.add("family", ("val", "2"))
      xml.end("font")
    }
    xml.end("fonts")
    // Programs expect these two fills, and an empty border.
    xml.begin("fills", ("count", "2"))
    for pattern in ["none", "gray125"] {
      xml.begin("fill")
      xml.add("patternFill", ("patternType", pattern))
      xml.end("fill")
    }
    xml.end("fills")
    xml.begin("borders", ("count", "1"))
    xml.begin("border")
    xml.add("left")
    xml.add("right")
    xml.add("top")
    xml.add("bottom")
    xml.add("diagonal")
    xml.end("border")
    xml.end("borders")
    xml.begin("cellStyleXfs", ("count", "1"))
    xml.add("xf", ("numFmtId", "0"), ("fontId", "0"), ("fillId", "0"), ("borderId", "0"))
    xml.end("cellStyleXfs")
    xml.begin("cellXfs", ("count", String(allCases.count)))
    for style in allCases { style.write(to: &xml) }
    xml.end("cellXfs")
    xml.begin("cellStyles", ("count", "1"))
    xml.add("cellStyle", ("name", "Normal"), ("xfId", "0"), ("builtinId", "0"))
    xml.end("cellStyles")
    xml.end("styleSheet")
    return xml
  }

  private func write(to xml: inout XMLWriter) {
    var attributes: [(StaticString, String)] = [
      ("numFmtId", String(numberFormat)), ("fontId", isHeading ? "1" : "0"), ("fillId", "0"),
      ("borderId", "0"), ("xfId", "0"),
    ]
    if numberFormat != 0 { attributes.append(("applyNumberFormat", "1")) }
    if isHeading { attributes.append(("applyFont", "1")) }
    guard wraps else { return xml.add("xf", attributes: attributes) }
    attributes.append(("applyAlignment", "1"))
    xml.begin("xf", attributes: attributes)
    xml.add("alignment", ("vertical", "top"), ("wrapText", "1"))
    xml.end("xf")
  }
}
