import PropertyLists

extension StructuredValue: CustomStringConvertible {
  /// A readable form of the value, with one line for each member and element.
  ///
  /// The form is similar to JSON; data, dates, times and UIDs are in angle brackets. The form may change, and cannot
  /// be read back.
  public var description: String {
    var text = ""
    appendDescription(to: &text, indent: "")
    return text
  }

  private func appendDescription(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .boolean(let boolean): text += boolean ? "true" : "false"
    case .integer(let integer): text += integer.description
    case .real(let real): text += real.spelling
    case .string(let string): text += string.debugDescription
    case .data(let data): text += "<\(data.count) bytes\(StructuredValue.shownBytes(data))>"
    case .date(let date): text += "<\(CalendarTime(date)?.text(withFraction: true) ?? "\(date)")>"
    case .localDate(let date): text += "<\(date)>"
    case .localTime(let time): text += "<\(time)>"
    case .localDateTime(let dateTime): text += "<\(dateTime)>"
    case .uid(let uid): text += "<UID \(uid)>"
    case .array(let elements):
      StructuredValue.appendLines(elements, between: "[", "]", to: &text, indent: indent) {
        element, text, indent in
        element.appendDescription(to: &text, indent: indent)
      }
    case .dictionary(let members):
      StructuredValue.appendLines(members, between: "{", "}", to: &text, indent: indent) {
        member, text, indent in
        text += member.key.debugDescription + ": "
        member.value.appendDescription(to: &text, indent: indent)
      }
    }
  }

  private static func appendLines<Line>(
    _ lines: [Line], between opening: String, _ closing: String, to text: inout String, indent: String,
    _ appendLine: (Line, inout String, String) -> Void
  ) {
    text += opening
    for line in lines {
      text += "\n" + indent + "  "
      appendLine(line, &text, indent + "  ")
    }
    text += (lines.isEmpty ? "" : "\n" + indent) + closing
  }

  private static func shownBytes(_ data: some Collection<UInt8>) -> String {
    guard !data.isEmpty else { return "" }
    let shown = data.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return ": " + shown.joined(separator: " ") + (data.count > 16 ? " …" : "")
  }
}
