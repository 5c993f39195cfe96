extension StructuredValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a null.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(StructuredInteger(value)) }

  /// Makes a real number.
  public init(floatLiteral value: Double) { self = .real(StructuredReal(value)) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: StructuredValue...) { self = .array(elements) }

  /// Makes a dictionary; the order of the members is kept, and so are two of one key.
  public init(dictionaryLiteral elements: (String, StructuredValue)...) {
    self = .dictionary(elements.map { StructuredMember($0, $1) })
  }
}
