import ByteTools
import ItemProviders
import JSONText
import ProfferFileSystem

extension ManifestDecoder {
  /// The fields of a representation or a folder member, before they are combined.
  private struct Fields {
    var type: String?
    var kind: String?
    var audience: BundledRepresentation.Audience?
    var opensInPlace = false
    var path: String?
    var entry: String?
    var byteCount: UInt64?
    var crc32: UInt32?
    var isExecutable = false
    var target: [UInt8]?
    var members: FolderMembers.Builder?
    var reference: BundledReference?
    var promise: (of: Int, coder: String)?
    var name: FileName?
    var modification: FileTime?
    var unknown: [JSONMember] = []
    /// The unknown members inside the reference or the promise.
    var unknownInside: [JSONMember] = []
  }

  mutating func representation() throws -> BundledRepresentation {
    let fields = try fields("a representation")
    guard let type = fields.type, !type.isEmpty else { throw missing("type", in: "a representation") }
    guard let kind = fields.kind.flatMap(RepresentationKind.init) else {
      let known = RepresentationKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw malformed("a representation must have a \"kind\", one of \(known)")
    }
    var representation = BundledRepresentation(
      typeIdentifier: type, kind: kind, audience: fields.audience ?? .all,
      allowsOpenInPlace: fields.opensInPlace, storage: try storage(fields), name: fields.name,
      modification: fields.modification)
    representation.isExecutable = fields.isExecutable
    representation.unknownMembers = fields.unknown
    representation.unknownSourceMembers = fields.unknownInside
    return representation
  }

  private func storage(_ fields: Fields) throws -> BundledRepresentation.Storage {
    // An array of the three would be allocated for each representation.
    let isStored = fields.path != nil
    let isReferenced = fields.reference != nil
    let isPromised = fields.promise != nil
    guard isStored ? !isReferenced && !isPromised : isReferenced != isPromised else {
      throw malformed("a representation must have exactly one of \"path\", \"reference\" and \"promise\"")
    }
    if let reference = fields.reference { return .inPlace(reference) }
    if let promise = fields.promise { return .promise(of: promise.of, coder: promise.coder) }
    guard let path = fields.path else { throw missing("path", in: "a representation") }
    if path.hasSuffix("/") {
      guard let members = fields.members else { throw missing("members", in: "a folder") }
      return .folder(path: path, members: try members.finish())
    }
    return .payload(try payload(fields, at: path))
  }

  private func payload(_ fields: Fields, at path: String) throws -> BundledPayload {
    guard let byteCount = fields.byteCount else { throw missing("byteCount", in: path) }
    guard let crc32 = fields.crc32 else { throw missing("crc32", in: path) }
    return BundledPayload(path: path, byteCount: byteCount, crc32: crc32)
  }

  private mutating func fields(_ what: String) throws -> Fields {
    var fields = Fields()
    // The position of the folder's members in the text, if they precede the folder's path.
    var membersAhead: JSONScanner?
    try object(what) { decoder, key, span in
      switch key {
      case .type: fields.type = try decoder.typeIdentifier()
      case .kind: fields.kind = try decoder.text("kind")
      case .team: fields.audience = try decoder.audience(fields.audience, .team(decoder.text("team")))
      case .group: fields.audience = try decoder.audience(fields.audience, .group(decoder.text("group")))
      case .openInPlace: fields.opensInPlace = try decoder.boolean("openInPlace")
      case .path: fields.path = try decoder.text("path")
      case .entry: fields.entry = try decoder.text("entry")
      case .byteCount: fields.byteCount = UInt64(try decoder.integer("byteCount"))
      case .crc32: fields.crc32 = try decoder.checksum()
      case .executable: fields.isExecutable = try decoder.boolean("executable")
      case .target: fields.target = Array(try decoder.text("target").utf8)
      case .targetBytes: fields.target = try decoder.base64("targetBytes")
      case .members:
        if let path = fields.path {
          fields.members = try decoder.memberList(below: path)
        } else {
          membersAhead = decoder.scanner
          try decoder.scanner.skipValue()
        }
      case .reference: fields.reference = try decoder.reference(&fields.unknownInside)
      case .promise: fields.promise = try decoder.promise(&fields.unknownInside)
      case .name: fields.name = try decoder.name(Array(decoder.text("name").utf8))
      case .nameBytes: fields.name = try decoder.name(decoder.base64("nameBytes"))
      case .modified: fields.modification = try decoder.time()
      default: fields.unknown.append(try decoder.unknownMember(span))
      }
    }
    if let membersAhead {
      let end = scanner
      scanner = membersAhead
      fields.members = try memberList(below: fields.path ?? "")
      scanner = end
    }
    return fields
  }

  /// Reads the members of a folder; the path of a member determines the folder that contains it.
  private mutating func memberList(below folder: String) throws -> FolderMembers.Builder {
    var members = FolderMembers.Builder()
    var folders: [Substring: Int?] = ["": nil]
    try each("members", most: limits.memberCount) { decoder in
      let fields = try decoder.fields("a folder member")
      guard let path = fields.path else { throw decoder.missing("path", in: "a folder member") }
      let last = EntryPaths.lastComponent(of: path)
      let parent = path[..<last.startIndex].dropLast()
      guard let parentNumber = folders[parent] else {
        throw decoder.malformed("\(JSONError.quoted(path)) is listed before the folder that contains it")
      }
      let name = try fields.name ?? decoder.name(Array(last.utf8))
      let content: FolderMembers.Member.Content
      switch fields.kind {
      case nil:
        content = .file(
          try decoder.payload(fields, at: fields.entry ?? folder + path), isExecutable: fields.isExecutable)
      case "folder":
        content = .folder
        folders[path[...]] = .some(members.count)
      case "link":
        guard let target = fields.target else { throw decoder.missing("target", in: "a link") }
        content = .link(target: target)
      case let other?:
        throw decoder.malformed(
          "a folder member must be a file, a \"folder\" or a \"link\", not \(JSONError.quoted(other))")
      }
      members.append(
        name, in: parentNumber, content, modification: fields.modification, unknownMembers: fields.unknown)
    }
    return members
  }

  private mutating func reference(_ unknown: inout [JSONMember]) throws -> BundledReference {
    var path: [UInt8]?
    var byteCount: Int?
    var modification: FileTime?
    try object("a reference") { decoder, key, span in
      switch key {
      case .file: path = Array(try decoder.text("file").utf8)
      case .fileBytes: path = try decoder.base64("fileBytes")
      case .byteCount: byteCount = try decoder.integer("byteCount")
      case .modified: modification = try decoder.time()
      default: unknown.append(try decoder.unknownMember(span))
      }
    }
    guard let bytes = path, let path = FilePath(bytes: bytes), path.isAbsolute else {
      throw malformed("a reference must have a \"file\" that is an absolute path")
    }
    guard let byteCount else { throw missing("byteCount", in: "a reference") }
    guard let modification else { throw missing("modified", in: "a reference") }
    return BundledReference(path: path, byteCount: UInt64(byteCount), modification: modification)
  }

  private mutating func promise(_ unknown: inout [JSONMember]) throws -> (of: Int, coder: String) {
    var source: Int?
    var coder: String?
    try object("a promise") { decoder, key, span in
      switch key {
      case .of: source = try decoder.integer("of")
      case .coder: coder = try decoder.text("coder")
      default: unknown.append(try decoder.unknownMember(span))
      }
    }
    guard let source else { throw missing("of", in: "a promise") }
    guard let coder else { throw missing("coder", in: "a promise") }
    return (source, coder)
  }

  private func audience(
    _ known: BundledRepresentation.Audience?, _ found: BundledRepresentation.Audience
  ) throws -> BundledRepresentation.Audience {
    guard known == nil else { throw malformed("a representation must not be for both a team and a group") }
    return found
  }

  mutating func checksum() throws -> UInt32 {
    let text = try text("crc32")
    guard text.utf8.count == 8, !text.hasPrefix("+"), let value = UInt32(text, radix: 16) else {
      throw malformed("\"crc32\" must be eight hexadecimal digits")
    }
    return value
  }

  private mutating func base64(_ what: String) throws -> [UInt8] {
    try base64(what, most: limits.nameByteCount)
  }

  /// Reads bytes that are encoded as base64.
  ///
  /// - Parameter most: the maximum number of bytes.
  mutating func base64(_ what: String, most: Int) throws -> [UInt8] {
    // Four base64 digits represent three bytes.
    var text = try text(what, most: most / 3 * 4 + 4)
    text.makeContiguousUTF8()
    let decoded = text.utf8.withContiguousStorageIfAvailable { text in
      Result { () throws(Base64.Flaw) in try Base64.decode(UnsafeRawBufferPointer(text)) }
    }
    guard case .success(let bytes) = decoded else { throw malformed("\"\(what)\" must be base64") }
    guard bytes.count <= most else { throw tooLong(what, bytes.count, most: most) }
    return bytes
  }

  private func name(_ bytes: [UInt8]) throws -> FileName {
    guard let name = FileName(bytes: bytes) else {
      throw malformed("\(PrintableText.escaped(bytes)) is not a file name")
    }
    return name
  }

  private mutating func time() throws -> FileTime {
    guard let time = ManifestTime.time(try text("modified")) else {
      throw malformed("\"modified\" must be a time in UTC such as 2026-03-09T18:04:05Z")
    }
    return time
  }
}
