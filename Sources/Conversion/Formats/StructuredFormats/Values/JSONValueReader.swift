import JSONText

extension JSONScanner {
  /// Reads the value that comes next; the scanner's depth limit bounds its depth.
  mutating func readStructuredValue() throws(JSONError) -> StructuredValue {
    var values = StructuredValueStack()
    while true {
      if let value = try step(&values), let whole = values.add(value) { return whole }
    }
  }

  /// Emits the value that comes next, a long one in pieces.
  ///
  /// - Parameter heldCount: how many values of containers that have not ended are held.
  mutating func emitValue(
    holding heldCount: Int, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    var values = StructuredValueStack()
    while true {
      let wasEmitted = values.innermostIsEmitted
      let depth = values.open.count
      if let value = try step(&values) {
        if wasEmitted, values.open.count < depth {
          // All that it had in it is emitted already.
          values.emittedCount -= 1
          try emit(.end)
          if values.open.isEmpty { return }
        } else if values.innermostIsEmitted {
          if let container = values.open.last, container.isObject { try emit(.key(container.key)) }
          try emit(.value(value))
        } else if let whole = values.add(value) {
          return try emit(.value(whole))
        }
      }
      if values.count > heldCount { try values.emitHeld(emit) }
    }
  }

  /// Reads the next token; gives the value that is complete with it.
  private mutating func step(_ values: inout StructuredValueStack) throws(JSONError) -> StructuredValue? {
    switch try next() {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .number(let range): return number(range)
    case .string(let span): return .string(decode(span))
    case .key(let span):
      values.setKey(decode(span))
      return nil
    case .beginArray:
      values.begin(isObject: false)
      return nil
    case .beginObject:
      values.begin(isObject: true)
      return nil
    case .endArray, .endObject, nil:
      guard let closed = values.close() else {
        throw error(.unexpectedEnd, "expected a value, found the end", at: position)
      }
      return closed
    }
  }

  private func number(_ range: Range<Int>) -> StructuredValue {
    if let integer = integer(range), integer != 0 || range.count == 1 {
      return .integer(StructuredInteger(integer))
    }
    let spelling = text(range)
    // Negative zero is read as a real number: an integer would lose its sign.
    if spelling != "-0", let integer = StructuredInteger(decimal: spelling) { return .integer(integer) }
    return .real(StructuredReal(checkedSpelling: spelling))
  }
}
