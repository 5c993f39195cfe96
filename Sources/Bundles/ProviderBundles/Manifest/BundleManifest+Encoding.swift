import ByteTools
import Foundation
import ItemProviders
import JSONText
import ProfferFileSystem

extension BundleManifest {
  /// Returns the bytes of `manifest.json`.
  ///
  /// The keys are in a fixed order, and each representation is on a line of its own, so that two manifests
  /// can be compared line by line.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(style: .pretty)
    writer.beginManifest()
    for item in items { writer.item(item) { _ in } }
    writer.endManifest(typeDeclarations: typeDeclarations, unknownMembers: unknownMembers)
    return writer.finish() + BundleManifest.end
  }

  /// The bytes at the end of the file, after the JSON text.
  static let end = [UInt8(ascii: "\n")]
}

extension JSONWriter {
  /// Writes the part of a manifest before its items.
  mutating func beginManifest() {
    beginObject()
    key("version")
    integer(BundleManifest.version)
    key("items")
    beginArray()
  }

  /// Writes the part of a manifest after its items.
  mutating func endManifest(typeDeclarations: [JSONNode], unknownMembers: [JSONMember]) {
    endArray()
    if !typeDeclarations.isEmpty {
      key("types")
      beginArray()
      for declaration in typeDeclarations { raw(declaration.write()) }
      endArray()
    }
    members(unknownMembers)
    endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func members(_ members: [JSONMember]) {
    for member in members {
      key(member.key)
      node(member.value)
    }
  }

  /// Writes an item of a manifest.
  ///
  /// - Parameter pause: called after each folder member and at the end of the item. The closure may drain the
  ///   writer.
  mutating func item(_ item: BundledItem, pause: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    if let name = item.suggestedName { text(name, forKey: "name") }
    metadata(item.metadata)
    if let preview = item.preview { self.preview(preview) }
    key("representations")
    beginArray()
    for representation in item.representations { try self.representation(representation, pause: pause) }
    endArray()
    members(item.unknownMembers)
    endObject()
    try pause(&self)
  }

  private mutating func metadata(_ metadata: ItemMetadata) {
    if metadata.hasSize {
      key("width")
      number(metadata.presentationSize.width)
      key("height")
      number(metadata.presentationSize.height)
    }
    if let style = metadata.presentationStyle.manifestWord { text(style, forKey: "style") }
    if let data = metadata.teamData {
      text(data.team, forKey: "team")
      base64(Array(data.bytes), forKey: "teamData")
    }
  }

  /// Writes the preview of an item on a line of its own.
  private mutating func preview(_ preview: BundledPreview) {
    key("preview")
    beginCompactObject()
    text(preview.typeIdentifier, forKey: "type")
    text(preview.payload.path, forKey: "path")
    sizeAndChecksum(preview.payload)
    if let size = preview.pixelSize {
      key("width")
      integer(Int(size.width))
      key("height")
      integer(Int(size.height))
    }
    members(preview.unknownMembers)
    endObject()
  }

  /// Writes a representation on a line of its own.
  fileprivate mutating func representation(
    _ representation: BundledRepresentation, pause: (inout JSONWriter) throws -> Void
  ) rethrows {
    beginCompactObject()
    text(representation.typeIdentifier, forKey: "type")
    text(representation.kind.rawValue, forKey: "kind")
    switch representation.audience {
    case .all: break
    case .team(let name): text(name, forKey: "team")
    case .group(let name): text(name, forKey: "group")
    }
    if representation.allowsOpenInPlace {
      key("openInPlace")
      boolean(true)
    }
    switch representation.storage {
    case .payload(let payload):
      text(payload.path, forKey: "path")
      sizeAndChecksum(payload)
    case .folder(let path, let members):
      text(path, forKey: "path")
      try folderMembers(members, below: path, pause: pause)
    case .inPlace(let reference):
      key("reference")
      self.reference(reference, representation.unknownSourceMembers)
    case .promise(let source, let coder):
      key("promise")
      beginObject()
      key("of")
      integer(source)
      text(coder, forKey: "coder")
      members(representation.unknownSourceMembers)
      endObject()
    }
    if representation.isExecutable {
      key("executable")
      boolean(true)
    }
    if let name = representation.name { self.name(name) }
    time(representation.modification)
    members(representation.unknownMembers)
    endObject()
  }

  private mutating func folderMembers(
    _ members: FolderMembers, below folder: String, pause: (inout JSONWriter) throws -> Void
  ) rethrows {
    var paths = EntryPaths(below: folder)
    key("members")
    beginArray()
    for member in members.records {
      let path = paths.path(of: member.name, in: member.parent, isFolder: member.content == .folder)
      beginObject()
      text(path, forKey: "path")
      switch member.content {
      case .file(let payload, let isExecutable):
        if payload.path != folder + path { text(payload.path, forKey: "entry") }
        sizeAndChecksum(payload)
        if isExecutable {
          key("executable")
          boolean(true)
        }
      case .folder: text("folder", forKey: "kind")
      case .link(let target):
        text("link", forKey: "kind")
        bytes(target, forKey: "target")
      }
      if !member.name.bytes.elementsEqual(EntryPaths.lastComponent(of: path).utf8) { name(member.name) }
      time(member.modification)
      self.members(member.unknownMembers)
      endObject()
      try pause(&self)
    }
    endArray()
  }

  private mutating func reference(_ reference: BundledReference, _ unknownMembers: [JSONMember]) {
    beginObject()
    bytes(reference.path.bytes, forKey: "file")
    key("byteCount")
    integer(reference.byteCount)
    time(reference.modification)
    members(unknownMembers)
    endObject()
  }

  private mutating func sizeAndChecksum(_ payload: BundledPayload) {
    key("byteCount")
    integer(payload.byteCount)
    text(payload.checksumText, forKey: "crc32")
  }

  private mutating func name(_ name: FileName) { bytes(name.bytes, forKey: "name") }

  private mutating func time(_ time: FileTime?) {
    if let time { text(ManifestTime.text(time), forKey: "modified") }
  }

  private mutating func text(_ text: String, forKey key: String) {
    self.key(key)
    string(text)
  }

  /// Writes bytes as text under a key; bytes that are not UTF-8 are written as base64 under the key with the
  /// suffix `Bytes`.
  private mutating func bytes(_ bytes: [UInt8], forKey key: String) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self.text(text, forKey: key)
    } else {
      base64(bytes, forKey: "\(key)Bytes")
    }
  }

  private mutating func base64(_ bytes: [UInt8], forKey key: String) {
    var letters: [UInt8] = []
    bytes.withUnsafeBytes { Base64.encode($0, into: &letters) }
    text(String(decoding: letters, as: UTF8.self), forKey: key)
  }
}

extension BundledPayload {
  /// The checksum as eight hexadecimal digits.
  fileprivate var checksumText: String {
    String(unsafeUninitializedCapacity: 8) { text in
      for index in 0..<8 {
        let digit = UInt8(truncatingIfNeeded: crc32 >> UInt32(4 * (7 - index))) & 0xF
        text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 8
    }
  }
}
