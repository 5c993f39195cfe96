import FileSystem
import ItemProviders

/// Files on their way into a folder: gathered aside, written down in a journal, then given their names.
struct FolderPlacement {
  private enum Source {
    /// Made for the drop, and lying aside under the item's number.
    case staged
    /// The source's own file, to be moved.
    case original(FilePath)
  }

  private struct Planned {
    let index: Int
    let source: Source
    let wanted: FileName
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
        source = .original(try file.path.absolute())
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

  /// Where an item's file lies until it is placed.
  private func path(of source: Source, of index: Int) -> FilePath {
    switch source {
    case .staged: staging.path.appending(FileName(known: "\(index)"))
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

  /// Writes the journal, and gives everything its name.
  mutating func commit(recordingIn journalPath: FilePath?) throws -> FolderDropReport {
    // A drop of nothing leaves the one before it to be taken back.
    let journalPath = planned.isEmpty ? nil : journalPath
    if let journalPath { try journal.record(at: journalPath) }
    var isAsPlanned = true
    for position in planned.indices where !place(position) { isAsPlanned = false }
    planned.removeAll { item in outcomes[item.index].error != nil }
    let journal = journal
    if let journalPath, !isAsPlanned { try journal.write(to: journalPath) }
    staging.cancel()
    return FolderDropReport(outcomes: outcomes, journal: journal)
  }

  /// Gives one item its name, or another one when somebody took it meanwhile.
  ///
  /// - Returns: whether what the journal says of it is still true.
  private mutating func place(_ position: Int) -> Bool {
    let item = planned[position]
    let type = outcomes[item.index].typeIdentifier
    var isAsPlanned = true
    do {
      while true {
        let destination = folder.appending(planned[position].name)
        do {
          try FileMove.run(from: path(of: item.source, of: item.index), to: destination)
          // Between file systems a moved file is another one.
          if case .original = item.source {
            planned[position].fingerprint = try FileFingerprint(of: destination)
            if planned[position].fingerprint != item.fingerprint { isAsPlanned = false }
          }
          outcomes[item.index] = FolderDropOutcome(
            index: item.index, typeIdentifier: type, name: planned[position].name, in: folder)
          return isAsPlanned
        } catch let error as FileSystemError where error.code == .alreadyExists {
          isAsPlanned = false
          planned[position].name = try freeName(item.wanted)
          taken.insert(planned[position].name)
        }
      }
    } catch {
      let told = told(error, name: planned[position].name)
      outcomes[item.index] = FolderDropOutcome(index: item.index, typeIdentifier: type, error: told)
      return false
    }
  }

  private var journal: UndoJournal {
    var journal = UndoJournal()
    journal.entries = planned.map { item in
      let path = JournalPath(folder.appending(item.name))
      switch item.source {
      case .staged: return .made(path, item.fingerprint)
      case .original(let original): return .moved(from: JournalPath(original), to: path, item.fingerprint)
      }
    }
    return journal
  }
}
