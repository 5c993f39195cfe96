import JSONText
import ProfferConversions

extension JSONScanner {
  /// Reads the next value.
  ///
  /// The depth limit of the scanner also limits the depth of the value.
  mutating func readStructuredValue() throws(JSONError) -> StructuredValue {
    var values = StructuredValueStack()
    var omittedCount = 0
    while true {
      if let read = try step(&values, omitting: nil, &omittedCount),
        let whole = values.add(read.value, contentCount: read.contentCount)
      {
        return whole
      }
    }
  }

  /// Emits the next value.
  ///
  /// A long value is emitted in parts.
  ///
  /// - Parameters:
  ///   - heldCount: the maximum number of values to hold in incomplete containers.
  ///   - omitted: the members to omit.
  /// - Returns: the number of omitted members, not counting those in the values of others.
  mutating func emitValue(
    holding heldCount: Int, omitting omitted: RepeatedKeys? = nil, meter: ReadingMeter = .silent,
    _ emit: (StructuredValueEvent) throws -> Void
  ) throws -> Int {
    var values = StructuredValueStack()
    var omittedCount = 0
    var meter = meter
    while true {
      meter.reach(position)
      let wasEmitted = values.innermostIsEmitted
      let depth = values.open.count
      if let read = try step(&values, omitting: omitted, &omittedCount) {
        if wasEmitted, values.open.count < depth {
          // The content of the container has already been emitted.
          values.emittedCount -= 1
          try emit(.end)
          if values.open.isEmpty { return omittedCount }
        } else if values.innermostIsEmitted {
          if let container = values.open.last, container.isObject { try emit(.key(container.key)) }
          try emit(.value(read.value))
        } else if let whole = values.add(read.value, contentCount: read.contentCount) {
          try emit(.value(whole))
          return omittedCount
        }
      }
      if values.count > heldCount { try values.emitHeld(emit) }
    }
  }

  /// Reads the next token.
  ///
  /// Returns the value that it completes and the number of values in that value; nil if no value is complete.
  private mutating func step(
    _ values: inout StructuredValueStack, omitting omitted: RepeatedKeys?, _ omittedCount: inout Int
  ) throws(JSONError) -> (value: StructuredValue, contentCount: Int)? {
    switch try next() {
    case .null: return (.null, 0)
    case .boolean(let boolean): return (.boolean(boolean), 0)
    case .number(let range): return (number(range), 0)
    case .string(let span): return (.string(decode(span)), 0)
    case .key(let span):
      if omitted?.contains(span.range.lowerBound) == true {
        omittedCount += 1
        try skipValue()
      } else {
        values.setKey(decode(span))
      }
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
      return (closed.value, closed.contentCount)
    }
  }

  private func number(_ range: Range<Int>) -> StructuredValue {
    if let integer = integer(range), integer != 0 || range.count == 1 {
      return .integer(StructuredInteger(integer))
    }
    let spelling = text(range)
    // Negative zero is read as a real number, because an integer has no negative zero.
    if spelling != "-0", let integer = StructuredInteger(decimal: spelling) { return .integer(integer) }
    return .real(StructuredReal(checkedSpelling: spelling))
  }
}
