import FileSystem
import JSONText

/// The members of a packed folder in few bytes each, by number: its parent's number and its own name stand for its path.
struct MemberRecords: Sendable, Equatable {
  /// One member without the names above its own.
  struct Record {
    let name: FileName
    /// The number of the folder that the member is in; nil for the packed folder itself.
    let parent: Int?
    let content: FolderMembers.Member.Content
    let modification: FileTime?
    let unknownMembers: [JSONMember]
  }

  /// What a member is, as its record begins with it.
  enum Kind: UInt8 {
    case file, executableFile, folder, link
  }

  // A record: kind and flags, the name's length, the parent, the name, the content, the time, unknown members. The parent
  // and the name, which no two members share, stand together as the bytes of a key.
  private var bytes: [UInt8] = []
  /// Where each record ends in the bytes.
  private var ends: [Int] = []

  /// The folders of payloads, each with its slash, in the order in which they change: neighbours share one.
  private var folders = PackedTexts()

  private static let kindMask: UInt8 = 3
  private static let timeFlag: UInt8 = 4
  private static let unknownFlag: UInt8 = 8
  private static let parentByteCount = 4

  init() {}

  var count: Int { ends.count }
  /// How much memory the records take, about.
  var byteCount: Int { bytes.count + ends.count * MemoryLayout<Int>.stride }

  // MARK: - Adding

  mutating func append(
    _ name: FileName, in parent: Int?, _ content: FolderMembers.Member.Content, modification: FileTime?,
    unknownMembers: [JSONMember]
  ) {
    var packer = BytePacker(bytes: bytes)
    // The packer has the only copy while it appends.
    bytes = []
    let kind: Kind =
      switch content {
      case .file(_, let isExecutable): isExecutable ? .executableFile : .file
      case .folder: .folder
      case .link: .link
      }
    packer.byte(
      kind.rawValue | (modification == nil ? 0 : MemberRecords.timeFlag)
        | (unknownMembers.isEmpty ? 0 : MemberRecords.unknownFlag))
    packer.number(name.bytes.count)
    MemberRecords.withKeyOfParent(parent) { packer.raw($0) }
    packer.raw(name.bytes)
    switch content {
    case .file(let payload, _): pack(payload, of: name, into: &packer)
    case .folder: break
    case .link(let target): packer.word(target)
    }
    if let modification { packer.time(modification) }
    packer.unknown(unknownMembers)
    bytes = packer.bytes
    ends.append(bytes.count)
  }

  /// Packs a payload, whose path mostly is that of its neighbours and the member's own name.
  private mutating func pack(_ payload: BundledPayload, of name: FileName, into packer: inout BytePacker) {
    let path = Array(payload.path.utf8)
    let end = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    if !folders.endsWith(path[..<end]) { folders.append(path[..<end]) }
    packer.number(folders.count - 1)
    let last = path[end...]
    if last.elementsEqual(name.bytes) {
      packer.number(0)
    } else {
      packer.number(last.count + 1)
      packer.raw(last)
    }
    packer.sizeAndChecksum(payload)
  }

  private func payload(
    _ unpacker: inout ByteUnpacker, of name: Slice<UnsafeRawBufferPointer>
  ) -> BundledPayload {
    var path = Array(folders.bytes(of: Int(unpacker.number())))
    let count = Int(unpacker.number())
    path += count == 0 ? name : unpacker.raw(count - 1)
    return unpacker.payload(at: String(decoding: path, as: UTF8.self))
  }

  // MARK: - One member

  subscript(number: Int) -> Record {
    read(number) { unpacker in
      let flags = unpacker.byte()
      let (parent, name) = MemberRecords.key(&unpacker)
      let content: FolderMembers.Member.Content =
        switch MemberRecords.kind(flags) {
        case .file: .file(payload(&unpacker, of: name), isExecutable: false)
        case .executableFile: .file(payload(&unpacker, of: name), isExecutable: true)
        case .folder: .folder
        case .link: .link(target: Array(unpacker.word()))
        }
      return Record(
        name: unpacker.fileName(of: name), parent: parent, content: content,
        modification: flags & MemberRecords.timeFlag == 0 ? nil : unpacker.time(),
        unknownMembers: flags & MemberRecords.unknownFlag == 0 ? [] : unpacker.unknown())
    }
  }

  func kind(of number: Int) -> Kind { read(number) { MemberRecords.kind($0.byte()) } }

  func parent(of number: Int) -> Int? {
    read(number) { unpacker in
      _ = unpacker.byte()
      return MemberRecords.key(&unpacker).parent
    }
  }

  /// The names from the packed folder down to a member.
  func names(of number: Int) -> [FileName] {
    var names: [FileName] = []
    var next: Int? = number
    while let number = next {
      next = read(number) { unpacker in
        _ = unpacker.byte()
        let (parent, name) = MemberRecords.key(&unpacker)
        names.append(unpacker.fileName(of: name))
        return parent
      }
    }
    names.reverse()
    return names
  }

  /// The payload of a file; nil for what is none.
  func payload(of number: Int) -> BundledPayload? {
    read(number) { unpacker in
      guard MemberRecords.isFile(unpacker.byte()) else { return nil }
      return payload(&unpacker, of: MemberRecords.key(&unpacker).name)
    }
  }

  /// The size of a file; 0 for what is none.
  func byteCount(of number: Int) -> UInt64 {
    read(number) { unpacker in
      guard MemberRecords.isFile(unpacker.byte()) else { return 0 }
      _ = MemberRecords.key(&unpacker)
      // The folder and the last name of the path come before the size.
      _ = unpacker.number()
      _ = unpacker.raw(max(1, Int(unpacker.number())) - 1)
      return unpacker.number()
    }
  }

  /// The target of a link; nil for what is none.
  func target(of number: Int) -> [UInt8]? {
    read(number) { unpacker in
      guard MemberRecords.kind(unpacker.byte()) == .link else { return nil }
      _ = MemberRecords.key(&unpacker)
      return Array(unpacker.word())
    }
  }

  // MARK: - Keys

  /// Shows, for members by number, the bytes that tell a member from all others.
  func withKeys<Value>(_ body: ((Int) -> UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { bytes in
      body { number in
        var unpacker = ByteUnpacker(bytes: bytes[start(of: number)..<ends[number]])
        _ = unpacker.byte()
        let count = Int(unpacker.number()) + MemberRecords.parentByteCount
        return UnsafeRawBufferPointer(rebasing: unpacker.raw(count))
      }
    }
  }

  /// The bytes by which the member of a name in a folder is found.
  static func key(of name: some Collection<UInt8>, in parent: Int?) -> [UInt8] {
    withKeyOfParent(parent) { Array($0) } + name
  }

  private static func withKeyOfParent<Value>(
    _ parent: Int?, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    // Counted from 1, so that 0 is the packed folder.
    withUnsafeBytes(of: UInt32(parent.map { $0 + 1 } ?? 0).littleEndian, body)
  }

  private static func key(
    _ unpacker: inout ByteUnpacker
  ) -> (parent: Int?, name: Slice<UnsafeRawBufferPointer>) {
    let count = Int(unpacker.number())
    let parent = UnsafeRawBufferPointer(rebasing: unpacker.raw(parentByteCount))
    let number = UInt32(littleEndian: parent.loadUnaligned(as: UInt32.self))
    return (number == 0 ? nil : Int(number) - 1, unpacker.raw(count))
  }

  private static func kind(_ flags: UInt8) -> Kind {
    guard let kind = Kind(rawValue: flags & kindMask) else { preconditionFailure("two bits tell four kinds") }
    return kind
  }

  private static func isFile(_ flags: UInt8) -> Bool { flags & kindMask <= Kind.executableFile.rawValue }

  private func start(of number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

  private func read<Value>(_ number: Int, _ body: (inout ByteUnpacker) -> Value) -> Value {
    bytes.withUnsafeBytes { bytes in
      var unpacker = ByteUnpacker(bytes: bytes[start(of: number)..<ends[number]])
      return body(&unpacker)
    }
  }
}

extension MemberRecords {
  /// Packs the records behind other things.
  func pack(into packer: inout BytePacker) {
    packer.number(ends.count)
    var start = 0
    for end in ends {
      packer.number(end - start)
      start = end
    }
    packer.raw(bytes)
    packer.number(folders.count)
    for number in 0..<folders.count { packer.word(folders.bytes(of: number)) }
  }

  /// Takes records out of what they were packed into.
  init(unpacking unpacker: inout ByteUnpacker) {
    var end = 0
    ends = (0..<Int(unpacker.number())).map { _ in
      end += Int(unpacker.number())
      return end
    }
    bytes = Array(unpacker.raw(end))
    for _ in 0..<Int(unpacker.number()) { folders.append(UnsafeRawBufferPointer(rebasing: unpacker.word())) }
  }
}
