/// How two values that should be equal differ: both values and, if they are long, their first difference.
func difference<Value>(_ value: Value, _ expected: Value) -> String {
  let (value, expected) = (unwrapped(value), unwrapped(expected))
  let (first, second) = descriptions(value, expected)
  guard first.utf8.count > 60 || second.utf8.count > 60 else { return "\(first) is not equal to \(second)" }
  let parts = [
    "the values are not equal", "  value:    \(excerpt(first))", "  expected: \(excerpt(second))",
    firstDifference(value, expected) ?? textDifference(first, second),
  ]
  return parts.compactMap { $0 }.joined(separator: "\n")
}

/// A value as it is shown in a failure.
func shown<Value>(_ value: Value) -> String { excerpt(description(unwrapped(value))) }

private func excerpt(_ text: String) -> String {
  let start = text.prefix(2_000)
  return start.endIndex == text.endIndex ? text : "\(start)… (\(text.count) characters)"
}

/// A value without the optionals around it.
private func unwrapped(_ value: Any) -> Any {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional, let child = mirror.children.first else { return value }
  return unwrapped(child.value)
}

private func description(_ value: Any) -> String {
  if let text = value as? any StringProtocol { return String(describing: text).debugDescription }
  // The description of Data says only how many bytes it has.
  if let bytes = value as? any Collection<UInt8> { return "\(Array(bytes))" }
  return "\(value)"
}

private func descriptions(_ value: Any, _ expected: Any) -> (String, String) {
  let pair = (description(value), description(expected))
  // Values of two types can have the same description, such as nil and a class that is described as "nil".
  return pair.0 == pair.1 ? (String(reflecting: value), String(reflecting: expected)) : pair
}

// MARK: - First difference

private func firstDifference(_ value: Any, _ expected: Any) -> String? {
  if let value = value as? any StringProtocol, let expected = expected as? any StringProtocol {
    return lineDifference(String(describing: value), String(describing: expected))
  }
  guard let elements = elementDescriptions(value), let others = elementDescriptions(expected) else {
    return nil
  }
  let isOrdered = ![.set, .dictionary].contains(Mirror(reflecting: value).displayStyle)
  return isOrdered ? elementDifference(elements, others) : memberDifference(elements, others)
}

/// The first line that differs.
private func lineDifference(_ value: String, _ expected: String) -> String? {
  let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
  let others = expected.split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count > 1 || others.count > 1 else { return nil }
  let index = zip(lines, others).prefix { $0 == $1 }.count
  func line(_ lines: [Substring]) -> String {
    index < lines.count ? excerpt(lines[index].debugDescription) : "none"
  }
  return "  line \(index + 1): \(line(lines)), expected \(line(others))"
}

/// The text around the first character that differs; nil for equal texts.
private func textDifference(_ value: String, _ expected: String) -> String? {
  guard value != expected else { return nil }
  let start = max(0, zip(value, expected).prefix { $0 == $1 }.count - 30)
  func part(_ text: String) -> Substring { text.dropFirst(start).prefix(70) }
  return "  from character \(start): \(part(value))\n  expected: \(part(expected))"
}

private func elementDescriptions(_ value: Any) -> [String]? {
  func descriptions(_ elements: some Collection) -> [String] { elements.map { description(unwrapped($0)) } }
  guard let elements = value as? any Collection else { return nil }
  return descriptions(elements)
}

/// The first element that differs, and the numbers of elements; nil if all have the same description.
private func elementDifference(_ elements: [String], _ others: [String]) -> String? {
  guard elements != others else { return nil }
  let index = zip(elements, others).prefix { $0 == $1 }.count
  func element(_ elements: [String]) -> String { index < elements.count ? excerpt(elements[index]) : "none" }
  let counts = elements.count == others.count ? "" : "; \(elements.count) elements, expected \(others.count)"
  return "  element \(index): \(element(elements)), expected \(element(others))\(counts)"
}

/// The members of a set or a dictionary that only one of two has.
private func memberDifference(_ elements: [String], _ others: [String]) -> String {
  let added = Set(elements).subtracting(others).sorted().joined(separator: ", ")
  let missing = Set(others).subtracting(elements).sorted().joined(separator: ", ")
  return "  not expected: \(excerpt(added))\n  missing: \(excerpt(missing))"
}
