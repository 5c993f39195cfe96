package import ProfferConversions

extension StructuredValue {
  /// The number of values in the value, including itself, and the nesting depth of its containers.
  ///
  /// The values are visited without recursion, because a limit on the elements does not limit the depth.
  var size: ValueSize {
    switch self {
    case .array, .dictionary: break
    case .null, .boolean, .integer, .real, .string, .data, .date, .localDate, .localTime, .localDateTime,
      .uid:
      return ValueSize()
    }
    var size = ValueSize(elementCount: 0)
    var rest = [(value: self, depth: 0)]
    while let (value, depth) = rest.popLast() {
      size.elementCount += 1
      switch value {
      case .array(let elements):
        size.depth = max(size.depth, depth + 1)
        for element in elements { rest.append((element, depth + 1)) }
      case .dictionary(let members):
        size.depth = max(size.depth, depth + 1)
        for member in members { rest.append((member.value, depth + 1)) }
      case .null, .boolean, .integer, .real, .string, .data, .date, .localDate, .localTime, .localDateTime,
        .uid:
        break
      }
    }
    return size
  }
}

extension StructuredValueEvent: MeasuredEvent {
  package var size: ValueSize {
    switch self {
    case .value(let value): value.size
    case .beginArray, .beginDictionary: ValueSize(depth: 1)
    case .beginning, .key, .end: ValueSize(elementCount: 0)
    }
  }
}
