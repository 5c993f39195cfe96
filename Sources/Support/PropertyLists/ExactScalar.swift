import Foundation

/// A scalar of a property list as a key whose equality is that of what would be written.
///
/// `String` compares by meaning and `Data` hashes only its beginning; neither will do to tell objects apart.
enum ExactScalar: Hashable {
  case boolean(Bool)
  case integer(Int64)
  case largeInteger(digits: String)
  case real(UInt64)
  case date(UInt64)
  case uid(UInt64)
  case string(String)
  case data(Data)

  static func == (left: ExactScalar, right: ExactScalar) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.largeInteger(let left), .largeInteger(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    case (.string(let left), .string(let right)): areSame(left, right)
    case (.data(let left), .data(let right)): left == right
    default: false
    }
  }

  /// Whether two strings have the same bytes.
  static func areSame(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .largeInteger(let digits): hasher.combine(digits)
    case .real(let bits), .date(let bits), .uid(let bits): hasher.combine(bits)
    case .string(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .data(let data): data.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}
