import Conversions
import StructuredFormats

/// The values of a property: of the text on its line, and back.
///
/// Whatever is not of its type, such as a number that is none, stands as the text it was.
struct ContentValue {
  let valueType: String
  let shape: ContentDialect.Shape
  let form: ContentForm

  /// The values that stand behind a line's colon.
  func values(_ text: String) -> [StructuredValue] {
    // A rule has semicolons of its own, and what nobody knows is not touched.
    switch valueType {
    case "recur": return [recurrence(text)]
    case "unknown": return [.string(text.replacing("\n", with: "\\n"))]
    default: break
    }
    switch shape {
    case .single: return [scalar(text[...])]
    case .list: return BackslashEscapes.split(text[...], at: ",").map(scalar)
    case .parts: return [parts(text[...], scalar)]
    case .lists: return [parts(text[...], list)]
    case .open:
      if BackslashEscapes.split(text[...], at: ";").count > 1 { return [parts(text[...], list)] }
      return BackslashEscapes.split(text[...], at: ",").map(scalar)
    }
  }

  /// A value of one part is that part.
  private func parts(_ text: Substring, _ part: (Substring) -> StructuredValue) -> StructuredValue {
    let parts = BackslashEscapes.split(text, at: ";").map(part)
    return parts.count == 1 ? parts[0] : .array(parts)
  }

  private func list(_ text: Substring) -> StructuredValue {
    let values = BackslashEscapes.split(text, at: ",").map(scalar)
    return values.count == 1 ? values[0] : .array(values)
  }

  private func scalar(_ text: Substring) -> StructuredValue {
    switch valueType {
    case "text": return .string(BackslashEscapes.decoded(text, form))
    case "boolean":
      return ["true": true, "false": false][text.lowercased()].map { .boolean($0) } ?? .string(String(text))
    case "integer":
      return StructuredInteger(decimal: String(text)).map { .integer($0) } ?? .string(String(text))
    case "float":
      return StructuredReal(spelling: String(text)).map { .real($0) } ?? .string(String(text))
    case "period":
      let ends = text.split(separator: "/", omittingEmptySubsequences: false)
      guard ends.count == 2 else { return .string(String(text)) }
      return .array(ends.map { .string(ContentTime.long(String($0), type: "date-time")) })
    case let type where ContentTime.valueTypes.contains(type):
      return .string(ContentTime.long(String(text), type: type))
    // Programs hide the colons of addresses in version 3.0, where nothing asks for it.
    case "uri" where form.isBeforeVersion4: return .string(BackslashEscapes.decoded(text, form))
    default: return .string(String(text))
    }
  }

  /// The text of values, as it stands behind a line's colon.
  func text(of values: [StructuredValue]) -> String {
    let joined = values.map { value in
      switch value {
      case .array(let ends) where valueType == "period": ends.map(text).joined(separator: "/")
      case .array(let parts):
        parts.map { part in
          if case .array(let values) = part { return values.map(text).joined(separator: ",") }
          return text(of: part)
        }.joined(separator: ";")
      case .dictionary(let members): recurrenceText(members)
      default: text(of: value)
      }
    }.joined(separator: ",")
    // No value may begin a line of its own.
    return joined.normalizingLineEnds.replacing("\n", with: "\\n")
  }

  private func text(of value: StructuredValue) -> String {
    switch value {
    case .boolean(let boolean): return boolean ? "TRUE" : "FALSE"
    case .integer(let integer): return integer.description
    case .real(let real): return real.spelling
    case .string(let text):
      if valueType == "text" { return BackslashEscapes.encoded(text) }
      if valueType == "period" { return ContentTime.short(text, type: "date-time") }
      if ContentTime.valueTypes.contains(valueType) { return ContentTime.short(text, type: valueType) }
      return text
    default: return ""
    }
  }
}

// MARK: - Rules of recurrence

extension ContentValue {
  /// The parts of a rule that are numbers.
  private static let numbers: Set<String> = [
    "count", "interval", "bysecond", "byminute", "byhour", "bymonthday", "byyearday", "byweekno", "bymonth",
    "bysetpos",
  ]

  private func recurrence(_ text: String) -> StructuredValue {
    var members: [StructuredMember] = []
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, ContentForm.isName(String(pair[0])) else { return .string(text) }
      let name = pair[0].lowercased()
      let values = pair[1].split(separator: ",", omittingEmptySubsequences: false).map { value in
        recurrenceValue(String(value), of: name)
      }
      members.append(StructuredMember(name, values.count == 1 ? values[0] : .array(values)))
    }
    return members.isEmpty ? .string(text) : .dictionary(members)
  }

  private func recurrenceValue(_ text: String, of name: String) -> StructuredValue {
    if name == "until" { return .string(ContentTime.long(text, type: "date-time")) }
    guard ContentValue.numbers.contains(name), let integer = StructuredInteger(decimal: text),
      integer.description == text
    else { return .string(text) }
    return .integer(integer)
  }

  private func recurrenceText(_ members: [StructuredMember]) -> String {
    members.map { member in
      let values = if case .array(let values) = member.value { values } else { [member.value] }
      let texts = values.map { value in
        if member.key == "until", case .string(let text) = value {
          return ContentTime.short(text, type: "date-time")
        }
        return text(of: value)
      }
      return "\(member.key.uppercased())=\(texts.joined(separator: ","))"
    }.joined(separator: ";")
  }
}
