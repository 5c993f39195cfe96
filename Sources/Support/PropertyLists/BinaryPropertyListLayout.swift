/// Where the objects of a binary property list are: its last 32 bytes and its table of offsets, checked.
struct BinaryPropertyListLayout {
  static let magic = Array("bplist0".utf8)
  static let headerByteCount = 8
  static let trailerByteCount = 32

  let bytes: UnsafeRawBufferPointer
  let objectCount: Int
  let topObject: Int
  /// How many bytes a reference to an object has.
  let referenceSize: Int
  private let offsetSize: Int
  /// Where the table of offsets begins and the objects end.
  let tableStart: Int

  /// Reads and checks the trailer.
  init(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    let headerByteCount = BinaryPropertyListLayout.headerByteCount
    guard bytes.starts(with: BinaryPropertyListLayout.magic) else {
      throw PropertyListError(
        .wrongFormat, "a binary property list begins with 'bplist00'; this does not", at: .byte(0))
    }
    guard bytes.count >= headerByteCount + BinaryPropertyListLayout.trailerByteCount + 2 else {
      throw PropertyListError(
        .unexpectedEnd, "the file ends where a binary property list cannot", at: .byte(bytes.count))
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
      throw trailerError("offsets have \(offsetSize) bytes; 1 to 8 can be", 6)
    }
    guard (1...8).contains(referenceSize) else {
      throw trailerError("references have \(referenceSize) bytes; 1 to 8 can be", 7)
    }
    guard let tableStart = number(24), tableStart > headerByteCount, tableStart < trailer else {
      throw trailerError("the table of offsets begins outside the file's middle", 24)
    }
    guard let objectCount = number(8), objectCount > 0, objectCount <= (trailer - tableStart) / offsetSize
    else {
      throw trailerError("the table of offsets has no room for as many objects as are counted", 8)
    }
    guard let topObject = number(16), topObject < objectCount else {
      throw trailerError("the outermost object is none of the \(objectCount) there are", 16)
    }
    (self.tableStart, self.objectCount, self.topObject) = (tableStart, objectCount, topObject)
  }

  /// Where an object begins.
  func offset(of object: Int) throws(PropertyListError) -> Int {
    let entry = tableStart + object * offsetSize
    guard let offset = Int(exactly: BinaryPropertyListLayout.load(bytes, at: entry, size: offsetSize)),
      offset >= BinaryPropertyListLayout.headerByteCount, offset < tableStart
    else {
      throw PropertyListError(
        .offsetOutOfRange, "object \(object) begins outside the part of the file where objects are",
        at: .byte(entry))
    }
    return offset
  }

  /// The object that the reference at `place`, inside the objects, names.
  func reference(at place: Int) throws(PropertyListError) -> Int {
    let reference = BinaryPropertyListLayout.load(bytes, at: place, size: referenceSize)
    guard reference < UInt64(objectCount) else {
      throw PropertyListError(
        .referenceOutOfRange, "object \(reference) is wanted here, and there are \(objectCount)",
        at: .byte(place))
    }
    return Int(reference)
  }

  /// A big-endian number of 1 to 8 bytes; the caller knows that they are there.
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
