import StructuredFormats
import XMLText

/// The formats of cells in a written OpenDocument spreadsheet, by the names of their styles.
///
/// Texts have the format of text, so that programs do not turn `007`, `MARCH1` or `=1` into something else when
/// a user edits the cell.
enum WrittenODSStyle: String, CaseIterable {
  case heading = "Heading"
  case text = "Text"
  case boolean = "Boolean"
  case date = "Date"
  case time = "Time"
  case exactTime = "ExactTime"
  case dateTime = "DateTime"
  case exactDateTime = "ExactDateTime"

  /// Chooses the format of a cell; nil for a number.
  init?(_ cell: WrittenCell, isHeading: Bool) {
    switch cell {
    case .empty, .number: return nil
    case .text: self = isHeading ? .heading : .text
    case .boolean: self = .boolean
    case .date: self = .date
    case .time(let time): self = time.nanosecond == 0 ? .time : .exactTime
    case .dateTime(let dateTime): self = dateTime.time.nanosecond == 0 ? .dateTime : .exactDateTime
    }
  }

  /// The name of the data style.
  private var dataStyleName: String { "\(rawValue)Format" }

  /// Writes the styles of cells and their data styles.
  static func write(to xml: inout XMLWriter) {
    for style in allCases { style.writeDataStyle(to: &xml) }
    for style in allCases {
      xml.begin(
        "style:style", ("style:name", style.rawValue), ("style:family", "table-cell"),
        ("style:parent-style-name", "Default"), ("style:data-style-name", style.dataStyleName))
      if style == .heading {
        xml.add(
          "style:text-properties", ("fo:font-weight", "bold"), ("style:font-weight-asian", "bold"),
          ("style:font-weight-complex", "bold"))
      }
      xml.end("style:style")
    }
  }

  private func writeDataStyle(to xml: inout XMLWriter) {
    switch self {
    case .heading, .text:
      xml.begin("number:text-style", ("style:name", dataStyleName))
      xml.add("number:text-content")
      xml.end("number:text-style")
    case .boolean:
      xml.begin("number:boolean-style", ("style:name", dataStyleName))
      xml.add("number:boolean")
      xml.end("number:boolean-style")
    case .time, .exactTime:
      xml.begin("number:time-style", ("style:name", dataStyleName))
      Self.writeTime(isExact: self == .exactTime, to: &xml)
      xml.end("number:time-style")
    case .date, .dateTime, .exactDateTime:
      xml.begin("number:date-style", ("style:name", dataStyleName))
      xml.add("number:year", ("number:style", "long"))
      xml.add("number:text", text: "-")
      xml.add("number:month", ("number:style", "long"))
      xml.add("number:text", text: "-")
      xml.add("number:day", ("number:style", "long"))
      if self != .date {
        xml.add("number:text", text: " ")
        Self.writeTime(isExact: self == .exactDateTime, to: &xml)
      }
      xml.end("number:date-style")
    }
  }

  private static func writeTime(isExact: Bool, to xml: inout XMLWriter) {
    xml.add("number:hours", ("number:style", "long"))
    xml.add("number:text", text: ":")
    xml.add("number:minutes", ("number:style", "long"))
    xml.add("number:text", text: ":")
    if isExact {
      xml.add("number:seconds", ("number:style", "long"), ("number:decimal-places", "3"))
    } else {
      xml.add("number:seconds", ("number:style", "long"))
    }
  }
}
