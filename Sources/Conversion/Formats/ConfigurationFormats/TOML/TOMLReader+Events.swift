import ProfferConversions
import StructuredFormats

extension TOMLReader {
  /// Emits the value of the document, and returns what is lost.
  mutating func emitValue(_ emit: (StructuredValueEvent) throws -> Void) throws -> [Loss] {
    var parts = StructuredValueGrouping(holding: 1 << 12)
    try emit(.beginning {})
    try emitTable(0, isInline: false) { try parts.add($0, emit) }
    var losses = LossCounter()
    losses.add(.comments, count: commentCount)
    dateLosses.add(to: &losses)
    return losses.total
  }

  /// Emits a table of the document, or of an inline table with dotted keys.
  private mutating func emitTable(
    _ table: Int, isInline: Bool, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    var number = Int(node(table, isInline).first)
    try emit(.beginDictionary)
    while number != 0 {
      let member = node(number, isInline)
      try emit(.key(scanner.text(of: member.key)))
      switch member.kind {
      case .value:
        scanner.position = Int(member.first)
        try emitNext(emit)
      case .arrayOfTables:
        try emit(.beginArray)
        var element = Int(member.first)
        while element != 0 {
          try emitTable(element, isInline: isInline, emit)
          element = Int(node(element, isInline).next)
        }
        try emit(.end)
      case .implicitTable, .headerTable, .dottedTable:
        try emitTable(number, isInline: isInline, emit)
      }
      number = Int(member.next)
    }
    try emit(.end)
  }

  private func node(_ number: Int, _ isInline: Bool) -> TOMLNode {
    isInline ? inline[number] : document[number]
  }

  /// Reads the next value if it is a scalar; nil, without reading, for an array or inline table.
  private mutating func scalar() throws(CoderError) -> StructuredValue? {
    let start = scanner.position
    switch try scanner.token() {
    case .string(let string): return .string(scanner.text(of: string))
    case .integer(let integer): return .integer(StructuredInteger(integer))
    case .float(let float): return .real(scanner.real(float))
    case .boolean(let boolean): return .boolean(boolean)
    case .date(let date): return scanner.value(date, start..<scanner.position, &dateLosses)
    case .array, .inlineTable:
      scanner.position = start
      return nil
    }
  }

  /// Reads and emits the next value.
  private mutating func emitNext(_ emit: (StructuredValueEvent) throws -> Void) throws {
    if let scalar = try scalar() { return try emit(.value(scalar)) }
    let start = scanner.position
    scanner.position += 1
    guard scanner.byte(at: start) == UInt8(ascii: "[") else {
      guard let kept = keptTables[start] else { return try emitInlineTable(emit) }
      try emitTable(kept.node, isInline: true, emit)
      scanner.position = kept.end
      return
    }
    try emit(.beginArray)
    while try nextElement() {
      try emitNext(emit)
      try endElement()
    }
    try emit(.end)
  }

  /// Reads and emits an inline table without dotted keys, after its brace.
  private mutating func emitInlineTable(_ emit: (StructuredValueEvent) throws -> Void) throws {
    scanner.skipSpaces()
    guard scanner.next != UInt8(ascii: "}") else {
      scanner.position += 1
      return try emit(.value(.dictionary([])))
    }
    try emit(.beginDictionary)
    repeat {
      scanner.skipSpaces()
      try emit(.key(scanner.text(of: try scanner.keyPart())))
      scanner.skipSpaces()
      // The equals sign.
      scanner.position += 1
      scanner.skipSpaces()
      try emitNext(emit)
    } while try hasNextMember()
    try emit(.end)
  }
}
