import Foundation
package import ProfferConversions
package import ProfferFileSystem
import StandardCoders
import TypeDiscovery
import UniformTypes

/// The destination of a conversion: a file or folder that is created only when it is complete, or a stream.
package struct DocumentDestination {
  /// The destination on disk; nil for a stream.
  private let place: OutputPlace?
  private let isReplaced: Bool
  /// Whether to check only whether the result could be written.
  private let isDryRun: Bool
  private let stream: (UnsafeRawBufferPointer) throws -> Void
  private let isOneOfMany: Bool

  /// The path on disk; nil for a stream.
  package var path: FilePath? { place?.path }

  /// Creates a destination on disk.
  ///
  /// - Parameters:
  ///   - isOneOfMany: whether the result is one of many. If so, the caller must remove unfinished files from
  ///     the folder before the first result, and synchronize the file system after the last result.
  ///   - isDryRun: whether to check only whether the result could be written.
  ///   - name: the name of the result if the path is a folder; nil if the path is the result itself.
  package init(
    _ path: FilePath, isOneOfMany: Bool = false, isDryRun: Bool = false,
    for name: @autoclosure () -> FileName? = nil, replacing: Bool
  ) throws {
    self.isDryRun = isDryRun
    self.isOneOfMany = isOneOfMany
    isReplaced = replacing
    stream = { _ in }
    if let name = name() {
      place = try OutputPlace(path, for: name)
    } else {
      place = OutputPlace(path)
    }
  }

  /// Creates a destination that passes the bytes to a function in chunks.
  package init(_ stream: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    isOneOfMany = false
    isReplaced = false
    isDryRun = false
    self.stream = stream
    place = nil
  }

  /// Writes a document.
  ///
  /// A document that is a folder cannot be written to a stream.
  ///
  /// - Parameter context: the context with the known types. An existing folder is replaced only if it is a
  ///   document of the same type.
  package func write(_ contents: DocumentContents, as typeIdentifier: String, context: ActionContext) throws {
    switch contents {
    case .data(let data): try write { take in try data.withUnsafeBytes(take) }
    case .package(let members):
      guard let place else {
        throw ActionError.failure(
          "the result is a folder and cannot be written to a stream", code: .needsPlace)
      }
      if isDryRun { return try place.requireWritable(as: typeIdentifier, replacing: isReplaced, context) }
      try place.write(
        members, as: typeIdentifier, replacing: isReplaced, sweeping: !isOneOfMany, context: context)
    }
  }

  /// Writes a document in chunks.
  ///
  /// A file is created only when all chunks are written.
  package func write(_ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    guard let place else { return try produce(stream) }
    if isDryRun {
      try produce { _ in }
      return try place.requireWritable(replacing: isReplaced)
    }
    try place.writeFile(
      replacing: isReplaced, synchronizing: !isOneOfMany, sweeping: !isOneOfMany, produce)
  }
}

extension OutputPlace {
  /// Throws the error of writing a document that is a folder, if the place is occupied.
  fileprivate func requireWritable(
    as typeIdentifier: String, replacing: Bool, _ context: ActionContext
  ) throws {
    guard replacing, try kind == .folder else { return try requireWritable(replacing: replacing) }
    try refuseOtherFolder(than: typeIdentifier, context: context)
  }

  /// Writes a document that is a folder.
  ///
  /// The folder is created only when it is complete.
  fileprivate func write(
    _ members: [PackageMember], as typeIdentifier: String, replacing: Bool, sweeping: Bool,
    context: ActionContext
  ) throws {
    if replacing { try refuseOtherFolder(than: typeIdentifier, context: context) }
    try explainingReplacement {
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

  /// Throws `notReplaceable` if the name or contents of an existing folder do not match the type.
  ///
  /// Replacing an unrelated folder would delete all of its contents.
  private func refuseOtherFolder(than typeIdentifier: String, context: ActionContext) throws {
    guard try kind == .folder else { return }
    let named = try context.types.detect(path).type.identifier
    let registry = context.types.registry
    do {
      guard registry.conforms(identifier: named, to: typeIdentifier),
        let reader = ConversionRegistry(.standard, types: registry).readers(of: typeIdentifier).first
      else { throw ActionError.failure("its name indicates \(TypeNames.name(of: named, in: registry))") }
      _ = try reader.read(
        RepresentationSource(
          DocumentContents(at: path), typeIdentifier: typeIdentifier, limits: context.readingLimits))
    } catch {
      throw ActionError.failure(
        "\(path) is a folder and not \(TypeNames.name(of: typeIdentifier, in: registry)), so it is not replaced "
          + "(\(error)); remove it or choose another path",
        cause: error, code: .notReplaceable)
    }
  }
}

extension OpenFolder {
  /// Creates the files of a document that is a folder.
  package func create(_ members: [PackageMember]) throws {
    var descent = FolderDescent(self)
    for member in members {
      let names = try OpenFolder.names(of: member)
      guard let name = names.last else { throw ActionError.failure("a file of the document has no name") }
      let file = try descent.creatingFolder(names.dropLast()).createFile(name)
      try member.data.withUnsafeBytes { try file.write($0, at: 0) }
    }
  }

  /// Returns the names in the path of a member; throws if the path is not inside the document.
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
