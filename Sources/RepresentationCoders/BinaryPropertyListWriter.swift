import Conversions
import Foundation

/// Writes a structured value as a binary property list, as Apple's writer does: equal scalars are one object,
/// everything has the smallest size, and a dictionary's keys come before its values.
struct BinaryPropertyListWriter {
  /// An object in the order of writing; containers name others by `references`.
  private enum Object {
    case scalar(ExactScalar)
    case array(Range<Int>)
    case dictionary(Range<Int>)
  }

  /// A container whose elements are being numbered.
  private struct OpenContainer {
    /// Where the reference to its next element goes.
    var place: Int
    var rest: Rest
  }

  private enum Rest {
    case elements(ArraySlice<StructuredValue>)
    case members(ArraySlice<StructuredMember>)
  }

  private var objects: [Object] = []
  private var references: [Int] = []
  private var numbers: [ExactScalar: Int] = [:]
  private var open: [OpenContainer] = []
  private var tally = LossTally()
  private var bytes = Array("bplist00".utf8)

  mutating func write(_ value: StructuredValue) throws -> Written {
    if case .null = value {
      throw CoderError(
        .unwritable, "a property list cannot be null; put the value into an array or dictionary")
    }
    _ = try number(value)
    while let innermost = open.indices.last {
      guard let next = popNext(of: innermost) else {
        open.removeLast()
        continue
      }
      let place = open[innermost].place
      open[innermost].place += 1
      references[place] = try number(next)
    }
    writeObjects()
    return Written(Data(bytes), losses: tally.total)
  }

  // MARK: Numbering

  private mutating func popNext(of innermost: Int) -> StructuredValue? {
    switch open[innermost].rest {
    case .elements(var rest):
      let next = rest.popFirst()
      open[innermost].rest = .elements(rest)
      return next
    case .members(var rest):
      let next = rest.popFirst()
      open[innermost].rest = .members(rest)
      return next?.value
    }
  }

  /// The number of a value's object, which is made unless it is a scalar that has one.
  private mutating func number(_ value: StructuredValue) throws -> Int {
    // A container's; its elements come after it.
    let number = objects.count
    switch value {
    case .null:
      tally.add(.nulls, PropertyListNulls.elementDetail)
      return scalarNumber(.string(""))
    case .boolean(let boolean): return scalarNumber(.boolean(boolean))
    case .integer(let integer): return try integerNumber(integer)
    case .real(let real):
      if real.faithfulDouble == nil { tally.add(.precision, "digits beyond those of a 64-bit number") }
      return scalarNumber(.real(real.doubleValue.bitPattern))
    case .string(let string): return scalarNumber(.string(string))
    case .data(let data): return scalarNumber(.data(data))
    case .date(let date): return scalarNumber(.date(date.timeIntervalSinceReferenceDate.bitPattern))
    case .uid(let uid): return scalarNumber(.uid(uid))
    case .array(let elements):
      try StructuredValue.checkDepth(open.count)
      let place = reserveReferences(elements.count)
      objects.append(.array(place..<references.count))
      open.append(OpenContainer(place: place, rest: .elements(elements[...])))
    case .dictionary(let members):
      try StructuredValue.checkDepth(open.count)
      try beginDictionary(members)
    }
    return number
  }

  private mutating func beginDictionary(_ members: [StructuredMember]) throws {
    let kept = members.filter { if case .null = $0.value { false } else { true } }
    tally.add(.nulls, PropertyListNulls.memberDetail, count: members.count - kept.count)
    let place = reserveReferences(kept.count * 2)
    objects.append(.dictionary(place..<references.count))
    for (index, member) in kept.enumerated() { references[place + index] = scalarNumber(.string(member.key)) }
    open.append(OpenContainer(place: place + kept.count, rest: .members(kept[...])))
  }

  private mutating func integerNumber(_ integer: StructuredInteger) throws -> Int {
    guard integer.int64 == nil && integer.uint64 == nil && integer.bigEndianBytes(count: 16) == nil else {
      return scalarNumber(.integer(integer))
    }
    guard let nearest = Double(integer.description), nearest.isFinite else {
      throw CoderError(
        .unwritable,
        "an integer of \(integer.description.utf8.count) digits is beyond all that a binary property list holds"
      )
    }
    tally.add(.precision, "integers of more than 128 bits")
    return scalarNumber(.real(nearest.bitPattern))
  }

  private mutating func scalarNumber(_ scalar: ExactScalar) -> Int {
    if let number = numbers[scalar] { return number }
    numbers[scalar] = objects.count
    objects.append(.scalar(scalar))
    return objects.count - 1
  }

  private mutating func reserveReferences(_ count: Int) -> Int {
    let place = references.count
    references.append(contentsOf: repeatElement(0, count: count))
    return place
  }

  // MARK: Writing

  private mutating func writeObjects() {
    let referenceSize = BinaryPropertyListWriter.size(of: objects.count)
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let scalar): append(scalar)
      case .array(let range):
        appendMarker(0xA0, count: range.count)
        for place in range { append(references[place], size: referenceSize) }
      case .dictionary(let range):
        appendMarker(0xD0, count: range.count / 2)
        for place in range { append(references[place], size: referenceSize) }
      }
    }
    let tableStart = bytes.count
    let offsetSize = BinaryPropertyListWriter.size(of: tableStart)
    for offset in offsets { append(offset, size: offsetSize) }
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    append(objects.count, size: 8)
    append(0, size: 8)
    append(tableStart, size: 8)
  }

  private mutating func append(_ scalar: ExactScalar) {
    switch scalar {
    case .boolean(let boolean): bytes.append(boolean ? 0x09 : 0x08)
    case .integer(let integer): append(integer)
    case .real(let bits): appendEight(0x23, bits)
    case .date(let bits): appendEight(0x33, bits)
    case .uid(let uid):
      let size = uid <= 0xFF ? 1 : uid <= 0xFFFF ? 2 : uid <= 0xFFFF_FFFF ? 4 : 8
      bytes.append(0x80 | UInt8(size - 1))
      append(Int(bitPattern: UInt(uid)), size: size)
    case .data(let data):
      appendMarker(0x40, count: data.count)
      bytes.append(contentsOf: data)
    case .string(var string):
      if string.utf8.allSatisfy({ $0 < 0x80 }) {
        appendMarker(0x50, count: string.utf8.count)
        string.withUTF8 { bytes.append(contentsOf: $0) }
      } else {
        appendMarker(0x60, count: string.utf16.count)
        for unit in string.utf16 { append(Int(unit), size: 2) }
      }
    }
  }

  private mutating func append(_ integer: StructuredInteger) {
    guard let word = integer.int64 else {
      // Numbered only after a check that it fits.
      bytes.append(0x14)
      bytes.append(contentsOf: integer.bigEndianBytes(count: 16) ?? [])
      return
    }
    // Fewer than eight bytes have no sign.
    let size = word < 0 ? 8 : BinaryPropertyListWriter.size(of: Int(word))
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(Int(word), size: size)
  }

  private mutating func appendEight(_ marker: UInt8, _ bits: UInt64) {
    bytes.append(marker)
    append(Int(truncatingIfNeeded: bits), size: 8)
  }

  private mutating func appendMarker(_ marker: UInt8, count: Int) {
    guard count >= 15 else {
      bytes.append(marker | UInt8(count))
      return
    }
    bytes.append(marker | 0xF)
    append(StructuredInteger(count))
  }

  private mutating func append(_ number: Int, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The smallest of 1, 2, 4 and 8 bytes that hold a number without a sign.
  private static func size(of number: Int) -> Int {
    number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
  }
}
