import JSONText

extension JSONScanner {
  /// A container whose members or elements are being read.
  private struct OpenContainer {
    var elements: [StructuredValue] = []
    var members: [StructuredMember] = []
    var key = ""
    let isObject: Bool
  }

  /// Reads the value that comes next; the scanner's depth limit bounds its depth.
  mutating func readStructuredValue() throws(JSONError) -> StructuredValue {
    var open: [OpenContainer] = []
    while true {
      let value: StructuredValue
      switch try next() {
      case .null: value = .null
      case .boolean(let boolean): value = .boolean(boolean)
      case .number(let range): value = number(range)
      case .string(let span): value = .string(decode(span))
      case .key(let span):
        open[open.count - 1].key = decode(span)
        continue
      case .beginArray:
        open.append(OpenContainer(isObject: false))
        continue
      case .beginObject:
        open.append(OpenContainer(isObject: true))
        continue
      case .endArray, .endObject, nil:
        guard let closed = open.popLast() else {
          throw error(.unexpectedEnd, "expected a value, found the end", at: position)
        }
        value = closed.isObject ? .dictionary(closed.members) : .array(closed.elements)
      }
      guard !open.isEmpty else { return value }
      let innermost = open.count - 1
      if open[innermost].isObject {
        open[innermost].members.append(StructuredMember(open[innermost].key, value))
      } else {
        open[innermost].elements.append(value)
      }
    }
  }

  private func number(_ range: Range<Int>) -> StructuredValue {
    if let integer = integer(range), integer != 0 || range.count == 1 {
      return .integer(StructuredInteger(integer))
    }
    let spelling = text(range)
    // Negative zero is no integer: its sign would be lost.
    if spelling != "-0", let integer = StructuredInteger(decimal: spelling) { return .integer(integer) }
    return .real(StructuredReal(checkedSpelling: spelling))
  }
}
