public import FileSystem
import Foundation
import ZipArchives

/// Writes provider bundles: reads what a draft names, stores it, and puts the result in its place whole or not at all.
public struct ProviderBundleWriter: Sendable {
  /// Whether the manifest says when things were last changed.
  ///
  /// Without times, equal input gives equal bytes whenever it was made.
  public var includesTimes = true
  /// The latest time the manifest may say, as reproducible builds ask for; later ones become this one.
  public var latestTime: FileTime?
  /// What a bundle may ask of its reader; what asks for more is not written.
  public var limits = BundleLimits.standard
  /// Where streams are kept aside while they are longer than a megabyte, and an archive that goes to a pipe.
  package var spoolFolder: FilePath

  /// Makes a writer with the usual settings.
  ///
  /// - Parameter spoolFolder: a folder that can be written, for what must be kept aside; the system's temporary one
  ///   unless told.
  public init(spoolFolder: FilePath? = nil) {
    self.spoolFolder = spoolFolder ?? FilePath(NSTemporaryDirectory()) ?? .currentFolder
  }

  /// Writes a draft as one file.
  ///
  /// The file appears under its name only when it is whole and on the device; until then an older one stays.
  ///
  /// - Parameters:
  ///   - destination: where the bundle will be. A link there is followed.
  ///   - replacing: whether a file that is there already is replaced; otherwise it is an error.
  /// - Throws: ``BundleError`` for what cannot be packed, and the file system's error for what cannot be read or
  ///   written. Nothing is left behind.
  public func write(_ draft: BundleDraft, to destination: FilePath, replacing: Bool = false) throws {
    try write(PackingList(draft), to: destination, replacing: replacing)
  }

  /// Writes what a list names as one file.
  package func write(_ list: PackingList, to destination: FilePath, replacing: Bool) throws {
    let lock = replacing ? try BundleLock.lockingIfPresent(destination) : nil
    defer { withExtendedLifetime(lock) {} }
    try writeArchive(list, to: destination, replacing: replacing)
  }

  /// Writes a draft as one of many new files in a folder of the caller's own, who brings them to the device together.
  package func write(_ draft: BundleDraft, asOneOfManyNamed name: FileName, in folder: OpenFolder) throws {
    let replacement = try FileReplacement(of: name, in: folder, replacing: false, sweeping: false)
    let list = PackingList(draft)
    let listings = try FolderListings(of: draft, notContaining: folder.path.appending(name))
    let sink = try ArchiveSink(replacement.file, spoolingIn: spoolFolder) { _ in
      try replacement.commit(synchronizing: false)
    }
    try write(list, listings, into: sink)
  }

  /// Writes a draft as a folder with the same layout as the archive.
  ///
  /// - Parameters and errors are those of ``write(_:to:replacing:)``.
  public func writeFolder(_ draft: BundleDraft, to destination: FilePath, replacing: Bool = false) throws {
    try writeFolder(PackingList(draft), to: destination, replacing: replacing)
  }

  /// Writes what a list names as a folder with the same layout as the archive.
  package func writeFolder(_ list: PackingList, to destination: FilePath, replacing: Bool) throws {
    let lock = replacing ? try BundleLock.lockingIfPresent(destination) : nil
    defer { withExtendedLifetime(lock) {} }
    try writeLayout(list, to: destination, replacing: replacing)
  }

  /// Writes an archive whose place the caller has locked.
  ///
  /// - Parameters:
  ///   - willReplace: called with the path of the finished archive just before it gets its name.
  ///   - tell: is told each item that was written.
  func writeArchive(
    _ list: PackingList, to destination: FilePath, replacing: Bool,
    willReplace: ((FilePath) throws -> Void)? = nil,
    tell: @escaping (BundledItem) -> Void = { _ in }
  ) throws {
    let listings = try FolderListings(of: list.draft, notContaining: destination)
    let replacement = try FileReplacement(at: destination, replacing: replacing)
    let sink = try ArchiveSink(replacement.file, spoolingIn: spoolFolder) { _ in
      if let willReplace { try willReplace(replacement.prepare()) }
      try replacement.commit()
    }
    try write(list, listings, into: sink, tell: tell)
  }

  /// Writes a folder whose place the caller has locked.
  ///
  /// - Parameter willReplace: called with the path of the finished folder just before it gets its name.
  func writeLayout(
    _ list: PackingList, to destination: FilePath, replacing: Bool,
    willReplace: ((FilePath) throws -> Void)? = nil
  ) throws {
    let listings = try FolderListings(of: list.draft, notContaining: destination)
    // Replacing a folder removes all that is in it, so that it must be known to be a bundle.
    if replacing, try FileStatus.ifPresent(destination)?.kind == .folder {
      _ = try FolderStorage(destination)
    }
    let replacement = try FolderReplacement(at: destination, replacing: replacing)
    try write(list, listings, into: FolderSink(replacement, willReplace: willReplace))
  }

  /// Writes what a list names as one archive to a pipe; it is kept aside until it is whole, as its first bytes depend
  /// on its last.
  package func write(_ list: PackingList, toStream stream: OpenFile) throws {
    let listings = try FolderListings(of: list.draft, notContaining: nil)
    let sink = try ArchiveSink(OpenFile.unnamed(in: spoolFolder), spoolingIn: spoolFolder) { spool in
      try spool.copyAll(toStream: stream)
    }
    try write(list, listings, into: sink)
  }

  /// Writes a draft as one archive to a pipe.
  package func write(_ draft: BundleDraft, toStream stream: OpenFile) throws {
    try write(PackingList(draft), toStream: stream)
  }

  /// Whether a folder is a bundle: no other is replaced.
  package static func isReplaceable(folder: FilePath) throws -> Bool {
    do {
      _ = try FolderStorage(folder)
      return true
    } catch let error as BundleError where error.code == .notABundle { return false }
  }

  private func write(
    _ list: PackingList, _ listings: FolderListings, into sink: some BundleSink,
    tell: @escaping (BundledItem) -> Void = { _ in }
  ) throws {
    var session = WritingSession(list, sink: sink, listings: listings, writer: self, tell: tell)
    do {
      try session.write(list)
    } catch let error as ZipError {
      // While writing an archive only the system can be at fault, and its error says which file it was.
      throw error.cause ?? error as any Error
    }
  }

  /// A time as the manifest may say it.
  func stated(_ time: FileTime?) -> FileTime? {
    guard includesTimes, let time else { return nil }
    return latestTime.map { min($0, time) } ?? time
  }
}

/// What lies below the folders of a draft, listed before anything is written, so that a bundle never packs itself.
struct FolderListings {
  private var listings: [FilePath: FolderListing] = [:]

  init(of draft: BundleDraft, notContaining destination: FilePath?) throws {
    let existing = try destination.flatMap { try FileStatus.ifPresent($0) }
    let target = try destination.flatMap { try FileStatus.ifPresent($0.parent) }
    for path in try FolderListings.folders(of: draft) where listings[path] == nil {
      var holdsExisting = false
      var holdsTarget = false
      var isRoot = true
      let listing = try FolderListing(of: path) { status in
        if let existing, !isRoot, status.isSameFile(as: existing) { holdsExisting = true }
        if let target, isRoot || status.kind == .folder, status.isSameFile(as: target) { holdsTarget = true }
        isRoot = false
      }
      if holdsExisting {
        throw BundleError(
          .invalidDraft, "\(path) contains the bundle that is to be written; write it somewhere else")
      }
      if holdsTarget {
        throw BundleError(
          .invalidDraft, "the bundle would lie inside \(path), which is to be packed; write it somewhere else"
        )
      }
      listings[path] = listing
    }
  }

  /// The folders that are to be packed.
  private static func folders(of draft: BundleDraft) throws -> [FilePath] {
    var paths: [FilePath] = []
    draft.items.forEachNew(in: draft.items.indices) { item in
      for representation in item.representations {
        if case .file(let path) = representation.content, representation.keptContent == nil {
          paths.append(path)
        }
      }
    }
    // Nothing changes them while others read.
    let candidates = paths
    // A thread costs as much as some hundred questions.
    let isFolder = { @Sendable (index: Int) in
      Result { () throws(FileSystemError) in try FileStatus.of(candidates[index]).kind == .folder }
    }
    let answers =
      candidates.count < 512
      ? candidates.indices.map(isFolder) : ParallelWork.map(count: candidates.count, of: isFolder)
    return try zip(candidates, answers).filter { try $0.1.get() }.map(\.0)
  }

  /// The listing of a folder; nil for what is no folder.
  subscript(path: FilePath) -> FolderListing? { listings[path] }
}
