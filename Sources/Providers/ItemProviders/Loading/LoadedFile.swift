import ByteTools
public import Foundation
public import ProfferFileSystem

/// A file or folder that a load delivered, owned by this value.
///
/// The file is deleted when the value is released, unless `keep(at:)` has moved the file. The path and the
/// URL become invalid when the value is released, so read the file inside ``withURL(_:)``, or call
/// `keep(at:)`. A file opened in place is the source's own file: it is not deleted, and writing to it
/// changes the source's item.
///
/// ```swift
/// let file = try await provider.loadFileRepresentation(for: .png)
/// let byteCount = try file.withURL { try Data(contentsOf: $0).count }
/// try file.keep(at: pictures.appending(path: "picture.png"))
/// ```
///
/// A receiver that only reads the file can use `ItemProvider.withLoadedFile(for:)`, which does not require
/// a value of this type.
public final class LoadedFile: Sendable {
  /// The path of the file or folder, valid as long as this value exists.
  public let path: FilePath
  /// Whether this is the source's own file instead of a copy.
  public let isInPlace: Bool
  /// Whether the item is a folder.
  public let isFolder: Bool
  /// The preferred name for a kept file, to be used unless another file has that name; nil for a file opened
  /// in place.
  package let preferredName: FileName?
  /// The file or folder that is deleted with the value.
  ///
  /// This property is nil after the receiver has kept, taken or released the file, and for a file opened in
  /// place.
  private let owned: Locked<Owned?>

  private enum Owned {
    /// A load's own folder, which contains the file.
    case folder(FilePath)
    /// A file in a receiver's folder.
    case staged(LoadStaging, number: Int32)
  }

  /// Creates a value for a file opened in place.
  init(inPlace path: FilePath, isFolder: Bool) {
    self.path = path
    self.isFolder = isFolder
    isInPlace = true
    preferredName = nil
    owned = Locked(nil)
  }

  /// Creates a value for a file in a load's own folder; the folder is deleted with the value.
  init(_ name: FileName, isFolder: Bool, in folder: FilePath) {
    path = folder.appending(name)
    self.isFolder = isFolder
    isInPlace = false
    preferredName = name
    owned = Locked(.folder(folder))
  }

  /// Creates a value for a file in a receiver's folder.
  ///
  /// The file is deleted with the value unless the receiver calls ``take(from:)``.
  init(_ number: Int32, in staging: LoadStaging, isFolder: Bool, preferring name: FileName) {
    path = staging.folder.path.appending(LoadStaging.name(of: number))
    self.isFolder = isFolder
    isInPlace = false
    preferredName = name
    owned = Locked(.staged(staging, number: number))
  }

  deinit { release() }

  /// Calls a function with the file's URL; the file exists at least until the function returns.
  ///
  /// - Parameter body: reads the file. Do not use the URL outside this function, because it becomes
  ///   invalid when this value is released.
  /// - Returns: the function's result.
  /// - Throws: the function's error; ``ItemProviderError`` with code `pathNotRepresentableError` if the
  ///   path is not UTF-8 and therefore has no URL.
  public func withURL<Result>(_ body: (URL) throws -> Result) throws -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(url)
  }

  /// Calls an asynchronous function with the file's URL; the file exists at least until the function
  /// returns.
  ///
  /// - Parameters:
  ///   - isolation: the caller's actor, on which the function runs.
  ///   - body: reads the file. Do not use the URL outside this function, because it becomes invalid when
  ///     this value is released.
  /// - Returns: the function's result.
  /// - Throws: the function's error; ``ItemProviderError`` with code `pathNotRepresentableError` if the
  ///   path is not UTF-8 and therefore has no URL.
  public func withURL<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Result
  ) async throws -> Result {
    defer { withExtendedLifetime(self) {} }
    return try await body(url)
  }

  /// The file's URL, valid as long as this value exists.
  ///
  /// - Throws: ``ItemProviderError`` with code `pathNotRepresentableError` if the path is not UTF-8.
  package var url: URL {
    get throws { try path.fileURL(isFolder: isFolder) }
  }

  /// Moves the file or folder to a path that does not exist; an item opened in place is copied instead.
  ///
  /// The operation is atomic, even if the destination is on another device and the item must be copied.
  /// After a successful call, the value no longer owns a file.
  ///
  /// - Parameter destination: a path that does not exist.
  /// - Throws: `FileSystemError`, with code `alreadyExists` if the path exists. After an error, the value
  ///   still owns the file.
  public func keep(at destination: FilePath) throws {
    let isOwned = owned.withLock { $0 != nil }
    guard isOwned else { return try copyWhole(to: destination) }
    do {
      try FileTree.rename(from: path, to: destination, replacing: false)
    } catch {
      guard error.code == .crossDevice else { throw error }
      try copyWhole(to: destination)
    }
    release()
  }

  /// Copies the item into a hidden folder beside the destination, and then moves the copy to the
  /// destination.
  ///
  /// A partial copy therefore never has the final name.
  private func copyWhole(to destination: FilePath) throws {
    let unfinished = try FolderReplacement(at: destination, replacing: false)
    defer { unfinished.cancel() }
    guard let name = FileName("copy") else { preconditionFailure("letters are a valid name") }
    let copy = unfinished.path.appending(name)
    try FileCopy.copy(path, to: copy)
    try FileTree.rename(from: copy, to: destination, replacing: false)
  }

  /// Moves the file or folder to the path of a file URL, like `keep(at:)` with a path.
  ///
  /// - Parameter destination: the file URL of a path that does not exist.
  /// - Throws: `FileSystemError`; ``ItemProviderError`` if the URL is not a file URL.
  public func keep(at destination: URL) throws {
    try keep(at: FilePath(fileURL: destination))
  }

  /// Deletes the file immediately.
  ///
  /// Further calls, and calls after `keep(at:)`, have no effect.
  public func release() {
    switch disown() {
    case .folder(let folder): LoadFolders.shared.remove(folder)
    case .staged(let staging, let number): staging.discard(number)
    case nil: break
    }
  }

  /// Transfers ownership of a file in a receiver's folder to the receiver.
  ///
  /// - Returns: the number of the file in the folder; nil if the file is not in that folder. If the result
  ///   is nil, the value still owns the file.
  package func take(from staging: LoadStaging) -> Int32? {
    owned.withLock { owned in
      guard case .staged(let place, let number) = owned, place === staging else { return nil }
      owned = nil
      return number
    }
  }

  private func disown() -> Owned? {
    owned.withLock { owned in
      defer { owned = nil }
      return owned
    }
  }
}
