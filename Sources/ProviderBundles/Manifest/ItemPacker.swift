import FileSystem
import ItemProviders
import JSONText

/// Puts items into few bytes: numbers by groups of seven bits, and words with their lengths before them.
///
/// The bytes never leave the process; ``ItemUnpacker`` reads them.
struct ItemPacker {
  private(set) var bytes: [UInt8]

  mutating func item(_ item: BundledItem) {
    flags([item.suggestedName != nil, !item.unknownMembers.isEmpty])
    if let name = item.suggestedName { text(name) }
    unknown(item.unknownMembers)
    number(item.representations.count)
    for representation in item.representations { self.representation(representation) }
  }

  private mutating func representation(_ representation: BundledRepresentation) {
    text(representation.typeIdentifier)
    flags([
      representation.name != nil, representation.modification != nil, representation.allowsOpenInPlace,
      representation.isExecutable, !representation.unknownMembers.isEmpty,
    ])
    bytes.append(representation.kind.code)
    switch representation.audience {
    case .all: number(0)
    case .team(let name):
      number(1)
      text(name)
    case .group(let name):
      number(2)
      text(name)
    }
    switch representation.storage {
    case .payload(let payload):
      number(0)
      self.payload(payload)
    case .folder(let path, let members):
      number(1)
      text(path)
      number(members.members.count)
      for member in members.members { self.member(member) }
    case .inPlace(let reference):
      number(2)
      word(reference.path.bytes)
      number(reference.byteCount)
      time(reference.modification)
    case .promise(let source, let coder):
      number(3)
      number(source)
      text(coder)
    }
    if let name = representation.name { word(name.bytes) }
    if let modification = representation.modification { time(modification) }
    unknown(representation.unknownMembers)
  }

  private mutating func payload(_ payload: BundledPayload) {
    text(payload.path)
    number(payload.byteCount)
    number(payload.crc32)
  }

  private mutating func member(_ member: FolderMembers.Member) {
    flags([member.modification != nil, !member.unknownMembers.isEmpty])
    number(member.names.count)
    for name in member.names { word(name.bytes) }
    switch member.content {
    case .file(let payload, let isExecutable):
      number(isExecutable ? 1 : 0)
      self.payload(payload)
    case .folder: number(2)
    case .link(let target):
      number(3)
      word(target)
    }
    if let modification = member.modification { time(modification) }
    unknown(member.unknownMembers)
  }

  /// Packs members of an object, unless there are none, which a flag says.
  private mutating func unknown(_ members: [JSONMember]) {
    if !members.isEmpty { word(JSONNode.object(members).write()) }
  }

  private mutating func time(_ time: FileTime) {
    // The sign goes into the lowest bit, so that times soon before 1970 are short too.
    number(UInt64(bitPattern: time.seconds << 1 ^ time.seconds >> 63))
    number(UInt32(bitPattern: time.nanoseconds))
  }

  private mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { word($0) }
  }

  private mutating func word(_ word: some Collection<UInt8>) {
    number(word.count)
    bytes.append(contentsOf: word)
  }

  private mutating func flags(_ flags: [Bool]) {
    var value: UInt8 = 0
    for (bit, flag) in flags.enumerated() where flag { value |= 1 << UInt8(bit) }
    bytes.append(value)
  }

  private mutating func number(_ number: some FixedWidthInteger) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Makes items of the bytes that ``ItemPacker`` wrote.
struct ItemUnpacker {
  private var bytes: Slice<UnsafeRawBufferPointer>

  init(bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

  mutating func item() -> BundledItem {
    let flags = byte()
    let name = flags & 1 == 0 ? nil : text()
    let unknownMembers = flags & 2 == 0 ? [] : unknown()
    let count = Int(number())
    var item = BundledItem(
      suggestedName: name, representations: (0..<count).map { _ in representation() })
    item.unknownMembers = unknownMembers
    return item
  }

  private mutating func representation() -> BundledRepresentation {
    let type = text()
    let flags = byte()
    let kind = RepresentationKind(code: byte())
    let audience: BundledRepresentation.Audience =
      switch number() {
      case 0: .all
      case 1: .team(text())
      default: .group(text())
      }
    let storage: BundledRepresentation.Storage =
      switch number() {
      case 0: .payload(payload())
      case 1: folder()
      case 2: .inPlace(reference())
      default: .promise(of: Int(number()), coder: text())
      }
    let name = flags & 1 == 0 ? nil : fileName()
    let modification = flags & 2 == 0 ? nil : time()
    var representation = BundledRepresentation(
      typeIdentifier: type, kind: kind, audience: audience, allowsOpenInPlace: flags & 4 != 0,
      storage: storage, name: name, modification: modification)
    representation.isExecutable = flags & 8 != 0
    if flags & 16 != 0 { representation.unknownMembers = unknown() }
    return representation
  }

  private mutating func payload() -> BundledPayload {
    BundledPayload(path: text(), byteCount: number(), crc32: UInt32(truncatingIfNeeded: number()))
  }

  private mutating func folder() -> BundledRepresentation.Storage {
    let path = text()
    let count = Int(number())
    return .folder(path: path, members: FolderMembers(checked: (0..<count).map { _ in member() }))
  }

  private mutating func reference() -> BundledReference {
    guard let path = FilePath(bytes: word()) else { preconditionFailure("a packed path is a path") }
    return BundledReference(path: path, byteCount: number(), modification: time())
  }

  private mutating func member() -> FolderMembers.Member {
    let flags = byte()
    let count = Int(number())
    let names = (0..<count).map { _ in fileName() }
    let content: FolderMembers.Member.Content =
      switch number() {
      case 0: .file(payload(), isExecutable: false)
      case 1: .file(payload(), isExecutable: true)
      case 2: .folder
      default: .link(target: Array(word()))
      }
    var member = FolderMembers.Member(
      names: names, content: content, modification: flags & 1 == 0 ? nil : time())
    if flags & 2 != 0 { member.unknownMembers = unknown() }
    return member
  }

  private mutating func unknown() -> [JSONMember] {
    do {
      return try JSONNode.parse(Array(word())).members ?? []
    } catch {
      preconditionFailure("what was written can be read: \(error)")
    }
  }

  private mutating func time() -> FileTime {
    let seconds = number()
    return FileTime(
      seconds: Int64(seconds >> 1) ^ -Int64(seconds & 1),
      nanoseconds: Int32(truncatingIfNeeded: number()))
  }

  private mutating func fileName() -> FileName {
    guard let name = FileName(bytes: Array(UnsafeRawBufferPointer(rebasing: word()))) else {
      preconditionFailure("a packed name is a name")
    }
    return name
  }

  private mutating func text() -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: word()), as: UTF8.self)
  }

  private mutating func word() -> Slice<UnsafeRawBufferPointer> {
    let count = Int(number())
    let word = bytes.prefix(count)
    bytes = bytes.dropFirst(count)
    return word
  }

  private mutating func number() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = byte()
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  private mutating func byte() -> UInt8 { bytes.removeFirst() }
}

extension RepresentationKind {
  fileprivate var code: UInt8 {
    switch self {
    case .data: 0
    case .file: 1
    case .object: 2
    case .item: 3
    }
  }

  fileprivate init(code: UInt8) {
    switch code {
    case 0: self = .data
    case 1: self = .file
    case 2: self = .object
    default: self = .item
    }
  }
}
