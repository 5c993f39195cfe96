@testable import StructuredFormats

/// Where two values differ first, for failure comments; nil if they do not.
func difference(_ left: StructuredValue, _ right: StructuredValue, at path: String = "") -> String? {
  switch (left, right) {
  case (.array(let left), .array(let right)) where left.count == right.count:
    return zip(left, right).enumerated().lazy.compactMap { difference($1.0, $1.1, at: "\(path)[\($0)]") }
      .first
  case (.dictionary(let left), .dictionary(let right)) where left.map(\.key) == right.map(\.key):
    return zip(left, right).lazy.compactMap { difference($0.value, $1.value, at: "\(path).\($0.key)") }.first
  default:
    return left == right ? nil : "\(path): \(left) and \(right)"
  }
}
