import ByteTools
import ProfferConversions
import StructuredFormats

/// Reads a TOML document: checks it completely, and then emits its value.
struct TOMLReader {
  var scanner: TOMLScanner
  private(set) var document: TOMLTables
  private let depthLimit: Int
  /// The tables of the inline table that is being read, with the inline tables in it.
  ///
  /// They are kept if one of them has dotted keys, because the members of such a table are not in order.
  private(set) var inline: TOMLTables
  /// The inline tables with dotted keys, by the offset of the brace.
  private(set) var keptTables: [Int: KeptTable] = [:]
  private var inlineDepth = 0
  /// The number of comments in the document.
  private(set) var commentCount = 0
  var dateLosses = TOMLDateLosses()

  /// An inline table with dotted keys.
  struct KeptTable {
    let node: Int
    let end: Int
  }

  /// Reads and checks a document.
  ///
  /// - Parameter depthLimit: the maximum nesting depth of containers, and never more than the standard limit,
  ///   because values are read by recursion.
  init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int, meter: ReadingMeter) throws(CoderError) {
    guard bytes.count < UInt32.max else {
      throw CoderError(.tooLarge, "the document has \(bytes.count) bytes; the limit of TOML is 4 GiB")
    }
    scanner = TOMLScanner(bytes)
    document = TOMLTables(of: scanner)
    inline = TOMLTables(of: scanner)
    self.depthLimit = min(depthLimit, StructuredValue.standardDepthLimit)
    if let mistake = UTF8Check.firstMistake(in: bytes) {
      throw scanner.error(.invalidUTF8, "the bytes are not UTF-8, which TOML requires", at: mistake)
    }
    try read(meter)
    commentCount = scanner.commentCount
  }

  // MARK: Statements

  private mutating func read(_ meter: ReadingMeter) throws(CoderError) {
    var meter = meter
    try check(depth: 0)
    let root = TOMLTables.Place(table: document.addRoot(), depth: 1)
    var current = root
    while true {
      meter.reach(scanner.position)
      try scanner.skipBlank()
      guard !scanner.isAtEnd else { return }
      if scanner.next == UInt8(ascii: "[") {
        current = try header(from: root)
      } else {
        let depth = try Self.member(of: current, in: &document, &scanner, limit: depthLimit).depth
        try checkValue(depth: depth)
      }
      try scanner.endLine()
    }
  }

  /// Reads a header, and returns its table.
  private mutating func header(from root: TOMLTables.Place) throws(CoderError) -> TOMLTables.Place {
    scanner.position += 1
    let isElement = scanner.next == UInt8(ascii: "[")
    if isElement { scanner.position += 1 }
    var place = root
    while true {
      scanner.skipSpaces()
      let key = try scanner.keyPart()
      scanner.skipSpaces()
      if scanner.next == UInt8(ascii: ".") {
        scanner.position += 1
        place = try document.enter(key, of: place, scanner)
        try check(depth: place.depth - 1)
        continue
      }
      try skip(UInt8(ascii: "]"), "“]” at the end of the header")
      if isElement {
        try skip(UInt8(ascii: "]"), "“]]” at the end of the header")
        place = try document.defineElement(key, in: place, scanner)
      } else {
        place = try document.define(key, in: place, scanner)
      }
      try check(depth: place.depth - 1)
      return place
    }
  }

  /// Reads a key with its equals sign, and adds the value that follows to the tables.
  ///
  /// - Returns: the depth of the table that contains the value, and whether the key is dotted.
  private static func member(
    of table: TOMLTables.Place, in tables: inout TOMLTables, _ scanner: inout TOMLScanner, limit: Int
  ) throws(CoderError) -> (depth: Int, isDotted: Bool) {
    var place = table
    while true {
      let key = try scanner.keyPart()
      scanner.skipSpaces()
      if scanner.next == UInt8(ascii: ".") {
        scanner.position += 1
        scanner.skipSpaces()
        place = try tables.enterDotted(key, of: place, scanner)
        guard place.depth <= limit else { throw scanner.tooDeep(limit) }
        continue
      }
      guard scanner.next == UInt8(ascii: "=") else { throw scanner.unexpected("“=” after the key") }
      scanner.position += 1
      scanner.skipSpaces()
      try tables.addValue(key, to: place, scanner)
      return (place.depth, place.depth > table.depth)
    }
  }

  private mutating func skip(_ byte: UInt8, _ wanted: String) throws(CoderError) {
    guard scanner.next == byte else { throw scanner.unexpected(wanted) }
    scanner.position += 1
  }

  /// Throws if a container nested in `depth` containers would exceed the depth limit.
  private func check(depth: Int) throws(CoderError) {
    guard depth < depthLimit else { throw scanner.tooDeep(depthLimit) }
  }

  // MARK: Values

  /// Reads and checks a value that is nested in `depth` containers.
  private mutating func checkValue(depth: Int) throws(CoderError) {
    switch try scanner.token() {
    case .array:
      try check(depth: depth)
      while try nextElement() {
        try checkValue(depth: depth + 1)
        try endElement()
      }
    case .inlineTable:
      try check(depth: depth)
      try checkInlineTable(depth: depth)
    case .string, .integer, .float, .boolean, .date: break
    }
  }

  /// Reads up to the next element of an array; returns false, after the bracket, at the end of the array.
  mutating func nextElement() throws(CoderError) -> Bool {
    try scanner.skipBlank()
    guard scanner.next == UInt8(ascii: "]") else { return true }
    scanner.position += 1
    return false
  }

  /// Reads the comma after an element; a bracket is left for ``nextElement()``.
  mutating func endElement() throws(CoderError) {
    try scanner.skipBlank()
    if scanner.next == UInt8(ascii: ",") {
      scanner.position += 1
    } else if scanner.next != UInt8(ascii: "]") {
      throw scanner.unexpected("“,” or “]” after the element")
    }
  }

  /// Reads and checks an inline table after its brace.
  private mutating func checkInlineTable(depth: Int) throws(CoderError) {
    let start = scanner.position - 1
    let table = TOMLTables.Place(table: inline.addRoot(), depth: depth + 1)
    let keptCount = keptTables.count
    inlineDepth += 1
    var isDotted = false
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: "}") {
      scanner.position += 1
    } else {
      repeat {
        scanner.skipSpaces()
        let member = try Self.member(of: table, in: &inline, &scanner, limit: depthLimit)
        isDotted = isDotted || member.isDotted
        try checkValue(depth: member.depth)
      } while try hasNextMember()
    }
    if isDotted { keptTables[start] = KeptTable(node: table.table, end: scanner.position) }
    inlineDepth -= 1
    if inlineDepth == 0 { inline.close(from: table.table, keepsNodes: keptTables.count > keptCount) }
  }

  /// Reads the comma or brace after a member of an inline table; returns whether a member follows.
  mutating func hasNextMember() throws(CoderError) -> Bool {
    scanner.skipSpaces()
    let isComma = scanner.next == UInt8(ascii: ",")
    guard isComma || scanner.next == UInt8(ascii: "}") else {
      throw scanner.unexpected("“,” or “}” after the member of an inline table")
    }
    scanner.position += 1
    return isComma
  }
}

extension TOMLScanner {
  fileprivate func tooDeep(_ limit: Int) -> CoderError {
    error(.tooDeep, "tables and arrays are nested more than \(limit) levels deep", at: position)
  }
}
