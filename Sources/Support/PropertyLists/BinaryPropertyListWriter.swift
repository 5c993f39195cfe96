import ByteTools
package import Foundation

/// Writes a node as a binary property list, as Apple's writer does: equal scalars are one object, everything has the
/// smallest size, and a dictionary's keys come before its values.
struct BinaryPropertyListWriter {
  /// An object in the order of writing; containers name others by `references`.
  private enum Object {
    case scalar(ExactScalar)
    case container(marker: UInt8, Range<Int>)
  }

  /// A container whose elements are being numbered.
  private struct OpenContainer {
    /// Where the reference to its next element goes.
    var place: Int
    var rest: Rest
  }

  private enum Rest {
    case elements(ArraySlice<PropertyListNode>)
    case members(ArraySlice<PropertyListMember>)
  }

  private var objects: [Object] = []
  private var references: [Int] = []
  /// The numbers of the scalars among the objects; equal scalars have one.
  private var numbers = HashIndex()
  /// The keys of the dictionary before, with their numbers: in a list of records all have the same.
  private var latestKeys: [(key: String, number: Int)] = []
  private var open: [OpenContainer] = []
  private var bytes = Array("bplist00".utf8)

  mutating func write(_ node: PropertyListNode) throws(PropertyListError) -> Data {
    _ = try number(node)
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
    return Data(bytes)
  }

  // MARK: Numbering

  private mutating func popNext(of innermost: Int) -> PropertyListNode? {
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

  /// The number of a node's object, which is made unless it is a scalar that has one.
  private mutating func number(_ node: PropertyListNode) throws(PropertyListError) -> Int {
    switch node {
    case .null: throw PropertyListError(.unwritable, "a property list cannot hold a null")
    case .boolean(let boolean): return scalarNumber(.boolean(boolean))
    case .integer(let integer): return scalarNumber(.integer(integer))
    case .largeInteger(let digits):
      guard DecimalInteger.bigEndianBytes(ofDigits: digits) != nil else {
        throw PropertyListError(
          .unwritable,
          "an integer of \(digits.utf8.count) digits is beyond what a binary property list holds")
      }
      return scalarNumber(.largeInteger(digits: digits))
    case .real(let real, _): return scalarNumber(.real(real.bitPattern))
    case .string(let string): return scalarNumber(.string(string))
    case .data(let data): return scalarNumber(.data(data))
    case .date(let date): return scalarNumber(.date(date.timeIntervalSinceReferenceDate.bitPattern))
    case .uid(let uid): return scalarNumber(.uid(uid))
    case .array(let elements): return begin(0xA0, elements)
    case .set(let elements): return begin(0xC0, elements)
    case .dictionary(let members):
      let number = objects.count
      let place = reserveReferences(members.count * 2)
      objects.append(.container(marker: 0xD0, place..<references.count))
      for (index, member) in members.enumerated() {
        references[place + index] = keyNumber(member.key, at: index)
      }
      open.append(OpenContainer(place: place + members.count, rest: .members(members[...])))
      return number
    }
  }

  private mutating func begin(_ marker: UInt8, _ elements: [PropertyListNode]) -> Int {
    let place = reserveReferences(elements.count)
    objects.append(.container(marker: marker, place..<references.count))
    open.append(OpenContainer(place: place, rest: .elements(elements[...])))
    return objects.count - 1
  }

  private mutating func scalarNumber(_ scalar: ExactScalar) -> Int {
    let hash = UInt32(truncatingIfNeeded: scalar.hashValue)
    let found = numbers.number(hash) { number in
      if case .scalar(let other) = objects[number] { other == scalar } else { false }
    }
    if let found { return found }
    numbers.insert(objects.count, hash)
    objects.append(.scalar(scalar))
    return objects.count - 1
  }

  private mutating func keyNumber(_ key: String, at index: Int) -> Int {
    if index < latestKeys.count, ExactScalar.areSame(latestKeys[index].key, key) {
      return latestKeys[index].number
    }
    let number = scalarNumber(.string(key))
    // What followed it belonged to another dictionary than this one.
    latestKeys.removeLast(max(0, latestKeys.count - index))
    latestKeys.append((key, number))
    return number
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
      case .container(let marker, let range):
        appendMarker(marker, count: marker == 0xD0 ? range.count / 2 : range.count)
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
    case .largeInteger(let digits):
      // Numbered only after a check that it fits.
      bytes.append(0x14)
      bytes.append(contentsOf: DecimalInteger.bigEndianBytes(ofDigits: digits) ?? [])
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

  private mutating func append(_ integer: Int64) {
    // Fewer than eight bytes have no sign.
    let size = integer < 0 ? 8 : BinaryPropertyListWriter.size(of: Int(integer))
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(Int(integer), size: size)
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
    append(Int64(count))
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

extension PropertyListNode {
  /// The node as a binary property list, equal scalars as one object.
  ///
  /// - Throws: `PropertyListError`: `unwritable` for a null and for integers beyond 128 bits.
  package func writeBinary() throws(PropertyListError) -> Data {
    var writer = BinaryPropertyListWriter()
    return try writer.write(self)
  }
}

/// A scalar of a property list as a key whose equality is that of what would be written.
///
/// `String` compares by meaning and `Data` hashes only its beginning; neither distinguishes objects.
enum ExactScalar: Hashable {
  case boolean(Bool)
  case integer(Int64)
  case largeInteger(digits: String)
  case real(UInt64)
  case date(UInt64)
  case uid(UInt64)
  case string(String)
  case data(Data)

  static func == (left: ExactScalar, right: ExactScalar) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.largeInteger(let left), .largeInteger(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    case (.string(let left), .string(let right)): areSame(left, right)
    case (.data(let left), .data(let right)): left == right
    default: false
    }
  }

  /// Whether two strings have the same bytes.
  static func areSame(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .largeInteger(let digits): hasher.combine(digits)
    case .real(let bits), .date(let bits), .uid(let bits): hasher.combine(bits)
    case .string(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .data(let data): data.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}
