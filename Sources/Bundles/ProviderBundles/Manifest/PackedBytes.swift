import FileSystem
import JSONText

/// Puts values into few bytes: numbers by groups of seven bits, and words with their lengths before them.
///
/// The bytes never leave the process; ``ByteUnpacker`` reads them.
struct BytePacker {
  private(set) var bytes: [UInt8]

  init(bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  mutating func flags(_ flags: [Bool]) {
    var value: UInt8 = 0
    for (bit, flag) in flags.enumerated() where flag { value |= 1 << UInt8(bit) }
    bytes.append(value)
  }

  mutating func number(_ number: some FixedWidthInteger) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func word(_ word: some Collection<UInt8>) {
    number(word.count)
    raw(word)
  }

  /// Packs bytes whose number the reader knows.
  mutating func raw(_ raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { word($0) }
  }

  mutating func time(_ time: FileTime) {
    // The sign goes into the lowest bit, so that times soon before 1970 are short too.
    number(UInt64(bitPattern: time.seconds << 1 ^ time.seconds >> 63))
    number(UInt32(bitPattern: time.nanoseconds))
  }

  mutating func payload(_ payload: BundledPayload) {
    text(payload.path)
    sizeAndChecksum(payload)
  }

  mutating func sizeAndChecksum(_ payload: BundledPayload) {
    number(payload.byteCount)
    number(payload.crc32)
  }

  /// Packs members of an object, unless there are none, which a flag says.
  mutating func unknown(_ members: [JSONMember]) {
    if !members.isEmpty { word(JSONNode.object(members).write()) }
  }
}

/// Reads the bytes that ``BytePacker`` wrote.
struct ByteUnpacker {
  private var bytes: Slice<UnsafeRawBufferPointer>

  init(bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

  mutating func byte() -> UInt8 { bytes.removeFirst() }

  mutating func number() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = byte()
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  mutating func word() -> Slice<UnsafeRawBufferPointer> { raw(Int(number())) }

  mutating func raw(_ count: Int) -> Slice<UnsafeRawBufferPointer> {
    let raw = bytes.prefix(count)
    bytes = bytes.dropFirst(count)
    return raw
  }

  mutating func text() -> String { String(decoding: UnsafeRawBufferPointer(rebasing: word()), as: UTF8.self) }

  mutating func fileName() -> FileName { fileName(of: word()) }

  func fileName(of bytes: Slice<UnsafeRawBufferPointer>) -> FileName {
    guard let name = FileName(bytes: Array(UnsafeRawBufferPointer(rebasing: bytes))) else {
      preconditionFailure("a packed name is a name")
    }
    return name
  }

  mutating func time() -> FileTime {
    let seconds = number()
    return FileTime(
      seconds: Int64(seconds >> 1) ^ -Int64(seconds & 1),
      nanoseconds: Int32(truncatingIfNeeded: number()))
  }

  mutating func payload() -> BundledPayload { payload(at: text()) }

  /// A payload whose path is known otherwise.
  mutating func payload(at path: String) -> BundledPayload {
    BundledPayload(path: path, byteCount: number(), crc32: UInt32(truncatingIfNeeded: number()))
  }

  mutating func unknown() -> [JSONMember] {
    do {
      return try JSONNode.parse(Array(word())).members ?? []
    } catch {
      preconditionFailure("what was written can be read: \(error)")
    }
  }
}
