import Foundation
import ProfferFileSystem
import UniformTypes

/// Converts the source's contents to the form that the receiver requested: bytes, a file or folder, or an
/// item.
struct Delivery: Sendable {
  let request: RepresentationRequest
  let allowsOpenInPlace: Bool
  let suggestedName: String?
  let registry: TypeRegistry
  /// The receiver's folder for the files; nil if the load creates its own folder.
  let staging: LoadStaging?

  // MARK: Bytes

  /// Returns the contents as bytes; a folder is returned as a ZIP archive.
  func data(of contents: RepresentationContents, options: ItemProviderDataOptions = []) throws -> Data {
    switch contents {
    case .data(let data): return data
    case .file(let path, _):
      if try FileStatus.of(path).kind == .folder {
        return try FolderArchive.data(
          of: path, named: name(ofSource: path.lastComponent, isFolder: true),
          check: request.checkCancellation)
      }
      let contents = try FileContents(of: path, spoolingIn: LoadFolders.systemFolder())
      return try data(of: contents.file, at: 0, byteCount: contents.byteCount, options)
    case .range(let file, let offset, let byteCount, _):
      return try data(of: file, at: offset, byteCount: byteCount, options)
    case .tree(let sourceName, let write):
      let folder = try LoadFolders.shared.make()
      defer { LoadFolders.shared.remove(folder) }
      let name = name(ofSource: sourceName, isFolder: true)
      try write(folder.appending(name))
      return try FolderArchive.data(
        of: folder.appending(name), named: name, check: request.checkCancellation)
    }
  }

  private func data(
    of file: OpenFile, at offset: UInt64, byteCount: UInt64, _ options: ItemProviderDataOptions
  ) throws -> Data {
    options.contains(.mapsSourceFile)
      ? try Data(mapping: file, at: offset, byteCount: byteCount)
      : try Data(keeping: file, at: offset, byteCount: byteCount)
  }

  // MARK: Files

  /// Returns the contents as a file that the receiver owns.
  ///
  /// If the receiver requests the source's own file and the source allows opening it in place, returns that
  /// file.
  func file(of contents: RepresentationContents) throws -> LoadedFile {
    if case .inPlaceFile = request.form, allowsOpenInPlace, case .file(let path, isInPlace: true) = contents {
      return LoadedFile(inPlace: path, isFolder: try FileStatus.of(path).kind == .folder)
    }
    if let staging { return try stage(contents, in: staging) }
    let folder = try LoadFolders.shared.make()
    do {
      let name = try name(of: contents)
      try write(contents, at: folder.appending(name.name)) { () throws(FileSystemError) in
        try OpenFile.creating(folder.appending(name.name))
      }
      return LoadedFile(name.name, isFolder: name.isFolder, in: folder)
    } catch {
      LoadFolders.shared.remove(folder)
      throw error
    }
  }

  /// Writes the contents into a receiver's folder.
  private func stage(_ contents: RepresentationContents, in staging: LoadStaging) throws -> LoadedFile {
    let number = staging.newNumber()
    let stagedName = LoadStaging.name(of: number)
    let path = staging.folder.path.appending(stagedName)
    let (name, isFolder) = try name(of: contents)
    do {
      try write(contents, at: path) { () throws(FileSystemError) in try staging.folder.createFile(stagedName)
      }
    } catch {
      staging.discard(number)
      // The receiver does not know the number, so the error contains the file's name instead.
      throw (error as? FileSystemError)?.renamed(from: path, to: path.appending(name)) ?? error
    }
    return LoadedFile(number, in: staging, isFolder: isFolder, preferring: name)
  }

  /// - Parameter create: creates the file if the contents are bytes or a part of a file.
  private func write(
    _ contents: RepresentationContents, at path: FilePath,
    creating create: () throws(FileSystemError) -> OpenFile
  ) throws {
    var copy = FileCopy { completed, known in
      try request.checkCancellation()
      request.report(completed, of: known)
    }
    switch contents {
    case .data(let data):
      let file = try create()
      try data.withUnsafeBytes { try file.write($0, at: 0) }
    case .file(let source, _): try copy.run(from: source, to: path)
    case .range(let source, let offset, let byteCount, _):
      try copy.copyRange(of: source, at: offset, byteCount: byteCount, to: create())
    case .tree(_, let writeTree): try writeTree(path)
    }
  }

  private func name(of contents: RepresentationContents) throws -> (name: FileName, isFolder: Bool) {
    switch contents {
    case .data: named(nil, isFolder: false)
    case .file(let source, _):
      try named(source.lastComponent, isFolder: FileStatus.of(source).kind == .folder)
    case .range(_, _, _, let sourceName): named(sourceName, isFolder: false)
    case .tree(let sourceName, _): named(sourceName, isFolder: true)
    }
  }

  private func named(_ sourceName: FileName?, isFolder: Bool) -> (name: FileName, isFolder: Bool) {
    (name(ofSource: sourceName, isFolder: isFolder), isFolder)
  }

  /// Returns a file name for the registered type, even if the receiver requested a more general type.
  private func name(ofSource sourceName: FileName?, isFolder: Bool) -> FileName {
    FileNaming.name(
      suggested: suggestedName, sourceName: sourceName, typeIdentifier: request.typeIdentifier,
      isFolder: isFolder, registry: registry)
  }

  // MARK: Items

  /// Returns an answer as an item of the coercing interface.
  ///
  /// An item or object is returned unchanged, and a file or folder is returned as its URL. Other contents
  /// are returned as `Data`.
  func item(of answer: RepresentationAnswer) throws -> any Sendable {
    switch answer {
    case .item(let item): item
    case .object(let object): object.item
    case .contents(.data(let data)): data
    case .contents(.file(let path, _)): try path.fileURL(isFolder: FileStatus.of(path).kind == .folder)
    case .contents(let contents): try data(of: contents)
    }
  }

  // MARK: Errors

  /// Runs a step of the delivery.
  ///
  /// An error other than `ItemProviderError` becomes the cause of the load's error.
  func explaining<Value>(_ step: () throws -> Value) -> Result<Value, any Error> {
    do {
      return .success(try step())
    } catch let error as ItemProviderError {
      return .failure(error)
    } catch {
      return .failure(ItemProviderError.unreadable(request.typeIdentifier, cause: error))
    }
  }
}
