import Foundation
import ProfferFileSystem
import UniformTypes

/// Makes what the receiver asked for from what the source gave: data, file and folder in both directions.
struct Delivery: Sendable {
  let request: RepresentationRequest
  let allowsOpenInPlace: Bool
  let suggestedName: String?
  let registry: TypeRegistry

  // MARK: Bytes

  /// The contents as bytes: those of a file, a folder as a zip archive.
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

  /// The contents as a file of the receiver's own, or the source's file where it may be opened in place.
  func file(of contents: RepresentationContents) throws -> LoadedFile {
    if case .inPlaceFile = request.form, allowsOpenInPlace, case .file(let path, isInPlace: true) = contents {
      return LoadedFile(inPlace: path, isFolder: try FileStatus.of(path).kind == .folder)
    }
    let folder = try LoadFolders.shared.make()
    do {
      return try write(contents, into: folder)
    } catch {
      LoadFolders.shared.remove(folder)
      throw error
    }
  }

  private func write(_ contents: RepresentationContents, into folder: FilePath) throws -> LoadedFile {
    var copy = FileCopy { completed, known in
      try request.checkCancellation()
      request.report(completed, of: known)
    }
    switch contents {
    case .data(let data):
      let path = folder.appending(name(ofSource: nil, isFolder: false))
      let file = try OpenFile.creating(path)
      try data.withUnsafeBytes { try file.write($0, at: 0) }
      return LoadedFile(path, isFolder: false, in: folder)
    case .file(let source, _):
      let isFolder = try FileStatus.of(source).kind == .folder
      let path = folder.appending(name(ofSource: source.lastComponent, isFolder: isFolder))
      try copy.run(from: source, to: path)
      return LoadedFile(path, isFolder: isFolder, in: folder)
    case .range(let source, let offset, let byteCount, let sourceName):
      let path = folder.appending(name(ofSource: sourceName, isFolder: false))
      try copy.copyRange(of: source, at: offset, byteCount: byteCount, to: path)
      return LoadedFile(path, isFolder: false, in: folder)
    case .tree(let sourceName, let writeTree):
      let path = folder.appending(name(ofSource: sourceName, isFolder: true))
      try writeTree(path)
      return LoadedFile(path, isFolder: true, in: folder)
    }
  }

  /// The name follows the registered type, not the more general one that the receiver asked for.
  private func name(ofSource sourceName: FileName?, isFolder: Bool) -> FileName {
    FileNaming.name(
      suggested: suggestedName, sourceName: sourceName, typeIdentifier: request.typeIdentifier,
      isFolder: isFolder, registry: registry)
  }

  // MARK: Items

  /// The answer as an item of the coercing interface: an item as it is, bytes as `Data`, a file as its URL.
  func item(of answer: RepresentationAnswer) throws -> any Sendable {
    switch answer {
    case .item(let item): item
    case .contents(.data(let data)): data
    case .contents(.file(let path, _)): try path.fileURL(isFolder: FileStatus.of(path).kind == .folder)
    case .contents(let contents): try data(of: contents)
    }
  }

  // MARK: Errors

  /// Runs a step of the delivery; an error with a file becomes the error of the load, with the file's own as its cause.
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
