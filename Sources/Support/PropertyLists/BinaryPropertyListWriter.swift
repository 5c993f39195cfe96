import ByteTools

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A writer of binary property lists with the layout of Apple's writer.
///
/// Equal scalars are stored as one object. Integers, references and offsets have the smallest possible
/// size. The keys of a dictionary precede its values.
///
/// The size of a reference depends on the number of objects, which is known only at the end. Until then,
/// scalars are stored as their final bytes, because they contain no references. Containers are stored as
/// references of four bytes. All stored scalars and references together are only slightly larger than the
/// file. The first bytes of a scalar determine its length, so two scalars are equal if one begins with all
/// bytes of the other.
package struct BinaryPropertyListWriter: PropertyListOutput {
  /// A container; its references are contiguous.
  private struct Container {
    let marker: UInt8
    var references: Range<Int>
  }

  /// A container whose elements are being numbered.
  private struct OpenContainer {
    /// The index in `references` for the next element; nil for an outermost array of unknown length.
    var place: Int?
  }

  /// The objects, in output order.
  ///
  /// A scalar is stored as the start of its bytes in `scalars`, and a container as the bitwise complement
  /// of its index in `containers`.
  private var objects: [Int] = []
  private var scalars: [UInt8] = []
  private var containers: [Container] = []
  private var references: [UInt32] = []
  /// The references of an outermost array of unknown length.
  private var outermostReferences: [UInt32] = []
  /// A lookup table for the object numbers of the scalars; equal scalars have the same number.
  private var numbers = HashIndex()
  /// The keys of the previous dictionary, with their object numbers.
  ///
  /// The records of a list usually have the same keys, so the numbers can be reused.
  private var latestKeys: [(key: String, number: Int)] = []
  private var open: [OpenContainer] = []

  package init() {}

  // MARK: Pieces

  package mutating func write(_ scalar: PropertyListNode) throws(PropertyListError) {
    refer(to: try number(scalar))
  }

  package mutating func beginArray(count: Int?) { begin(0xA0, count: count) }

  package mutating func beginSet(count: Int) { begin(0xC0, count: count) }

  package mutating func beginDictionary(_ keys: [String]?) {
    guard let keys else {
      preconditionFailure("a binary list has all keys of a dictionary before its values")
    }
    let start = references.count
    begin(0xD0, count: keys.count * 2)
    for (index, key) in keys.enumerated() {
      references[start + index] = UInt32(keyNumber(key, at: index))
    }
    open[open.count - 1].place = start + keys.count
  }

  package mutating func writeKey(_ key: String) {
    preconditionFailure("the keys of a dictionary are written at its beginning")
  }

  package mutating func endContainer() {
    open.removeLast()
    guard open.isEmpty, !outermostReferences.isEmpty else { return }
    containers[0].references = references.count..<references.count + outermostReferences.count
    references += outermostReferences
    outermostReferences = []
  }

  // MARK: Numbering

  /// Adds a reference to the innermost container.
  private mutating func refer(to number: Int) {
    guard let innermost = open.indices.last else { return }
    guard let place = open[innermost].place else { return outermostReferences.append(UInt32(number)) }
    references[place] = UInt32(number)
    open[innermost].place = place + 1
  }

  private mutating func begin(_ marker: UInt8, count: Int?) {
    precondition(count != nil || open.isEmpty, "an array inside another has a known length")
    refer(to: objects.count)
    let start = references.count
    references.append(contentsOf: repeatElement(0, count: count ?? 0))
    objects.append(~containers.count)
    containers.append(Container(marker: marker, references: start..<references.count))
    open.append(OpenContainer(place: count == nil ? nil : start))
  }

  /// Returns the object number of a scalar; adds the scalar unless an equal scalar exists.
  private mutating func number(_ node: PropertyListNode) throws(PropertyListError) -> Int {
    let start = scalars.count
    switch node {
    case .null: throw PropertyListError(.unwritable, "a property list cannot contain null")
    case .boolean(let boolean): scalars.append(boolean ? 0x09 : 0x08)
    case .integer(let integer): scalars.appendInteger(integer)
    case .largeInteger(let digits):
      guard let bytes = DecimalInteger.bigEndianBytes(ofDigits: digits) else {
        throw PropertyListError(
          .unwritable,
          "an integer of \(digits.utf8.count) digits exceeds the range of binary property lists")
      }
      scalars.append(0x14)
      scalars.append(contentsOf: bytes)
    case .real(let real, _): scalars.appendEight(0x23, real.bitPattern)
    case .string(let string): scalars.appendString(string)
    case .data(let data):
      scalars.appendMarker(0x40, count: data.count)
      scalars.append(contentsOf: data)
    case .date(let date): scalars.appendEight(0x33, date.timeIntervalSinceReferenceDate.bitPattern)
    case .uid(let uid):
      let size = uid <= 0xFF ? 1 : uid <= 0xFFFF ? 2 : uid <= 0xFFFF_FFFF ? 4 : 8
      scalars.append(0x80 | UInt8(size - 1))
      scalars.appendNumber(Int(bitPattern: UInt(uid)), size: size)
    case .array, .set, .dictionary: preconditionFailure("a container is not a scalar")
    }
    return scalarNumber(from: start)
  }

  /// Adds the last scalar to the objects, and returns its object number.
  ///
  /// If an equal scalar exists, removes the bytes of the last scalar and returns the number of the equal
  /// scalar instead.
  ///
  /// - Parameter start: the start of the last scalar's bytes in `scalars`.
  private mutating func scalarNumber(from start: Int) -> Int {
    let (hash, found) = scalars.withUnsafeBytes { bytes in
      let scalar = UnsafeRawBufferPointer(rebasing: bytes[start...])
      var hasher = Hasher()
      hasher.combine(bytes: scalar)
      let hash = UInt32(truncatingIfNeeded: hasher.finalize())
      let found = numbers.number(hash) { number in
        let place = objects[number]
        return place + scalar.count <= start
          && UnsafeRawBufferPointer(rebasing: bytes[place..<place + scalar.count]).elementsEqual(scalar)
      }
      return (hash, found)
    }
    if let found {
      scalars.removeSubrange(start...)
      return found
    }
    numbers.insert(objects.count, hash)
    objects.append(start)
    return objects.count - 1
  }

  private mutating func keyNumber(_ key: String, at index: Int) -> Int {
    if index < latestKeys.count, Self.areSame(latestKeys[index].key, key) {
      return latestKeys[index].number
    }
    let start = scalars.count
    scalars.appendString(key)
    let number = scalarNumber(from: start)
    // From this index on, the previous dictionary had different keys.
    latestKeys.removeLast(max(0, latestKeys.count - index))
    latestKeys.append((key, number))
    return number
  }

  /// Returns whether two strings have the same bytes.
  private static func areSame(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.count == right.count && left.elementsEqual(right) }
    }
  }

  // MARK: Writing

  /// Appends the complete property list to the output.
  package mutating func finish(into output: inout [UInt8]) {
    let start = output.count
    let referenceSize = [UInt8].size(of: objects.count)
    output.reserveCapacity(
      start + scalars.count + references.count * referenceSize + containers.count * 9 + objects.count * 8 + 64
    )
    output += "bplist00".utf8
    // Replaces each scalar's position in `scalars` by its length. The next loop writes the objects in
    // order, and replaces each entry by the object's position in the document.
    var scalarEnd = scalars.count
    for number in objects.indices.reversed() where objects[number] >= 0 {
      let place = objects[number]
      objects[number] = scalarEnd - place
      scalarEnd = place
    }
    var scalarStart = 0
    for number in objects.indices {
      let object = objects[number]
      objects[number] = output.count - start
      if object >= 0 {
        output += scalars[scalarStart..<scalarStart + object]
        scalarStart += object
      } else {
        let container = containers[~object]
        let count = container.references.count
        output.appendMarker(container.marker, count: container.marker == 0xD0 ? count / 2 : count)
        for reference in references[container.references] {
          output.appendNumber(Int(reference), size: referenceSize)
        }
      }
    }
    let tableStart = output.count - start
    let offsetSize = [UInt8].size(of: tableStart)
    for offset in objects { output.appendNumber(offset, size: offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    output.appendNumber(objects.count, size: 8)
    output.appendNumber(0, size: 8)
    output.appendNumber(tableStart, size: 8)
  }
}

extension [UInt8] {
  fileprivate mutating func appendString(_ string: String) {
    var string = string
    if string.utf8.allSatisfy({ $0 < 0x80 }) {
      appendMarker(0x50, count: string.utf8.count)
      string.withUTF8 { append(contentsOf: $0) }
    } else {
      appendMarker(0x60, count: string.utf16.count)
      for unit in string.utf16 { appendNumber(Int(unit), size: 2) }
    }
  }

  fileprivate mutating func appendInteger(_ integer: Int64) {
    // Integers of fewer than eight bytes are unsigned.
    let size = integer < 0 ? 8 : Self.size(of: Int(integer))
    append(0x10 | UInt8(size.trailingZeroBitCount))
    appendNumber(Int(integer), size: size)
  }

  fileprivate mutating func appendEight(_ marker: UInt8, _ bits: UInt64) {
    append(marker)
    appendNumber(Int(truncatingIfNeeded: bits), size: 8)
  }

  fileprivate mutating func appendMarker(_ marker: UInt8, count: Int) {
    guard count >= 15 else { return append(marker | UInt8(count)) }
    append(marker | 0xF)
    appendInteger(Int64(count))
  }

  fileprivate mutating func appendNumber(_ number: Int, size: Int) {
    for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Returns the smallest size (1, 2, 4 or 8 bytes) that can store an unsigned number.
  fileprivate static func size(of number: Int) -> Int {
    number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
  }
}

extension PropertyListNode {
  /// Returns the node as a binary property list; equal scalars are stored as one object.
  ///
  /// - Throws: `PropertyListError` with code `unwritable` for a null and for an integer beyond signed 128
  ///   bits.
  package func writeBinary() throws(PropertyListError) -> Data {
    var writer = BinaryPropertyListWriter()
    try writer.write(all: self)
    var output: [UInt8] = []
    writer.finish(into: &output)
    return Data(output)
  }
}
