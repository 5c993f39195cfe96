import PropertyLists

extension StructuredValue {
  /// The value of a property list's node.
  ///
  /// Its depth is bounded by the reader that made the node.
  ///
  /// - Parameter setCount: is raised by the number of sets, which become arrays.
  init(_ node: PropertyListNode, setCount: inout Int) {
    switch node {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .integer(let integer): self = .integer(StructuredInteger(integer))
    case .largeInteger(let digits): self = .integer(StructuredInteger(checkedDigits: digits))
    case .real(let real, let spelling):
      self = .real(spelling.flatMap { StructuredReal(propertyList: $0) } ?? StructuredReal(real))
    case .string(let string): self = .string(string)
    case .data(let data): self = .data(data)
    case .date(let date): self = .date(date)
    case .uid(let uid): self = .uid(uid)
    case .array(let elements): self = .array(elements.map { Self($0, setCount: &setCount) })
    case .set(let elements):
      setCount += 1
      self = .array(elements.map { Self($0, setCount: &setCount) })
    case .dictionary(let members):
      self = .dictionary(members.map { StructuredMember($0.key, Self($0.value, setCount: &setCount)) })
    }
  }
}

extension StructuredReal {
  /// Makes a number of a decimal spelling of XML property lists, which may have a plus sign before it and no digit on
  /// one side of its point; nil if it is none.
  fileprivate init?(propertyList spelling: String) {
    if let number = StructuredReal(spelling: spelling) {
      self = number
      return
    }
    var sign = ""
    var digits = spelling[...]
    if let first = digits.first, "+-".contains(first) {
      digits.removeFirst()
      if first == "-" { sign = "-" }
    }
    if digits.first == "." { digits = "0" + digits }
    if let point = digits.firstIndex(of: "."),
      digits[point...].dropFirst().first?.isNumber != true
    {
      digits.remove(at: point)
    }
    self.init(spelling: sign + digits)
  }
}
