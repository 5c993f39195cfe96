import Foundation
public import ProfferFileSystem
import ZipArchives

/// Writes provider bundles.
///
/// A writer reads the sources of a draft, stores them, and moves the complete bundle to its destination. If
/// an error occurs, nothing is created.
public struct ProviderBundleWriter: Sendable {
  /// Whether the manifest contains modification times.
  ///
  /// Without modification times, equal contents produce equal bytes.
  public var includesTimes = true
  /// The latest modification time, for reproducible builds; later times are replaced by this time.
  public var latestTime: FileTime?
  /// Makes previews for new items; nil to store only the previews of the draft.
  public var previews: PreviewMaking?
  /// The limits for the bundles that are written.
  public var limits = BundleLimits.standard
  /// Called with the number of payload bytes that were stored, or read from a stream, since the last call.
  package var didStore: (@Sendable (_ byteCount: UInt64) throws -> Void)?
  /// Whether hidden files and folders below the packed folders are left out.
  package var skipsHidden = false
  /// Called with the number of hidden files and folders that were left out, unless it is zero.
  package var didSkipHidden: (@Sendable (_ count: Int) -> Void)?
  /// The folder for temporary files, such as long streams and an archive that is written to a pipe.
  package var spoolFolder: FilePath

  /// Makes a writer with the default settings.
  ///
  /// - Parameter spoolFolder: the folder for temporary files; nil for the system's folder.
  public init(spoolFolder: FilePath? = nil) {
    self.spoolFolder = spoolFolder ?? FilePath(NSTemporaryDirectory()) ?? .currentFolder
  }

  /// Writes a draft as an archive file.
  ///
  /// The file appears at its destination only when it is complete and flushed to disk. Until then, an
  /// existing file remains.
  ///
  /// - Parameters:
  ///   - draft: the draft to write.
  ///   - destination: the path of the bundle. A link at this path is followed.
  ///   - replacing: whether to replace an existing file; if false, an existing file is an error.
  /// - Throws: ``BundleError`` if a source cannot be packed; a file system error if a source cannot be read
  ///   or the bundle cannot be written. In all these cases, nothing is created.
  public func write(_ draft: BundleDraft, to destination: FilePath, replacing: Bool = false) throws {
    try write(PackingList(draft), to: destination, replacing: replacing)
  }

  /// Writes a packing list as an archive file.
  package func write(_ list: PackingList, to destination: FilePath, replacing: Bool) throws {
    let lock = replacing ? try FileLock.ofBundleIfPresent(destination) : nil
    defer { withExtendedLifetime(lock) {} }
    try writeArchive(list, to: destination, replacing: replacing)
  }

  /// Writes a draft as one of many new archive files in a folder.
  ///
  /// Only the caller may use the folder, and the caller must flush the folder to disk later.
  package func write(_ draft: BundleDraft, asOneOfManyNamed name: FileName, in folder: OpenFolder) throws {
    let replacement = try FileReplacement(of: name, in: folder, replacing: false, sweeping: false)
    let list = PackingList(draft)
    let listings = try listings(of: draft, notContaining: folder.path.appending(name))
    let sink = try ArchiveSink(replacement.file, spoolingIn: spoolFolder) { _ in
      try replacement.commit(synchronizing: false)
    }
    try write(list, listings, into: sink)
  }

  /// Writes a draft as a folder with the same layout as the archive.
  ///
  /// - Parameters:
  ///   - draft: the draft to write.
  ///   - destination: the path of the folder.
  ///   - replacing: whether to replace an existing bundle; if false, an existing bundle is an error.
  /// - Throws: the errors of `write(_:to:replacing:)`.
  public func writeFolder(_ draft: BundleDraft, to destination: FilePath, replacing: Bool = false) throws {
    try writeFolder(PackingList(draft), to: destination, replacing: replacing)
  }

  /// Writes a packing list as a folder with the same layout as the archive.
  package func writeFolder(_ list: PackingList, to destination: FilePath, replacing: Bool) throws {
    let lock = replacing ? try FileLock.ofBundleIfPresent(destination) : nil
    defer { withExtendedLifetime(lock) {} }
    try writeLayout(list, to: destination, replacing: replacing)
  }

  /// Writes an archive to a destination that the caller has locked.
  ///
  /// - Parameters:
  ///   - trusted: an open bundle whose payloads are moved without verifying their checksums.
  ///   - willReplace: called with the path of the finished archive before it is moved to its destination.
  ///   - didWrite: called with each item that was written.
  func writeArchive(
    _ list: PackingList, to destination: FilePath, replacing: Bool, trusting trusted: ProviderBundle? = nil,
    willReplace: ((FilePath) throws -> Void)? = nil, didWrite: @escaping (BundledItem) -> Void = { _ in }
  ) throws {
    let listings = try listings(of: list.draft, notContaining: destination)
    let replacement = try FileReplacement(at: destination, replacing: replacing)
    let sink = try ArchiveSink(replacement.file, spoolingIn: spoolFolder) { _ in
      if let willReplace { try willReplace(replacement.prepare()) }
      try replacement.commit()
    }
    try write(list, listings, into: sink, trusting: trusted, didWrite: didWrite)
  }

  /// Writes a folder to a destination that the caller has locked.
  ///
  /// - Parameters:
  ///   - trusted: an open bundle whose payloads are moved without verifying their checksums.
  ///   - willReplace: called with the path of the finished folder before it is moved to its destination.
  func writeLayout(
    _ list: PackingList, to destination: FilePath, replacing: Bool, trusting trusted: ProviderBundle? = nil,
    willReplace: ((FilePath) throws -> Void)? = nil
  ) throws {
    let listings = try listings(of: list.draft, notContaining: destination)
    // Replacing a folder removes its contents, so only a folder that is a bundle is replaced.
    if replacing, try FileStatus.ifPresent(destination)?.kind == .folder {
      _ = try FolderStorage(destination)
    }
    let replacement = try FolderReplacement(at: destination, replacing: replacing)
    try write(
      list, listings, into: FolderSink(replacement, willReplace: willReplace), trusting: trusted)
  }

  /// Writes a packing list as an archive to a pipe.
  ///
  /// The archive is first written to a temporary file, because a header may be written after its payload.
  package func write(_ list: PackingList, toStream stream: OpenFile) throws {
    let listings = try listings(of: list.draft, notContaining: nil)
    let sink = try ArchiveSink(OpenFile.unnamed(in: spoolFolder), spoolingIn: spoolFolder) { spool in
      try spool.copyAll(toStream: stream)
    }
    try write(list, listings, into: sink)
  }

  /// Writes a draft as an archive into an empty file, which the caller keeps open.
  package func write(_ draft: BundleDraft, into file: OpenFile) throws {
    let listings = try listings(of: draft, notContaining: nil)
    try write(PackingList(draft), listings, into: ArchiveSink(file, spoolingIn: spoolFolder) { _ in })
  }

  /// Writes a draft as one archive to a pipe.
  package func write(_ draft: BundleDraft, toStream stream: OpenFile) throws {
    try write(PackingList(draft), toStream: stream)
  }

  /// Returns whether a folder is a bundle; other folders are not replaced.
  package static func isReplaceable(folder: FilePath) throws -> Bool {
    do {
      _ = try FolderStorage(folder)
      return true
    } catch let error as BundleError where error.code == .notABundle { return false }
  }

  /// Lists the folders of a draft, and reports the hidden files that are left out.
  private func listings(of draft: BundleDraft, notContaining destination: FilePath?) throws -> FolderListings
  {
    let listings = try FolderListings(of: draft, notContaining: destination, skippingHidden: skipsHidden)
    if listings.hiddenCount > 0 { didSkipHidden?(listings.hiddenCount) }
    return listings
  }

  private func write(
    _ list: PackingList, _ listings: FolderListings, into sink: some BundleSink,
    trusting trusted: ProviderBundle? = nil, didWrite: @escaping (BundledItem) -> Void = { _ in }
  ) throws {
    var session = WritingSession(
      list, sink: sink, listings: listings, writer: self, trusting: trusted, didWrite: didWrite)
    do {
      try session.write(list)
    } catch let error as ZipError {
      // If the file system failed, its error is thrown instead, because that error names the file.
      throw error.fileError ?? error as any Error
    }
  }

  /// Returns a time in the form for the manifest; nil if the manifest contains no times.
  func stated(_ time: FileTime?) -> FileTime? {
    guard includesTimes, let time else { return nil }
    return latestTime.map { min($0, time) } ?? time
  }
}

extension FileLock {
  /// Locks a bundle against other writers until the value is released.
  ///
  /// - Throws: ``BundleError/Code/beingChanged`` if another program has locked the bundle.
  static func ofBundle(_ path: FilePath) throws -> FileLock {
    let result = Result { () throws(FileSystemError) in try FileLock(path) }
    if case .failure(let error) = result, error.code == .busy {
      throw BundleError(
        .beingChanged, "another program is changing \(path); try again when it has finished", cause: error
      )
    }
    return try result.get()
  }

  /// Locks the bundle at a path; nil if there is no file or folder that a bundle can replace.
  static func ofBundleIfPresent(_ path: FilePath) throws -> FileLock? {
    switch try FileStatus.ifPresent(path)?.kind {
    case .regular, .folder: try ofBundle(path)
    default: nil
    }
  }
}

/// The listings of the folders in a draft.
///
/// The folders are listed before anything is written, so that a bundle never contains itself.
struct FolderListings {
  private var listings: [FilePath: FolderListing] = [:]
  /// The number of hidden files and folders that were left out.
  private(set) var hiddenCount = 0

  init(of draft: BundleDraft, notContaining destination: FilePath?, skippingHidden: Bool) throws {
    let folders = try FolderListings.folders(of: draft)
    if folders.isEmpty { return }
    let existing = try destination.flatMap { try FileStatus.ifPresent($0) }
    let target = try destination.flatMap { try FileStatus.ifPresent($0.parent) }
    for path in folders where listings[path] == nil {
      var holdsExisting = false
      var holdsTarget = false
      var isRoot = true
      let listing = try FolderListing(of: path, skippingHidden: skippingHidden) { status in
        if let existing, !isRoot, status.isSameFile(as: existing) { holdsExisting = true }
        if let target, isRoot || status.kind == .folder, status.isSameFile(as: target) { holdsTarget = true }
        isRoot = false
      }
      if holdsExisting {
        throw BundleError(
          .invalidDraft, "\(path) contains the bundle to be written; write it to another folder")
      }
      if holdsTarget {
        throw BundleError(
          .invalidDraft,
          "the bundle would be inside \(path), which is to be packed; write it to another folder"
        )
      }
      listings[path] = listing
      hiddenCount += listing.hiddenCount
    }
  }

  /// Returns the folders that are to be packed.
  private static func folders(of draft: BundleDraft) throws -> [FilePath] {
    var paths: [FilePath] = []
    draft.items.forEachNew { item in
      guard case .made(let item) = item else { return }
      for representation in item.representations where !representation.isTypedWhenStored {
        if case .file(let path) = representation.content, representation.keptContent == nil {
          paths.append(path)
        }
      }
    }
    let candidates = paths
    // Starting a thread takes as much time as examining several hundred files.
    let isFolder = { @Sendable (index: Int) in
      Result { () throws(FileSystemError) in try FileStatus.of(candidates[index]).kind == .folder }
    }
    let answers =
      candidates.count < 512
      ? candidates.indices.map(isFolder) : ParallelWork.map(count: candidates.count, of: isFolder)
    return try zip(candidates, answers).filter { try $0.1.get() }.map(\.0)
  }

  /// Returns the listing of a folder; nil for other paths.
  subscript(path: FilePath) -> FolderListing? { listings[path] }
}
