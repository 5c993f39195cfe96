/// A reader that builds a value from the objects of a binary property list.
///
/// Each object is read only once, and all references to an object share its value. A small file can
/// therefore represent a value that is enormous when it is traversed. `sizeLimit` limits the total size.
struct BinaryPropertyListReader {
  /// The header of an object.
  struct Header {
    let start: Int
    /// The high four bits of the first byte, which are the type of the object.
    let kind: UInt8
    /// The count in the header: bytes, characters or elements.
    let count: Int
    /// The offset of the content.
    let content: Int
  }

  /// A container whose elements are being read.
  private struct OpenContainer {
    let object: Int
    let header: Header
    var next = 0
    var elements: [PropertyListNode] = []
    var members: [PropertyListMember] = []
    var size = BinaryPropertyListReader.containerSize
    var height = 1
    var isDictionary: Bool { header.kind == 0xD }

    var value: PropertyListNode {
      switch header.kind {
      case 0xC: .set(elements)
      case 0xD: .dictionary(members)
      default: .array(elements)
      }
    }
  }

  private enum State: UInt8 {
    case unread, open, finished
  }

  let layout: BinaryPropertyListLayout
  private let depthLimit: Int
  /// The maximum total size; a shared object counts once for each reference.
  private let sizeLimit: Int
  private var open: [OpenContainer] = []
  private var states: [State]
  private var values: [PropertyListNode]
  private var sizes: [Int]
  private var heights: [Int]
  /// The number of bytes that no object has used yet.
  ///
  /// A negative number means that objects overlap.
  private var unusedByteCount: Int
  /// The number of unpaired surrogates that were replaced.
  var repairedCharacterCount = 0

  /// The amount that a container adds to the total size: roughly the container's own size in memory.
  private static let containerSize = 32

  /// - Parameter bytes: the file; the memory must stay valid while the reader is used.
  init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListError) {
    layout = try BinaryPropertyListLayout(bytes)
    depthLimit = limits.depth
    sizeLimit = bytes.count * limits.growth.factor + limits.growth.extra
    states = Array(repeating: .unread, count: layout.objectCount)
    values = Array(repeating: .null, count: layout.objectCount)
    sizes = Array(repeating: 0, count: layout.objectCount)
    heights = Array(repeating: 0, count: layout.objectCount)
    unusedByteCount = layout.tableStart - BinaryPropertyListLayout.headerByteCount
  }

  mutating func read() throws(PropertyListError) -> PropertyListReading {
    try begin(layout.topObject, namedAt: layout.bytes.count - 16)
    while let innermost = open.indices.last {
      // Accessed in place: if a copy existed, an append would copy all elements.
      if open[innermost].next == open[innermost].header.count {
        let container = open.removeLast()
        finish(container.object, container.value, size: container.size, height: container.height)
        continue
      }
      try readElement(of: innermost)
    }
    return PropertyListReading(
      node: values[layout.topObject], repairedCharacterCount: repairedCharacterCount)
  }

  // MARK: Containers

  /// Adds the next element to a container, or begins the element if the element has not been read.
  ///
  /// A later call adds an element that this call began.
  private mutating func readElement(of innermost: Int) throws(PropertyListError) {
    let index = open[innermost].next
    let header = open[innermost].header
    let isDictionary = open[innermost].isDictionary
    let place = header.content + (index + (isDictionary ? header.count : 0)) * layout.referenceSize
    let object = try layout.reference(at: place)
    guard states[object] == .finished else {
      try begin(object, namedAt: place)
      return
    }
    open[innermost].size += sizes[object]
    open[innermost].height = max(open[innermost].height, heights[object] + 1)
    if isDictionary {
      let keyPlace = header.content + index * layout.referenceSize
      let key = try key(layout.reference(at: keyPlace), namedAt: keyPlace)
      open[innermost].size += key.utf8.count
      open[innermost].members.append(PropertyListMember(key, values[object]))
    } else {
      open[innermost].elements.append(values[object])
    }
    open[innermost].next += 1
    guard open[innermost].size <= sizeLimit else {
      throw PropertyListError(
        .tooLarge, "this value would exceed \(sizeLimit) bytes once its shared objects are expanded",
        at: .byte(header.start))
    }
    // The height of a finished object does not include its enclosing containers, so the total depth is
    // checked here.
    guard innermost + open[innermost].height <= depthLimit else { throw tooDeep(header.start) }
  }

  private mutating func key(_ object: Int, namedAt place: Int) throws(PropertyListError) -> String {
    if states[object] == .unread {
      let header = try header(of: object)
      if header.kind == 0x5 || header.kind == 0x6 { try begin(object, namedAt: place) }
    }
    guard states[object] == .finished, case .string(let key) = values[object] else {
      throw PropertyListError(
        .invalidKey, "object \(object) is the key of a dictionary but not a string", at: .byte(place))
    }
    return key
  }

  /// Reads a scalar completely, or opens a container.
  private mutating func begin(_ object: Int, namedAt place: Int) throws(PropertyListError) {
    guard states[object] == .unread else {
      throw PropertyListError(.cycle, "object \(object) contains itself", at: .byte(place))
    }
    let header = try header(of: object)
    switch header.kind {
    case 0xA, 0xC, 0xD:
      guard open.count < depthLimit else { throw tooDeep(header.start) }
      try use(header, unit: layout.referenceSize * (header.kind == 0xD ? 2 : 1))
      states[object] = .open
      var container = OpenContainer(object: object, header: header)
      if header.kind == 0xD {
        container.members.reserveCapacity(header.count)
      } else {
        container.elements.reserveCapacity(header.count)
      }
      open.append(container)
    default:
      let value = try scalar(header)
      finish(object, value, size: header.count + 1, height: 0)
    }
  }

  private mutating func finish(_ object: Int, _ value: PropertyListNode, size: Int, height: Int) {
    states[object] = .finished
    values[object] = value
    sizes[object] = size
    heights[object] = height
  }

  private func tooDeep(_ place: Int) -> PropertyListError {
    PropertyListError(
      .tooDeep, "dictionaries and arrays are nested more than \(depthLimit) deep",
      at: .byte(place))
  }

  // MARK: Headers

  private func header(of object: Int) throws(PropertyListError) -> Header {
    let start = try layout.offset(of: object)
    let first = layout.bytes[start]
    let (kind, low) = (first >> 4, Int(first & 0xF))
    // The low four bits are the count, or encode the size of a number. A value of 15 means that the count
    // follows.
    guard kind >= 0x4, kind != 0x8, low == 0xF else {
      return Header(start: start, kind: kind, count: low, content: start + 1)
    }
    guard start + 1 < layout.tableStart, layout.bytes[start + 1] & 0xF0 == 0x10,
      layout.bytes[start + 1] & 0xF <= 3
    else {
      throw PropertyListError(.unknownObject, "an object's count is not a number", at: .byte(start + 1))
    }
    let size = 1 << Int(layout.bytes[start + 1] & 0xF)
    guard start + 2 + size <= layout.tableStart else { throw endsOutside(start) }
    let number = BinaryPropertyListLayout.load(layout.bytes, at: start + 2, size: size)
    guard let count = Int(exactly: number) else { throw endsOutside(start) }
    return Header(start: start, kind: kind, count: count, content: start + 2 + size)
  }

  /// Checks that an object's content is inside the object area, and counts its bytes as used.
  ///
  /// Objects overlap if together they use more bytes than the object area has.
  ///
  /// - Parameter unit: the size in bytes of each unit that the header counts.
  mutating func use(_ header: Header, unit: Int) throws(PropertyListError) {
    let (byteCount, isTooLarge) = header.count.multipliedReportingOverflow(by: unit)
    guard !isTooLarge, byteCount <= layout.tableStart - header.content else {
      throw endsOutside(header.start)
    }
    unusedByteCount -= header.content - header.start + byteCount
    guard unusedByteCount >= 0 else {
      throw PropertyListError(
        .overlappingObjects, "objects use the same bytes of the file", at: .byte(header.start))
    }
  }

  func endsOutside(_ start: Int) -> PropertyListError {
    PropertyListError(
      .unexpectedEnd, "this object extends beyond the part of the file that contains objects",
      at: .byte(start))
  }
}

/// The layout of a binary property list, read from its trailer (the last 32 bytes) and its offset table.
struct BinaryPropertyListLayout {
  static let magic = Array("bplist0".utf8)
  static let headerByteCount = 8
  static let trailerByteCount = 32

  let bytes: UnsafeRawBufferPointer
  let objectCount: Int
  let topObject: Int
  /// The size of an object reference in bytes.
  let referenceSize: Int
  private let offsetSize: Int
  /// The start of the offset table, which is the end of the objects.
  let tableStart: Int

  /// Reads and checks the trailer.
  init(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    let headerByteCount = BinaryPropertyListLayout.headerByteCount
    guard bytes.starts(with: BinaryPropertyListLayout.magic) else {
      throw PropertyListError(
        .wrongFormat, "the data does not begin with 'bplist00', as a binary property list must", at: .byte(0))
    }
    guard bytes.count >= headerByteCount + BinaryPropertyListLayout.trailerByteCount + 2 else {
      throw PropertyListError(
        .unexpectedEnd, "the file ends before its trailer is complete", at: .byte(bytes.count))
    }
    self.bytes = bytes
    let trailer = bytes.count - BinaryPropertyListLayout.trailerByteCount
    func trailerError(_ message: String, _ place: Int) -> PropertyListError {
      PropertyListError(.invalidTrailer, message, at: .byte(trailer + place))
    }
    func number(_ place: Int) -> Int? {
      Int(exactly: BinaryPropertyListLayout.load(bytes, at: trailer + place, size: 8))
    }

    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize) else {
      throw trailerError("offsets have \(offsetSize) bytes; 1 to 8 are allowed", 6)
    }
    guard (1...8).contains(referenceSize) else {
      throw trailerError("references have \(referenceSize) bytes; 1 to 8 are allowed", 7)
    }
    guard let tableStart = number(24), tableStart > headerByteCount, tableStart < trailer else {
      throw trailerError("the offset table begins outside its valid range", 24)
    }
    guard let objectCount = number(8), objectCount > 0, objectCount <= (trailer - tableStart) / offsetSize
    else {
      throw trailerError("the offset table is too small for the declared number of objects", 8)
    }
    guard let topObject = number(16), topObject < objectCount else {
      throw trailerError("the top object is not one of the \(objectCount) objects", 16)
    }
    (self.tableStart, self.objectCount, self.topObject) = (tableStart, objectCount, topObject)
  }

  /// Returns the offset of an object.
  func offset(of object: Int) throws(PropertyListError) -> Int {
    let entry = tableStart + object * offsetSize
    guard let offset = Int(exactly: BinaryPropertyListLayout.load(bytes, at: entry, size: offsetSize)),
      offset >= BinaryPropertyListLayout.headerByteCount, offset < tableStart
    else {
      throw PropertyListError(
        .offsetOutOfRange, "object \(object) begins outside the part of the file that contains objects",
        at: .byte(entry))
    }
    return offset
  }

  /// Returns the object number of the reference at `place`, an offset in the object area.
  func reference(at place: Int) throws(PropertyListError) -> Int {
    let reference = BinaryPropertyListLayout.load(bytes, at: place, size: referenceSize)
    guard reference < UInt64(objectCount) else {
      throw PropertyListError(
        .referenceOutOfRange, "object \(reference) is referred to, but there are only \(objectCount)",
        at: .byte(place))
    }
    return Int(reference)
  }

  /// Returns a big-endian number of 1 to 8 bytes; all bytes of the number must be inside `bytes`.
  @inline(__always)
  static func load(_ bytes: UnsafeRawBufferPointer, at place: Int, size: Int) -> UInt64 {
    switch size {
    case 1: return UInt64(bytes[place])
    case 2: return UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
    case 4: return UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    case 8: return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    default:
      var number: UInt64 = 0
      for index in place..<place + size { number = number << 8 | UInt64(bytes[index]) }
      return number
    }
  }
}
