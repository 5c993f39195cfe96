import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import TypeDiscovery
import UniformTypes

extension DocumentContents {
  /// Reads what is at a path: a file's bytes, or the files of a folder that is one document.
  init(at path: FilePath) throws {
    guard try FileStatus.of(path).kind == .folder else {
      try self.init(OpenFile.readingRegular(path))
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
          try DocumentContents(OpenFile.readingRegular(file)).bytes)
      })
  }

  /// Reads an open file.
  init(_ file: OpenFile) throws {
    self = .data(try Data(keepingAllOf: file))
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
      let data = try bundle.bytes(of: payload)
      let names = member.names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])
      files.append(
        PackageMember(
          try DocumentContents.memberPath(
            Array(names), in: "\(representation.typeIdentifier) in \(bundle.path)"),
          data))
    }
    self = .package(files)
  }

  private static func memberPath(_ bytes: [UInt8], in document: String) throws -> String {
    guard let path = String(validating: bytes, as: UTF8.self) else {
      throw ActionError.failure(
        "\(document) has a file whose name is not UTF-8: \(PrintableText.escaped(bytes))")
    }
    return path
  }
}

/// Where the result of a conversion is written: a file or folder that appears whole or not at all, or standard output.
struct DocumentDestination {
  /// The place on disk; nil is standard output.
  private let place: OutputPlace?
  private let isReplaced: Bool
  private let stream: PayloadStream
  private let isOneOfMany: Bool

  /// The path on disk; nil is standard output.
  var path: FilePath? { place?.path }

  /// The destination that the word of a command line names.
  ///
  /// - Parameters:
  ///   - isNamed: whether the command line names standard output, where it is the destination.
  ///   - isOneOfMany: whether the caller sweeps the folder before the first of many results, and brings all to the device
  ///     after the last.
  ///   - name: the name that the result has inside a folder; nil where the word is the path of the result itself.
  init(
    _ argument: PathArgument, isNamed: Bool, isOneOfMany: Bool = false,
    for name: @autoclosure () -> FileName? = nil, replacing: Bool
  ) throws {
    self.isOneOfMany = isOneOfMany
    isReplaced = replacing
    stream = PayloadStream(isNamed: isNamed)
    switch argument {
    case .standardStream: place = nil
    case .path(let path):
      if let name = name() {
        place = try OutputPlace(path, for: name)
      } else {
        place = OutputPlace(path)
      }
    }
  }

  /// Writes a document of a type; a folder needs a place with a name.
  ///
  /// - Parameter types: show whether an existing folder is a document of the same type: only such a folder is replaced.
  func write(_ contents: DocumentContents, as typeIdentifier: String, context: ActionContext) throws {
    switch contents {
    case .data(let data): try write { take in try data.withUnsafeBytes(take) }
    case .package(let members):
      guard let place else {
        throw ActionError.failure(
          "the result is a folder and cannot be written to standard output; use -o PATH")
      }
      try place.write(
        members, as: typeIdentifier, replacing: isReplaced, sweeping: !isOneOfMany, context: context)
    }
  }

  /// Writes a document piece by piece; a file appears only when all pieces are written.
  func write(_ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    guard let place else { return try produce(stream.write) }
    try place.writeFile(
      replacing: isReplaced, synchronizing: !isOneOfMany, sweeping: !isOneOfMany, produce)
  }
}

extension OutputPlace {
  /// Writes a document that is a folder, whole or not at all.
  fileprivate func write(
    _ members: [PackageMember], as typeIdentifier: String, replacing: Bool, sweeping: Bool,
    context: ActionContext
  ) throws {
    if replacing { try refuseOtherFolder(than: typeIdentifier, context: context) }
    try explainingForce {
      let replacement = try newFolder(replacing: replacing, sweeping: sweeping)
      try replacement.contents.create(members)
      try replacement.commit()
    } where: { kind in
      guard kind == .folder else { return false }
      do {
        try refuseOtherFolder(than: typeIdentifier, context: context)
        return true
      } catch is ActionError { return false }
    }
  }

  /// Refuses to replace a folder that is not a document of a type, by its name and by its contents: all of its contents
  /// would be lost.
  private func refuseOtherFolder(than typeIdentifier: String, context: ActionContext) throws {
    guard try kind == .folder else { return }
    let named = try context.types.detect(path).type.identifier
    let registry = context.types.registry
    do {
      guard registry.conforms(identifier: named, to: typeIdentifier),
        let reader = ConversionRegistry(.standard, types: registry).readers(of: typeIdentifier).first
      else { throw ActionError.failure("by its name it is \(named)") }
      _ = try reader.read(RepresentationSource(DocumentContents(at: path), typeIdentifier: typeIdentifier))
    } catch {
      throw ActionError.failure(
        "\(path) is a folder and not a \(typeIdentifier), which --force does not replace (\(error)); remove it or name "
          + "another place", cause: error)
    }
  }
}

extension OpenFolder {
  /// Creates the files of a document that is a folder.
  func create(_ members: [PackageMember]) throws {
    var descent = FolderDescent(self)
    for member in members {
      let names = try OpenFolder.names(of: member)
      guard let name = names.last else { throw ActionError.failure("a file of the document has no name") }
      let file = try descent.creatingFolder(names.dropLast()).createFile(name)
      try member.data.withUnsafeBytes { try file.write($0, at: 0) }
    }
  }

  /// The names of a member's path; a coder cannot name a place outside the document.
  private static func names(of member: PackageMember) throws -> [FileName] {
    try member.path.split(separator: "/", omittingEmptySubsequences: false).map { name in
      guard let name = FileName(String(name)) else {
        throw ActionError.failure(
          "'\(PrintableText.escaped(Array(member.path.utf8)))' is not a path inside a document")
      }
      return name
    }
  }
}
