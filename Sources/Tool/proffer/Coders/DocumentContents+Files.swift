import Conversions
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

extension DocumentContents {
  /// Reads what is at a path: a file's bytes, or the files of a folder that counts as one document.
  init(at path: FilePath) throws {
    guard try FileStatus.of(path).kind == .folder else {
      self = .data(try DocumentContents.bytes(of: path))
      return
    }
    let prefixLength = path.bytes.count
    let files = try FileList(below: path)
    self = .package(
      try (0..<files.count).map { number in
        let file = files.path(at: number)
        let names = file.bytes.dropFirst(prefixLength).drop { $0 == UInt8(ascii: "/") }
        return PackageMember(
          try DocumentContents.memberPath(Array(names), in: path.description),
          try DocumentContents.bytes(of: file))
      })
  }

  /// Reads a representation that is stored in a bundle.
  init(of representation: BundledRepresentation, in bundle: ProviderBundle) throws {
    guard case .folder(_, let members) = representation.storage else {
      self = .data(try bundle.bytes(of: representation))
      return
    }
    var files: [PackageMember] = []
    for member in members {
      guard case .file(let payload, _) = member.content else { continue }
      var data = Data(capacity: Int(payload.byteCount))
      try bundle.stored(payload).stream { data.append(contentsOf: $0) }
      let names = member.names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])
      files.append(
        PackageMember(
          try DocumentContents.memberPath(
            Array(names), in: "\(representation.typeIdentifier) in \(bundle.path)"),
          data))
    }
    self = .package(files)
  }

  /// Writes the contents to a place, whole or not at all.
  ///
  /// - Parameter typeIdentifier: the type of the contents. A folder is replaced only by a folder of its own type.
  func write(to place: OutputPlace, as typeIdentifier: String, replacing: Bool) throws {
    switch self {
    case .data(let data):
      try place.explainingForce {
        let replacement = try place.newFile(replacing: replacing)
        try data.withUnsafeBytes { try replacement.file.write($0, at: 0) }
        try replacement.commit()
      }
    case .package(let members):
      if replacing { try DocumentContents.refuseOtherFolder(at: place, than: typeIdentifier) }
      try place.explainingForce {
        let replacement = try place.newFolder(replacing: replacing)
        var descent = FolderDescent(replacement.contents)
        for member in members { try DocumentContents.write(member, into: &descent) }
        try replacement.commit()
      } where: { kind in
        guard kind == .folder else { return false }
        do {
          try DocumentContents.refuseOtherFolder(at: place, than: typeIdentifier)
          return true
        } catch is Failure { return false }
      }
    }
  }

  private static func write(_ member: PackageMember, into folder: inout FolderDescent) throws {
    let names = try names(of: member)
    guard let name = names.last else { throw Failure("a file of the document has no name") }
    let file = try folder.creatingFolder(names.dropLast()).createFile(name)
    try member.data.withUnsafeBytes { try file.write($0, at: 0) }
  }

  /// Refuses to replace a folder that is no document of a type, by its name and by what is in it: whatever is in it
  /// would be gone.
  private static func refuseOtherFolder(at place: OutputPlace, than typeIdentifier: String) throws {
    guard try place.kind == .folder else { return }
    let path = place.path
    let readers = ConversionRegistry.own.readers(of: typeIdentifier)
    let named = try TypeDetector(database: ProgramTypes.desktop).detect(path).type.identifier
    do {
      guard TypeRegistry.current.conforms(identifier: named, to: typeIdentifier), let reader = readers.first
      else { throw Failure("by its name it is \(named)") }
      _ = try reader.read(RepresentationSource(DocumentContents(at: path), typeIdentifier: typeIdentifier))
    } catch {
      throw Failure(
        "\(path) is a folder and no \(typeIdentifier), which --force does not replace (\(error)); remove it or name "
          + "another place")
    }
  }

  private static func bytes(of path: FilePath) throws -> Data {
    let file = try OpenFile.readingRegular(path)
    return try Data(keeping: file, at: 0, byteCount: file.status().byteCount)
  }

  private static func memberPath(_ bytes: [UInt8], in document: String) throws -> String {
    guard let path = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(document) has a file whose name is not UTF-8: \(PrintableText.escaped(bytes))")
    }
    return path
  }

  /// The names of a member's path; a document's coder never says where outside the document something goes.
  private static func names(of member: PackageMember) throws -> [FileName] {
    try member.path.split(separator: "/", omittingEmptySubsequences: false).map { name in
      guard let name = FileName(String(name)) else {
        throw Failure("'\(PrintableText.escaped(Array(member.path.utf8)))' is no path inside a document")
      }
      return name
    }
  }
}
