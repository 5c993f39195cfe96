import ByteTools
public import Foundation
public import ProfferConversions
import PropertyLists
import TextEncodings

extension StructuredValue {
  /// Reads a property list, XML or binary, whichever it is by its first bytes.
  ///
  /// The old form with braces and equals signs is recognised and refused (`wrongFormat`).
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - depthLimit: how deep values may be nested.
  /// - Returns: the value, with what was lost.
  /// - Throws: ``CoderError`` with the position of the fault.
  public static func readPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try StructuredValue.collected { try streamPropertyList(data, depthLimit: depthLimit, emit: $0) }
  }

  /// Emits a property list in pieces, so that no second tree of all of it is made.
  static func streamPropertyList(
    _ data: Data, depthLimit: Int = standardDepthLimit, emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    let reading = try CoderError.translating {
      try PropertyListReading(data, limits: PropertyListLimits(depth: depthLimit), legacyText: legacyText)
    }
    var setCount = 0
    try Self.emit(reading.node, depth: 0, setCount: &setCount, emit)
    return StepReport(
      losses: losses(of: reading, commentsIn: data.starts(with: "bplist".utf8) ? nil : data),
      warnings: warnings(setCount: setCount))
  }

  /// How deep containers come in pieces.
  private static let pieceDepth = 8

  private static func emit(
    _ node: PropertyListNode, depth: Int, setCount: inout Int, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    switch node {
    case .array(let elements) where depth < pieceDepth:
      try emit(.beginArray)
      for element in elements { try Self.emit(element, depth: depth + 1, setCount: &setCount, emit) }
      try emit(.end)
    // A dictionary of one member comes whole, as it may stand for a reference in an archive.
    case .dictionary(let members) where depth < pieceDepth && members.count > 1:
      try emit(.beginDictionary)
      for member in members {
        try emit(.key(member.key))
        try Self.emit(member.value, depth: depth + 1, setCount: &setCount, emit)
      }
      try emit(.end)
    default: try emit(.value(StructuredValue(node, setCount: &setCount)))
    }
  }

  /// Reads an XML property list.
  ///
  /// Keys keep their order, and one that occurs twice is kept twice. Integers may have any number of decimal digits,
  /// or up to 32 hexadecimal ones after `0x`; reals keep the digits they are written with. A dictionary with the one
  /// key `CF$UID` and an integer is a UID, as Apple writes it.
  ///
  /// The encoding is that of a byte order mark, otherwise of the XML declaration (UTF-8, UTF-16, UTF-32, US-ASCII,
  /// ISO-8859-1, Windows-1252, Macintosh), otherwise UTF-8; bytes that it does not have are refused. No entity but
  /// XML's own five is ever expanded.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - depthLimit: how deep values may be nested.
  /// - Returns: the value, with what was lost.
  /// - Throws: `CoderError` with the line and column of what is wrong.
  public static func readXMLPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try reading(commentsIn: data) {
      try PropertyListReading(
        xml: data, limits: PropertyListLimits(depth: depthLimit), legacyText: legacyText)
    }
  }

  /// How many comments a property list has, in an encoding of which ASCII is a part.
  ///
  /// Text that is not markup has no such sign, but in sections of CDATA, which are therefore not looked into.
  private static func commentCount(in data: Data) -> Int {
    data.withUnsafeBytes { bytes in
      var count = 0
      var place = 0
      while let offset = UnsafeRawBufferPointer(rebasing: bytes[place...]).firstPlace(of: UInt8(ascii: "!")) {
        let sign = place + offset
        place = sign + 1
        guard sign > 0, bytes[sign - 1] == UInt8(ascii: "<") else { continue }
        if bytes[place...].starts(with: "--".utf8) { count += 1 }
        if bytes[place...].starts(with: "[CDATA[".utf8) { return count }
      }
      return count
    }
  }

  /// Reads a binary property list (version 0).
  ///
  /// Objects may be named by several others. A file whose sharing would make it over 64 MiB and 16 times its own size
  /// is refused (`tooLarge`), each array and dictionary counting 32 bytes; and so are cycles, objects that overlap, and
  /// everything that lies outside the file. Sets are read as arrays.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - depthLimit: how deep values may be nested.
  /// - Returns: the value, with what was lost.
  /// - Throws: `CoderError` with the offset of the byte that is wrong.
  public static func readBinaryPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try reading { try PropertyListReading(binary: data, limits: PropertyListLimits(depth: depthLimit)) }
  }

  /// Writes an XML property list in the layout of Apple's, members in their order.
  ///
  /// A null has no form: a member with one is left out, and in an array it becomes an empty string, so that the
  /// elements after it keep their places; both count as lost (`nulls`). Dates lose their fractions of a second
  /// (`precision`). Characters that XML cannot represent, such as NUL, become U+FFFD (`characters`).
  ///
  /// Reals are written with the digits they were read with, otherwise with the fewest that read back as the same
  /// number, where Apple's writer always gives 17.
  ///
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError`: `unwritable` when the value itself is null, or a date has no text; `tooDeep` beyond
  ///   `standardDepthLimit`.
  public func writeXMLPropertyList() throws -> Written {
    try XMLPropertyListSink().written(self)
  }

  /// Writes a binary property list, equal scalars as one object and members in their order.
  ///
  /// Nulls are treated as in `writeXMLPropertyList()`. Real numbers become 64-bit ones, and integers beyond 128 bits
  /// real numbers; what digits that costs is counted (`precision`).
  ///
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError`: `unwritable` when the value itself is null, or an integer is beyond every `Double`;
  ///   `tooDeep` beyond `standardDepthLimit`.
  public func writeBinaryPropertyList() throws -> Written {
    try BinaryPropertyListSink().written(self)
  }

  private static func legacyText(named name: String, of data: Data) -> String? {
    TextEncoding(name: name)?.decode(data).value
  }

  private static func reading(
    commentsIn text: Data? = nil, _ read: () throws -> PropertyListReading
  ) throws -> Reading<StructuredValue> {
    let reading = try CoderError.translating(read)
    var setCount = 0
    let value = StructuredValue(reading.node, setCount: &setCount)
    return Reading(
      value, losses: losses(of: reading, commentsIn: text), warnings: warnings(setCount: setCount))
  }

  /// - Parameter text: the bytes of a list that can have comments; nil for a binary one.
  private static func losses(of reading: PropertyListReading, commentsIn text: Data?) -> [Loss] {
    var losses = LossCounter()
    losses.add(.characters, "halves of surrogate pairs", count: reading.repairedCharacterCount)
    if let text { losses.add(.comments, count: commentCount(in: text)) }
    return losses.total
  }

  private static func warnings(setCount: Int) -> [String] {
    setCount > 0 ? ["\(setCount) sets are read as arrays, their elements in the order of the file"] : []
  }
}

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
  /// one side of its point; nil for anything else.
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

extension CoderError {
  /// Runs a function of `PropertyLists` and converts its error, code by code.
  static func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as PropertyListError {
      let position: Position? =
        switch error.position {
        case .byte(let offset): .byte(offset)
        case .line(let line, let column): .line(line, column: column)
        case nil: nil
        }
      throw CoderError(
        Code(error.code), error.reason, at: position, cause: error)
    }
  }
}

extension CoderError.Code {
  fileprivate init(_ code: PropertyListError.Code) {
    switch code {
    case .unexpectedEnd: self = .unexpectedEnd
    case .unexpectedCharacter: self = .unexpectedCharacter
    case .trailingData: self = .trailingData
    case .tooDeep: self = .tooDeep
    case .tooLarge: self = .tooLarge
    case .invalidNumber: self = .invalidNumber
    case .invalidDate: self = .invalidDate
    case .invalidData: self = .invalidData
    case .invalidKey: self = .invalidKey
    case .invalidText: self = .invalidText
    case .unknownEncoding: self = .unknownEncoding
    case .wrongFormat: self = .wrongFormat
    case .unwritable: self = .unwritable
    case .mismatchedTag: self = .mismatchedTag
    case .unknownElement: self = .unknownElement
    case .unknownEntity: self = .unknownEntity
    case .misplacedElement: self = .misplacedElement
    case .invalidTrailer: self = .invalidTrailer
    case .offsetOutOfRange: self = .offsetOutOfRange
    case .referenceOutOfRange: self = .referenceOutOfRange
    case .unknownObject: self = .unknownObject
    case .cycle: self = .cycle
    case .overlappingObjects: self = .overlappingObjects
    default: preconditionFailure("the reader of property lists has a new code: \(code.rawValue)")
    }
  }
}
