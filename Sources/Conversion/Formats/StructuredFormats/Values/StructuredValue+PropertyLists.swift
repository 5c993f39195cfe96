import ByteTools
public import Foundation
public import ProfferConversions
import PropertyLists
import TextEncodings

extension StructuredValue {
  /// Reads an XML or binary property list.
  ///
  /// The first bytes determine the format. The older text format with braces and equals signs is
  /// recognised but not supported (`wrongFormat`).
  ///
  /// - Parameters:
  ///   - data: the bytes of the property list.
  ///   - limits: the limits on the property list and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: ``CoderError`` with the position of the error.
  public static func readPropertyList(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try limits.check(byteCount: data.count)
    let reading = try StructuredValue.collected {
      try streamPropertyList(data, depthLimit: limits.depth, emit: $0)
    }
    return try limits.checked(reading, as: .structuredValue)
  }

  /// Emits a property list in parts, so that the whole list is not stored in memory a second time.
  static func streamPropertyList(
    _ data: Data, depthLimit: Int = standardDepthLimit, emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    let reading = try CoderError.translating {
      try PropertyListReading(data, limits: PropertyListLimits(depth: depthLimit), legacyText: legacyText)
    }
    var emission = PropertyListEmission()
    try emission.emit(reading.node, emit)
    let losses = losses(of: reading, commentsIn: data.starts(with: "bplist".utf8) ? nil : data)
    return StepReport(
      losses: (losses + emission.losses.total).total(), warnings: warnings(setCount: emission.setCount))
  }

  /// Reads an XML property list.
  ///
  /// Keys keep their order, and duplicate keys are kept. Integers can have any number of decimal digits, or
  /// up to 32 hexadecimal digits after `0x`. Real numbers keep their digits. A dictionary with the single key
  /// `CF$UID` and an integer value is read as a UID, as in Apple's output.
  ///
  /// The encoding is determined by the byte order mark, otherwise by the XML declaration (UTF-8, UTF-16,
  /// UTF-32, US-ASCII, ISO-8859-1, Windows-1252, Macintosh). The default is UTF-8. Bytes that are invalid in
  /// the encoding cause an error. Only the five predefined entities of XML are expanded.
  ///
  /// - Parameters:
  ///   - data: the bytes of the property list.
  ///   - limits: the limits on the property list and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` with the line and column of the error.
  public static func readXMLPropertyList(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try reading(data, within: limits, commentsIn: data) {
      try PropertyListReading(xml: data, limits: $0, legacyText: legacyText)
    }
  }

  /// Returns the number of comments in a property list.
  ///
  /// The encoding must be compatible with ASCII. A CDATA section can contain `<!--` as text, so counting
  /// stops at the first CDATA section.
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
  /// An object may be referenced several times. The reader throws `tooLarge` if the expanded size exceeds
  /// both 64 MiB and 16 times the file size. The expanded size counts an object once for each reference, and
  /// 32 bytes for each array and dictionary. Cycles, overlapping objects and references outside the file
  /// also cause errors. Sets are read as arrays.
  ///
  /// - Parameters:
  ///   - data: the bytes of the property list.
  ///   - limits: the limits on the property list and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` with the offset of the invalid byte.
  public static func readBinaryPropertyList(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try reading(data, within: limits) { try PropertyListReading(binary: data, limits: $0) }
  }

  /// Writes an XML property list in Apple's layout.
  ///
  /// Members keep their order. Property lists have no null. A member whose value is null is omitted. A null
  /// in an array becomes an empty string, so that later elements keep their indices. Every null is reported
  /// as lost (`nulls`). Of several members with the same key, the last one is written and the others are
  /// reported as lost (`duplicates`). Dates lose their fractions of a second (`precision`). Local dates and
  /// times become text (`dates`), because a point in time cannot be made without a zone. Characters that XML
  /// cannot represent, such as NUL, become U+FFFD (`characters`).
  ///
  /// A real number is written with the digits with which it was read, otherwise with the fewest digits that
  /// read back as the same number. Apple's writer, by contrast, always writes 17 digits. A number beyond the
  /// range of `Double` is also reported as lost (`precision`), because readers have infinity or zero for it.
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError`: `unwritable` if the value itself is null, or if a date cannot be written;
  ///   `tooDeep` if containers are nested deeper than `standardDepthLimit`.
  public func writeXMLPropertyList() throws -> Written {
    try XMLPropertyListSink().written(self)
  }

  /// Writes a binary property list.
  ///
  /// Equal scalars are stored once. Members keep their order. Nulls, duplicate keys, and local dates and
  /// times are treated as in `writeXMLPropertyList()`. Real numbers become 64-bit numbers, and integers of more than 128 bits
  /// become real numbers. Lost digits are reported (`precision`).
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError`: `unwritable` if the value itself is null, or if an integer is beyond the range
  ///   of `Double`; `tooDeep` if containers are nested deeper than `standardDepthLimit`.
  public func writeBinaryPropertyList() throws -> Written {
    try BinaryPropertyListSink().written(self)
  }

  private static func legacyText(named name: String, of data: Data) -> String? {
    TextEncoding(name: name)?.decode(data).value
  }

  private static func reading(
    _ data: Data, within limits: ReadingLimits, commentsIn text: Data? = nil,
    _ read: (PropertyListLimits) throws -> PropertyListReading
  ) throws -> Reading<StructuredValue> {
    try limits.check(byteCount: data.count)
    let reading = try CoderError.translating { try read(PropertyListLimits(depth: limits.depth)) }
    var setCount = 0
    let value = StructuredValue(reading.node, setCount: &setCount)
    return try limits.checked(
      Reading(value, losses: losses(of: reading, commentsIn: text), warnings: warnings(setCount: setCount)),
      as: .structuredValue)
  }

  /// Returns the losses of a reading.
  ///
  /// - Parameter text: the bytes of an XML property list, for counting comments; nil if the property list is
  ///   binary.
  private static func losses(of reading: PropertyListReading, commentsIn text: Data?) -> [Loss] {
    var losses = LossCounter()
    losses.add(.characters, "unpaired surrogates", count: reading.repairedCharacterCount)
    if let text { losses.add(.comments, count: commentCount(in: text)) }
    return losses.total
  }

  private static func warnings(setCount: Int) -> [String] {
    setCount > 0 ? ["\(setCount) sets are read as arrays, with their elements in file order"] : []
  }
}

/// Emits the nodes of a property list in parts.
private struct PropertyListEmission {
  /// The maximum depth at which containers are emitted in parts.
  private static let pieceDepth = 8

  private(set) var setCount = 0
  private(set) var losses = LossCounter()
  /// Whether only the last member with each key is emitted.
  private var keepsLast = false

  /// Emits a whole property list.
  mutating func emit(_ node: PropertyListNode, _ emit: (StructuredValueEvent) throws -> Void) throws {
    var isAsked = false
    try emit(.beginning { isAsked = true })
    keepsLast = isAsked
    try self.emit(node, depth: 0, emit)
  }

  private mutating func emit(
    _ node: PropertyListNode, depth: Int, _ emit: (StructuredValueEvent) throws -> Void
  ) throws {
    switch node {
    case .array(let elements) where depth < Self.pieceDepth:
      try emit(.beginArray)
      for element in elements { try self.emit(element, depth: depth + 1, emit) }
      try emit(.end)
    // A dictionary with one member is emitted whole, because it may be a reference in a keyed archive.
    case .dictionary(let members) where depth < Self.pieceDepth && members.count > 1:
      try emit(.beginDictionary)
      for member in keepsLast ? members.keepingLast(of: { $0.key }, &losses) : members {
        try emit(.key(member.key))
        try self.emit(member.value, depth: depth + 1, emit)
      }
      try emit(.end)
    default: try emit(.value(StructuredValue(node, setCount: &setCount)))
    }
  }
}

extension StructuredValue {
  /// Converts a node of a property list to a value.
  ///
  /// The reader that created the node has already limited its depth.
  ///
  /// - Parameter setCount: increased by the number of sets. Sets become arrays.
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
  /// Makes a number from a decimal spelling in an XML property list; nil for any other text.
  ///
  /// Unlike a JSON number, the spelling may have a plus sign, and may have no digits before or after the
  /// decimal point.
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
  /// Runs a function of `PropertyLists`, and converts its errors to ``CoderError``.
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
    default: preconditionFailure("unknown property list error (code \(code.rawValue))")
    }
  }
}
