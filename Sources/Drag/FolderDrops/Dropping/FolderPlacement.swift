import FileSystem
import ItemProviders

/// Files on their way into a folder: gathered aside, recorded for undo, then given their names.
struct FolderPlacement {
  private enum Source {
    /// Made for the drop, and lying aside under the item's number.
    case staged
    /// The source's own file, to be renamed.
    case original(FilePath)
    /// A copy, lying aside under the item's number, of the source's own file on another device; that is removed when
    /// the copy is in place and on the device.
    case copied(FilePath, FileFingerprint)
  }

  private struct Planned {
    let index: Int
    var source: Source
    let wanted: FileName
    /// What is going to be placed.
    var fingerprint: FileFingerprint
    var name: FileName
  }

  let drop: FolderDrop
  private let folder: FilePath
  /// Never put in place: files are gathered in it and moved out, and it goes with what is left.
  private let staging: FolderReplacement
  private var planned: [Planned] = []
  private var taken: Set<FileName> = []
  /// The next number to try for a name that was taken, so that many of one name cost no more than others.
  private var nextNumbers: [FileName: Int] = [:]
  private var outcomes: [FolderDropOutcome] = []
  private let device: UInt64

  init(_ drop: FolderDrop, itemCount: Int) throws {
    self.drop = drop
    folder = try drop.folder.absolute()
    guard try FileStatus.ifPresent(folder)?.kind == .folder else {
      // The system's own words for what is missing or no folder.
      _ = try Folder.names(in: drop.folder)
      preconditionFailure("what lists its names is a folder")
    }
    let place = folder.appending(FileName(known: "drop"))
    do {
      staging = try FolderReplacement(at: place, replacing: false)
    } catch {
      throw error.renamed(from: place, to: drop.folder)
    }
    device = try FileStatus.of(staging.path).device
    planned.reserveCapacity(itemCount)
    taken.reserveCapacity(itemCount)
    outcomes.reserveCapacity(itemCount)
  }

  /// Adds the next item.
  mutating func add(_ item: LoadedItem, of provider: ItemProvider) {
    let index = outcomes.count
    // The name that it is to get, as soon as that is known.
    var destination: FileName?
    do {
      let file = try item.result.get()
      var type = item.typeIdentifier ?? "public.item"
      // Items in a row are often of one type, and one text serves them all.
      if let last = outcomes.last?.typeIdentifier, last == type { type = last }
      let wanted = Self.name(of: file, provider, type)
      if file.isInPlace, try isAlready(file.path, wanted) {
        outcomes.append(FolderDropOutcome(index: index, typeIdentifier: type, name: wanted, in: folder))
        return
      }
      let name = try freeName(wanted)
      destination = name
      let source: Source
      if file.isInPlace {
        let original = try file.path.absolute()
        let isNear = try FileStatus.of(original, followingLinks: false).device == device
        source = isNear ? .original(original) : try copying(original, to: index)
      } else {
        source = .staged
        try file.keep(at: path(of: source, of: index))
      }
      let fingerprint = try FileFingerprint(of: path(of: source, of: index))
      planned.append(
        Planned(
          index: index, source: source, wanted: wanted, fingerprint: fingerprint, name: name))
      taken.insert(name)
      outcomes.append(FolderDropOutcome(index: index, typeIdentifier: type, name: name, in: folder))
    } catch {
      outcomes.append(
        FolderDropOutcome(
          index: index, typeIdentifier: item.typeIdentifier, error: told(error, name: destination)))
    }
  }

  /// Copies a file or folder that is to be moved from another device.
  private func copying(_ original: FilePath, to index: Int) throws -> Source {
    let source = Source.copied(original, try FileFingerprint(of: original))
    let copy = path(of: source, of: index)
    if try FileStatus.of(original, followingLinks: false).kind == .link {
      try FileTree.createLink(at: copy, pointingTo: FileTree.readLink(original))
    } else {
      try FileCopy.copy(original, to: copy)
    }
    return source
  }

  /// Where an item's file lies until it is placed.
  private func path(of source: Source, of index: Int) -> FilePath {
    switch source {
    case .staged, .copied: staging.path.appending(FileName(known: "\(index)"))
    case .original(let path): path
    }
  }

  /// A loaded file has its name already; one in place keeps its own.
  private static func name(of file: LoadedFile, _ provider: ItemProvider, _ typeIdentifier: String)
    -> FileName
  {
    if !file.isInPlace, let name = file.path.lastComponent { return name }
    return FileNaming.name(
      suggested: provider.suggestedName, sourceName: file.path.lastComponent, typeIdentifier: typeIdentifier,
      isFolder: file.isFolder)
  }

  /// The name itself, or the first numbered one that neither the folder nor this drop has.
  private mutating func freeName(_ wanted: FileName) throws -> FileName {
    var name = wanted
    while try taken.contains(name) || isThere(name) {
      let number = nextNumbers[wanted, default: 2]
      name = FileNaming.numbered(wanted, number)
      nextNumbers[wanted] = number + 1
    }
    return name
  }

  /// Whether a file that is to be moved here lies here under its name already.
  private func isAlready(_ file: FilePath, _ name: FileName) throws -> Bool {
    guard let found = try FileStatus.ifPresent(folder.appending(name), followingLinks: false) else {
      return false
    }
    return try FileStatus.of(file, followingLinks: false).isSameFile(as: found)
  }

  private func isThere(_ name: FileName) throws -> Bool {
    try FileStatus.ifPresent(folder.appending(name), followingLinks: false) != nil
  }

  /// Brings everything to the device, records it, and gives it its name.
  ///
  /// - Throws: what the device or the record refuses. Nothing is placed that the record does not name.
  mutating func commit(recordingIn record: DropRecord?) throws -> FolderDropReport {
    defer { staging.cancel() }
    guard !planned.isEmpty else { return FolderDropReport(outcomes: outcomes, hasPlaced: false) }
    try synchronizeStaged(planned.indices)
    try record?.write(placing: entries)
    for position in planned.indices { try place(position, record) }
    try Folder.synchronize(folder)
    for item in planned where outcomes[item.index].error == nil { removeOriginal(of: item) }
    let count = planned.count
    planned = planned.filter { item in outcomes[item.index].error == nil || isPlaced(item) }
    if planned.count < count { try record?.write(placing: entries) }
    return FolderDropReport(outcomes: outcomes, hasPlaced: !planned.isEmpty)
  }

  private func synchronizeStaged(_ positions: Range<Int>) throws {
    let staged = planned[positions].compactMap { item -> FilePath? in
      if case .original = item.source { nil } else { path(of: item.source, of: item.index) }
    }
    do { try WholeCopy.synchronize(staged, in: staging) } catch { throw told(error, name: nil) }
  }

  /// How many names are tried for one item.
  private static let mostAttempts = 100

  /// Gives one item its name, or another one when that was taken meanwhile; a failure is the item's outcome.
  ///
  /// - Throws: what the record refuses; the item is not placed then.
  private mutating func place(_ position: Int, _ record: DropRecord?) throws {
    let index = planned[position].index
    let type = outcomes[index].typeIdentifier
    var attemptCount = 0
    while true {
      attemptCount += 1
      let item = planned[position]
      let renaming = Result { () throws(FileSystemError) in
        try FileTree.rename(
          from: path(of: item.source, of: index), to: folder.appending(item.name), replacing: false)
      }
      guard case .failure(let error) = renaming else {
        outcomes[index] = FolderDropOutcome(index: index, typeIdentifier: type, name: item.name, in: folder)
        return
      }
      do {
        switch (error.code, item.source) {
        case (.alreadyExists, _):
          // Each free name was taken in the moment before the rename: another program fills the folder.
          guard attemptCount < Self.mostAttempts else { throw error }
          planned[position].name = try freeName(item.wanted)
          taken.insert(planned[position].name)
        case (.crossDevice, .original(let original)):
          // Two mounts of one device.
          let source = try copying(original, to: index)
          planned[position].source = source
          planned[position].fingerprint = try FileFingerprint(of: path(of: source, of: index))
          try synchronizeStaged(position..<position + 1)
        default: throw error
        }
      } catch {
        let told = told(error, name: planned[position].name)
        outcomes[index] = FolderDropOutcome(index: index, typeIdentifier: type, error: told)
        return
      }
      try record?.write(placing: entries)
    }
  }

  /// Removes what was moved here from another device, unless it has changed since it was copied.
  private mutating func removeOriginal(of item: Planned) {
    guard case .copied(let original, let fingerprint) = item.source else { return }
    do {
      guard try FileFingerprint(of: original) == fingerprint else {
        throw FolderDropError(
          .changedSinceDrop, subject: original,
          "changed while it was moved, so it was left; \(folder.appending(item.name)) is a copy of what it was"
        )
      }
      try FileTree.remove(original)
    } catch {
      let type = outcomes[item.index].typeIdentifier
      outcomes[item.index] = FolderDropOutcome(index: item.index, typeIdentifier: type, error: error)
    }
  }

  /// Whether an item has its name in spite of an error.
  private func isPlaced(_ item: Planned) -> Bool {
    do {
      return try FileFingerprint(of: folder.appending(item.name)) == item.fingerprint
    } catch {
      // What cannot be looked at is not known to be there.
      return false
    }
  }

  /// What the record says of what is placed, made one by one.
  private var entries: some Sequence<UndoJournal.Entry> {
    planned.lazy.map { [folder] item in
      let path = JournalPath(folder.appending(item.name))
      return switch item.source {
      case .staged: .made(path, item.fingerprint)
      case .original(let original):
        .moved(from: JournalPath(original), item.fingerprint, to: path, item.fingerprint)
      case .copied(let original, let fingerprint):
        .moved(from: JournalPath(original), fingerprint, to: path, item.fingerprint)
      }
    }
  }
}
