import FileSystem
import ItemProviders
import JSONText

/// Puts items into few bytes, which ``ItemUnpacker`` reads.
struct ItemPacker {
  private var packer: BytePacker
  /// The folders of many members, which are kept beside the bytes.
  private(set) var folders: [FolderMembers]

  /// Folders of more packed bytes than this are kept beside the bytes, and shared by all who ask for their items.
  private static let longestFolder = 1 << 12

  init(bytes: [UInt8], folders: [FolderMembers]) {
    packer = BytePacker(bytes: bytes)
    self.folders = folders
  }

  var bytes: [UInt8] { packer.bytes }

  mutating func item(_ item: BundledItem) {
    packer.flags([item.suggestedName != nil, !item.unknownMembers.isEmpty])
    if let name = item.suggestedName { packer.text(name) }
    packer.unknown(item.unknownMembers)
    packer.number(item.representations.count)
    for representation in item.representations { self.representation(representation) }
  }

  private mutating func representation(_ representation: BundledRepresentation) {
    packer.text(representation.typeIdentifier)
    packer.flags([
      representation.name != nil, representation.modification != nil, representation.allowsOpenInPlace,
      representation.isExecutable, !representation.unknownMembers.isEmpty,
      !representation.unknownSourceMembers.isEmpty,
    ])
    packer.byte(representation.kind.code)
    switch representation.audience {
    case .all: packer.number(0)
    case .team(let name):
      packer.number(1)
      packer.text(name)
    case .group(let name):
      packer.number(2)
      packer.text(name)
    }
    switch representation.storage {
    case .payload(let payload):
      packer.number(0)
      packer.payload(payload)
    case .folder(let path, let members): folder(members, at: path)
    case .inPlace(let reference):
      packer.number(2)
      packer.word(reference.path.bytes)
      packer.number(reference.byteCount)
      packer.time(reference.modification)
    case .promise(let source, let coder):
      packer.number(3)
      packer.number(source)
      packer.text(coder)
    }
    if let name = representation.name { packer.word(name.bytes) }
    if let modification = representation.modification { packer.time(modification) }
    packer.unknown(representation.unknownMembers)
    packer.unknown(representation.unknownSourceMembers)
  }

  private mutating func folder(_ members: FolderMembers, at path: String) {
    if members.records.byteCount > ItemPacker.longestFolder {
      packer.number(4)
      packer.text(path)
      packer.number(folders.count)
      folders.append(members)
    } else {
      packer.number(1)
      packer.text(path)
      members.records.pack(into: &packer)
    }
  }
}

/// Makes items of the bytes that ``ItemPacker`` wrote.
struct ItemUnpacker {
  private var unpacker: ByteUnpacker
  private let folders: [FolderMembers]

  init(bytes: Slice<UnsafeRawBufferPointer>, folders: [FolderMembers]) {
    unpacker = ByteUnpacker(bytes: bytes)
    self.folders = folders
  }

  mutating func item() -> BundledItem {
    let flags = unpacker.byte()
    let name = flags & 1 == 0 ? nil : unpacker.text()
    let unknownMembers = flags & 2 == 0 ? [] : unpacker.unknown()
    let count = Int(unpacker.number())
    var item = BundledItem(
      suggestedName: name, representations: (0..<count).map { _ in representation() })
    item.unknownMembers = unknownMembers
    return item
  }

  private mutating func representation() -> BundledRepresentation {
    let type = unpacker.text()
    let flags = unpacker.byte()
    let kind = RepresentationKind(code: unpacker.byte())
    let audience: BundledRepresentation.Audience =
      switch unpacker.number() {
      case 0: .all
      case 1: .team(unpacker.text())
      default: .group(unpacker.text())
      }
    let storage: BundledRepresentation.Storage =
      switch unpacker.number() {
      case 0: .payload(unpacker.payload())
      case 1:
        .folder(path: unpacker.text(), members: FolderMembers(checked: MemberRecords(unpacking: &unpacker)))
      case 2: .inPlace(reference())
      case 3: .promise(of: Int(unpacker.number()), coder: unpacker.text())
      default: .folder(path: unpacker.text(), members: folders[Int(unpacker.number())])
      }
    let name = flags & 1 == 0 ? nil : unpacker.fileName()
    let modification = flags & 2 == 0 ? nil : unpacker.time()
    var representation = BundledRepresentation(
      typeIdentifier: type, kind: kind, audience: audience, allowsOpenInPlace: flags & 4 != 0,
      storage: storage, name: name, modification: modification)
    representation.isExecutable = flags & 8 != 0
    if flags & 16 != 0 { representation.unknownMembers = unpacker.unknown() }
    if flags & 32 != 0 { representation.unknownSourceMembers = unpacker.unknown() }
    return representation
  }

  private mutating func reference() -> BundledReference {
    guard let path = FilePath(bytes: unpacker.word()) else { preconditionFailure("a packed path is a path") }
    return BundledReference(path: path, byteCount: unpacker.number(), modification: unpacker.time())
  }
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
