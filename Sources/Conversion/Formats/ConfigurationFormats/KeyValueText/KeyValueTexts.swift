import ProfferConversions
import StructuredFormats

/// Converts the values of a dictionary to texts, for formats in which all values are texts.
struct KeyValueTexts {
  private(set) var losses = LossCounter()

  /// Returns the members of a dictionary, each key once.
  ///
  /// - Throws: `CoderError` (`unwritable`) for any other value.
  mutating func members(of value: StructuredValue, as format: String) throws -> [StructuredMember] {
    guard case .dictionary(let members) = value else {
      throw CoderError(
        .unwritable, "\(value.kindName) cannot be written as \(format); only an object can")
    }
    return members.keepingLast(of: \.key, &losses)
  }

  /// Returns the text of a value.
  ///
  /// Null becomes an empty text and is counted as lost. Any other value that is not a text becomes the same
  /// text as a cell of CSV.
  mutating func text(of value: StructuredValue) -> String {
    switch value {
    case .string(let text): return text
    case .null:
      losses.add(.nulls, "written as empty texts")
      return ""
    case .date, .localDate, .localTime, .localDateTime: losses.add(.dates, "written as text")
    case .array, .dictionary: losses.add(.types, "arrays and objects written as JSON")
    default: losses.add(.types, "values written as text")
    }
    return TableCellText.text(of: value)
  }

  /// Adds losses of another kind.
  mutating func lose(_ kind: LossKind, _ detail: String) { losses.add(kind, detail) }
}
