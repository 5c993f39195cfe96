import ItemProviders
import ProfferFileSystem

/// The placement of dropped items in a folder.
///
/// The files of the items are staged, recorded for undo, and then renamed:
///
/// 1. The files of items are staged in a hidden folder in the destination, with numbers as names. A load that
///    is started in `loading(_:)` writes its file into the staging folder. `add(_:of:)` moves the files of
///    other loads into the staging folder. A file that is moved within the same device is not staged.
/// 2. `commit(recordingIn:)` flushes the staged files to disk, writes the undo record, and renames the files
///    to names that are not in use.
///
/// The destination is opened once, and all names are looked up in the open folder. If the path of the folder
/// is replaced with a link during the drop, no file is placed in the target of the link. Files are written or
/// moved into the staging folder by path. Checks before and after each of these operations ensure that the
/// path leads to the open folder.
struct FolderPlacement {
  private enum Source {
    /// The number of a file in the staging folder; the file belongs to the drop.
    case staged(Int32)
    /// The source's own file, which will be renamed.
    case original(FilePath)
    /// A copy of a source's file on another device; the copy is in the staging folder.
    ///
    /// The original is removed when the copy has been placed and flushed to disk.
    case copied(Int32, FilePath, FileFingerprint)
  }

  private struct PlannedFile {
    let index: Int
    var source: Source
    /// The name of the item, which is used if the name is free.
    let preferredName: FileName
    var fingerprint: FileFingerprint
    /// The inode, which identifies the file after renaming; the file is on the same device as the folder.
    var inode: UInt64
    var name: FileName
  }

  /// The maximum number of names tried for an item if other programs create files with the same names.
  private static let attemptLimit = 100

  let drop: FolderDrop
  private let folder: OpenFolder
  /// The staging folder, which is never committed; at the end, the staging folder is removed with its
  /// remaining files.
  private let staging: FolderReplacement
  /// The staging folder, held open.
  private let stagingFolder: OpenFolder
  /// Assigns numbers to the files in the staging folder.
  private let loads: LoadStaging
  private let device: UInt64
  private var planned: [PlannedFile] = []
  private var usedNames: Set<FileName> = []
  /// The next number to try for each name in use, so that the time is linear even for many items of the same
  /// name.
  private var nextNumbers: [FileName: Int] = [:]
  private var outcomes: [FolderDropOutcome] = []

  init(_ drop: FolderDrop, itemCount: Int) throws {
    self.drop = drop
    folder = try OpenFolder(drop.folder).called(by: drop.folder.absolute())
    // No file gets this name, but the name must not be in use.
    let name = FileName(known: "drop-\(UndoJournal.freshMark())")
    do {
      staging = try FolderReplacement(of: name, in: folder, replacing: false)
    } catch {
      throw error.renamed(from: folder.path.appending(name), to: drop.folder)
    }
    stagingFolder = staging.contents.called(by: staging.path)
    loads = LoadStaging(in: stagingFolder)
    device = try stagingFolder.status().device
    planned.reserveCapacity(itemCount)
    usedNames.reserveCapacity(itemCount)
    outcomes.reserveCapacity(itemCount)
  }

  // MARK: Staging

  /// Starts loads that write their files into the staging folder.
  ///
  /// - Throws: ``FolderDropError`` with code `changedSinceDrop` if the folder was replaced; no load is then
  ///   started.
  func loading<Value>(_ start: () throws -> Value) throws -> Value {
    try requireStagingPath()
    return try loads.whileCurrent(start)
  }

  /// Adds the next item.
  mutating func add(_ item: LoadedItem, of provider: ItemProvider) {
    let index = outcomes.count
    var destination: FileName?
    do {
      let file = try item.result.get()
      var type = item.typeIdentifier ?? "public.item"
      // Consecutive items often have the same type; such items share one string.
      if let last = outcomes.last?.typeIdentifier, last == type { type = last }
      let preferredName = Self.name(of: file, provider, type)
      if file.isInPlace, try isInPlace(file.path, as: preferredName) {
        outcomes.append(
          FolderDropOutcome(index: index, typeIdentifier: type, name: preferredName, in: folder.path))
        return
      }
      let name = try freeName(for: preferredName)
      destination = name
      let source: Source
      if file.isInPlace {
        let original = try file.path.absolute()
        let isOnDevice = try FileStatus.of(original, followingLinks: false).device == device
        source = isOnDevice ? .original(original) : try copy(original)
      } else {
        source = try .staged(staged(file))
      }
      let (fingerprint, inode) = try examine(source)
      planned.append(
        PlannedFile(
          index: index, source: source, preferredName: preferredName, fingerprint: fingerprint,
          inode: inode,
          name: name))
      usedNames.insert(name)
      outcomes.append(FolderDropOutcome(index: index, typeIdentifier: type, name: name, in: folder.path))
    } catch {
      outcomes.append(
        FolderDropOutcome(
          index: index, typeIdentifier: item.typeIdentifier, error: userFacing(error, name: destination)))
    }
  }

  /// Returns the number of a loaded file in the staging folder; a file in another folder is first moved into
  /// the staging folder.
  private func staged(_ file: LoadedFile) throws -> Int32 {
    guard let number = file.take(from: loads) else { return try stage { try file.keep(at: $1) } }
    guard try stagingFolder.status(of: LoadStaging.name(of: number)) != nil else { throw replacedError }
    return number
  }

  /// Adds a file to the staging folder.
  ///
  /// - Parameter body: creates the file; called with the file's name in the staging folder, and with the
  ///   file's path.
  private func stage(_ body: (FileName, FilePath) throws -> Void) throws -> Int32 {
    try requireStagingPath()
    let number = loads.newNumber()
    let name = LoadStaging.name(of: number)
    try body(name, staging.path.appending(name))
    guard try stagingFolder.status(of: name) != nil else { throw replacedError }
    return number
  }

  /// Checks that the path of the staging folder leads to the open folder.
  private func requireStagingPath() throws {
    guard
      let found = try FileStatus.ifPresent(staging.path, followingLinks: false),
      try found.isSameFile(as: stagingFolder.status())
    else { throw replacedError }
  }

  private var replacedError: FolderDropError {
    FolderDropError(
      .changedSinceDrop, subject: folder.path, "was replaced during the drop, so the item was not placed")
  }

  /// Copies a file or folder into the staging folder, for a move from another device.
  private func copy(_ original: FilePath) throws -> Source {
    let fingerprint = try FileFingerprint(of: original)
    let number = try stage { name, copy in
      if try FileStatus.of(original, followingLinks: false).kind == .link {
        try stagingFolder.createLink(name, pointingTo: FileTree.readLink(original))
      } else {
        try FileCopy.copy(original, to: copy)
      }
    }
    return .copied(number, original, fingerprint)
  }

  private func examine(_ source: Source) throws -> (FileFingerprint, UInt64) {
    let path = path(of: source)
    let inode = try FileStatus.of(path, followingLinks: false).inode
    // Undo renames this file back instead of removing it, so the fingerprint does not need the contents.
    if case .original = source { return (FileFingerprint(try FileState(of: path), nil), inode) }
    return (try FileFingerprint(of: path), inode)
  }

  /// Returns the path that an item's file has until the file is placed.
  private func path(of source: Source) -> FilePath {
    switch source {
    case .staged(let number), .copied(let number, _, _):
      staging.path.appending(LoadStaging.name(of: number))
    case .original(let path): path
    }
  }

  // MARK: Names

  /// Returns the preferred name of an item: the name that the load set, otherwise a name based on the file's
  /// own name.
  private static func name(of file: LoadedFile, _ provider: ItemProvider, _ typeIdentifier: String)
    -> FileName
  {
    if let name = file.preferredName { return name }
    return FileNaming.name(
      suggested: provider.suggestedName, sourceName: file.path.lastComponent, typeIdentifier: typeIdentifier,
      isFolder: file.isFolder)
  }

  /// Returns the preferred name, or the first numbered name that is not used in the folder or by this
  /// drop.
  private mutating func freeName(for preferredName: FileName) throws -> FileName {
    var name = preferredName
    while try usedNames.contains(name) || folder.status(of: name) != nil || isTakenElsewhere(name) {
      let number = nextNumbers[preferredName, default: 2]
      name = FileNaming.numbered(preferredName, number)
      nextNumbers[preferredName] = number + 1
    }
    return name
  }

  private func isTakenElsewhere(_ name: FileName) throws -> Bool {
    try drop.takenNames.map { try FileStatus.ifPresent($0.appending(name), followingLinks: false) != nil }
      ?? false
  }

  /// Returns whether a file that is to be moved is already in the folder under the given name.
  private func isInPlace(_ file: FilePath, as name: FileName) throws -> Bool {
    guard let found = try folder.status(of: name) else { return false }
    return try FileStatus.of(file, followingLinks: false).isSameFile(as: found)
  }

  // MARK: Placing

  /// Flushes the staged files to disk, records the drop, and renames the files to their final names.
  ///
  /// - Throws: errors of flushing the files or of writing the record. Files that are not in the record are
  ///   not placed.
  mutating func commit(recordingIn record: DropRecord?) throws -> FolderDropReport {
    defer { staging.cancel() }
    guard !planned.isEmpty else { return FolderDropReport(outcomes: outcomes, hasPlaced: false) }
    try synchronizeStaged(planned.indices)
    try record?.write(placing: entries)
    for position in planned.indices { try place(position, record) }
    try folder.synchronize()
    for item in planned where outcomes[item.index].error == nil { removeOriginal(of: item) }
    // A filtered copy of the planned files needs much memory, so the copy is made only if a file is missing.
    if planned.contains(where: isMissing) {
      planned = planned.filter { !isMissing($0) }
      try record?.write(placing: entries)
    }
    return FolderDropReport(outcomes: outcomes, hasPlaced: !planned.isEmpty)
  }

  private func synchronizeStaged(_ positions: Range<Int>) throws {
    // The sequence is lazy, so that the paths of many items are never in memory together.
    let staged = planned[positions].lazy.compactMap { item -> FilePath? in
      if case .original = item.source { nil } else { path(of: item.source) }
    }
    if staged.isEmpty { return }
    do {
      try requireStagingPath()
      try WholeCopy.synchronize(staged, in: staging)
    } catch let error as FolderDropError {
      // The path no longer leads to the open folder, but the whole file system can be flushed through the
      // open folder.
      guard error.code == .changedSinceDrop else { throw error }
      try staging.synchronizeContents()
    } catch {
      throw userFacing(error, name: nil)
    }
  }

  /// Renames the file of one item to its final name.
  ///
  /// If another program has used the name in the meantime, the file gets another name. A failure is stored as
  /// the item's outcome.
  ///
  /// - Throws: errors of the record; the item is then not placed.
  private mutating func place(_ position: Int, _ record: DropRecord?) throws {
    let index = planned[position].index
    let type = outcomes[index].typeIdentifier
    var attempts = 0
    while true {
      let item = planned[position]
      let renaming = Result { () throws(FileSystemError) in try rename(item) }
      guard case .failure(let error) = renaming else {
        record?.settle(folder.path.appending(item.name), item.fingerprint)
        outcomes[index] = FolderDropOutcome(
          index: index, typeIdentifier: type, name: item.name, in: folder.path)
        return
      }
      attempts += 1
      do {
        switch (error.code, item.source) {
        case (.alreadyExists, _) where attempts < Self.attemptLimit:
          planned[position].name = try freeName(for: item.preferredName)
          usedNames.insert(planned[position].name)
        case (.crossDevice, .original(let original)):
          // The original is on the same device, but its path leads through another mount of the device.
          let source = try copy(original)
          planned[position].source = source
          (planned[position].fingerprint, planned[position].inode) = try examine(source)
          try synchronizeStaged(position..<position + 1)
        default: throw error
        }
      } catch {
        outcomes[index] = FolderDropOutcome(
          index: index, typeIdentifier: type, error: userFacing(error, name: planned[position].name))
        return
      }
      try record?.write(placing: entries)
    }
  }

  private func rename(_ item: PlannedFile) throws(FileSystemError) {
    switch item.source {
    case .staged(let number), .copied(let number, _, _):
      try stagingFolder.rename(
        LoadStaging.name(of: number), to: item.name, in: folder, replacing: false)
    case .original(let path): try folder.rename(path, to: item.name, replacing: false)
    }
  }

  /// Removes the original of a file that was copied from another device for a move.
  ///
  /// If the original has changed since it was copied, the original is kept, and the change is reported.
  private mutating func removeOriginal(of item: PlannedFile) {
    guard case .copied(_, let original, let fingerprint) = item.source else { return }
    do {
      guard try fingerprint.describes(original) else {
        throw FolderDropError(
          .changedSinceDrop, subject: original,
          "changed while it was moved, so it was not removed; \(folder.path.appending(item.name)) is a copy of its old contents"
        )
      }
      try FileTree.remove(original)
    } catch {
      let type = outcomes[item.index].typeIdentifier
      outcomes[item.index] = FolderDropOutcome(index: item.index, typeIdentifier: type, error: error)
    }
  }

  /// Returns whether an item failed and its file is not in the folder under the item's name.
  private func isMissing(_ item: PlannedFile) -> Bool {
    outcomes[item.index].error != nil && !isPlaced(item)
  }

  /// Returns whether the file of a failed item is in the folder under the item's name.
  private func isPlaced(_ item: PlannedFile) -> Bool {
    do {
      guard let found = try folder.status(of: item.name) else { return false }
      return found.inode == item.inode && found.device == device
    } catch {
      // If the file cannot be examined, it counts as not placed and is not recorded.
      return false
    }
  }

  /// The entries of the record, created lazily.
  private var entries: some Sequence<UndoJournal.Entry> {
    planned.lazy.map { [folder] item in
      let path = JournalPath(folder.path.appending(item.name))
      return switch item.source {
      case .staged: .made(path, item.fingerprint)
      case .original(let original):
        .moved(from: JournalPath(original), item.fingerprint, to: path, item.fingerprint)
      case .copied(_, let original, let fingerprint):
        .moved(from: JournalPath(original), fingerprint, to: path, item.fingerprint)
      }
    }
  }
}

// MARK: - Errors

extension FolderPlacement {
  /// Replaces the path in an error if the path leads to a staged file, so that the user can recognize the
  /// file.
  ///
  /// - Parameter name: the name of the file in the folder; nil if the name is unknown.
  func userFacing(_ error: any Error, name: FileName?) -> any Error {
    switch error {
    case let error as FileSystemError: return userFacing(error, name)
    case let error as ItemProviderError:
      guard let cause = error.cause as? FileSystemError else { return error }
      return ItemProviderError(
        error.code, subject: error.subject, reason: error.reason, cause: userFacing(cause, name))
    default: return error
    }
  }

  private func userFacing(_ error: FileSystemError, _ name: FileName?) -> FileSystemError {
    guard let path = error.path, let (place, rest) = path.knownParts else { return error }
    // The first name is the number of a staged file, or the name of a load's folder.
    let known = rest.dropFirst()
    guard let name else {
      // A path in the staging folder is replaced with the path in the destination.
      if path.bytes.starts(with: staging.path.bytes), !known.isEmpty {
        return error.renamed(from: path, to: drop.folder.appending(Array(known)))
      }
      let file = known.map(\.description).joined(separator: "/")
      return error.renamed(
        from: path, to: place, calling: .name("\(file.isEmpty ? "a file" : file) aside in \(place)"))
    }
    return error.renamed(from: path, to: drop.folder.appending([name] + known))
  }
}
