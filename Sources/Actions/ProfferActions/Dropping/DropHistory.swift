package import FolderDrops
import Foundation
package import ProfferFileSystem
import ProviderBundles

/// The records of drops, which allow drops to be undone.
package struct DropHistory {
  private let history: UndoHistory?
  private let context: ActionContext

  /// Opens the records in the state folder of the context.
  ///
  /// Without a state folder, drops are not recorded.
  package init(in context: ActionContext) {
    self.context = context
    history = context.folders.state.map { UndoHistory(in: $0.appending(Self.folderName)) }
  }

  /// Whether drops are recorded and can be undone.
  var isRecording: Bool { history != nil }

  /// Sends a note if drops cannot be undone because there is no folder for their records.
  func noteMissingFolder() {
    if history == nil { context.note(.dropsNotRecorded) }
  }

  // MARK: Recording

  /// Performs and records a drop.
  ///
  /// If there is no folder for the record, a note is sent and the drop is performed without a record. A move
  /// that fails before its source has changed is reverted immediately, so that the move can be repeated.
  ///
  /// - Parameter body: performs the drop and returns whether anything changed. The argument is the record;
  ///   nil if there is no folder for the record. If `body` throws or returns false, the record is removed
  ///   unless the drop changed a file.
  package func recording<Value>(
    isMove: Bool, _ body: (DropRecord?) throws -> (hasChanged: Bool, value: Value)
  ) throws -> Value {
    do {
      let record = try history?.beginDrop()
      if record == nil { context.note(.dropNotRecorded) }
      do {
        let (hasChanged, value) = try body(record)
        if hasChanged {
          record?.finish()
        } else {
          record?.abandon()
          sweep()
        }
        return value
      } catch let error as FinishedMoveError {
        record?.finish()
        throw ActionError.failure(
          "the items were moved, but \(error.cause)", cause: error.cause,
          code: isRecording ? .undoable : .notUndoable)
      } catch {
        guard let record else { throw error }
        guard isMove ? record.takeBack() : record.abandon() else { throw error }
        let what =
          "the items were dropped" + (isMove ? ", but not removed from their source" : "")
        throw ActionError.failure("\(what): \(error)", cause: error, code: .undoable)
      }
    } catch let error as FolderDropError where error.code == .notRecorded {
      throw ActionError.failure("\(error)", cause: error, code: .notRecorded)
    }
  }

  /// Removes unfinished files that are listed in the records of interrupted drops.
  func sweep() { history?.sweep() }

  // MARK: Undo

  /// Returns the drops that can be undone or forgotten, latest first.
  func drops(findingObstacles: Bool) throws -> [RecordedDrop] {
    try history?.drops(findingObstacles: findingObstacles, checksums: Self.checksums) ?? []
  }

  /// Returns a drop that can be undone or forgotten; nil if there is no such drop.
  ///
  /// - Parameter number: the number of the drop; if nil, the last drop is returned.
  func drop(_ number: Int?, findingObstacles: Bool = false) throws -> RecordedDrop? {
    guard let number else {
      return try history?.drops(
        atMost: 1, findingObstacles: findingObstacles, checksums: Self.checksums
      ).first
    }
    return try history?.drop(number, findingObstacles: findingObstacles, checksums: Self.checksums)
  }

  /// Returns a drop that can be undone.
  ///
  /// - Parameter number: the number of the drop; if nil, the last drop is returned.
  /// - Throws: a negative ``ActionError`` with the code `noDrop` or `noSuchDrop`, or a failure with the code
  ///   `damagedDrop`.
  func undoableDrop(_ number: Int?, findingObstacles: Bool) throws -> DropEntry {
    guard let drop = try drop(number, findingObstacles: findingObstacles) else { throw noDrop(number) }
    let entry = DropEntry(drop)
    try requireReadable(entry)
    return entry
  }

  /// Throws `damagedDrop` if the record of a drop cannot be read.
  func requireReadable(_ drop: DropEntry) throws {
    guard let damage = drop.damage else { return }
    var error = ActionError.failure(
      "drop \(drop.number) cannot be undone: \(damage.message)", cause: damage.cause, code: .damagedDrop)
    error.details = drop
    throw error
  }

  /// Returns the error for a drop that does not exist.
  func noDrop(_ number: Int?) -> ActionError {
    guard let number else { return .negative("there is no drop to undo", code: .noDrop) }
    return .negative("there is no drop \(number)", code: .noSuchDrop)
  }

  /// Undoes a drop; returns nil if there is no such drop.
  ///
  /// If the number is nil, the last drop is undone.
  func undo(_ number: Int?, keepingChanged: Bool) throws -> UndoReport? {
    try history?.undo(number, keepingChanged: keepingChanged, checksums: Self.checksums)
  }

  /// Returns the report that ``undo(_:keepingChanged:)`` would return; changes nothing.
  func rehearsal(_ number: Int, keepingChanged: Bool) throws -> UndoReport? {
    try history?.rehearsal(number, keepingChanged: keepingChanged, checksums: Self.checksums)
  }

  /// Removes a drop from the list and moves its backups; returns nil if there is no such drop.
  func forget(_ number: Int) throws -> ForgottenDrop? { try history?.forget(number) }

  /// Returns the sizes and checksums in the manifest of a bundle; empty if the bundle is missing or damaged.
  private static func checksums(of path: FilePath) -> Set<FileChecksum> {
    var checksums: Set<FileChecksum> = []
    func add(_ payload: BundledPayload) {
      checksums.insert(FileChecksum(byteCount: payload.byteCount, crc32: payload.crc32))
    }
    do {
      for representation in try ProviderBundle(opening: path).items.flatMap(\.representations) {
        switch representation.storage {
        case .payload(let payload): add(payload)
        case .folder(_, let members):
          for member in members { if case .file(let payload, _) = member.content { add(payload) } }
        case .inPlace, .promise: break
        }
      }
    } catch {
      // An unreadable bundle is no evidence that an item exists.
      return []
    }
    return checksums
  }

  private static let folderName: FileName = {
    guard let name = FileName("drops") else { preconditionFailure("a constant is not a name") }
    return name
  }()
}

extension DropRecord {
  /// Adds a description of the drop to the record, for display before an undo.
  package func describe(
    from source: FilePath, opened: FileState?, into destination: FilePath, itemCount: Int, isMove: Bool,
    createdFolders: [FilePath] = [], in context: ActionContext
  ) throws {
    try describe(
      DropDescription(
        source: source.absolute(), opened: opened, destination: destination.absolute(),
        workingFolder: context.folders.current.resolvingLinks(), itemCount: itemCount, isMove: isMove,
        date: context.now(),
        createdFolders: createdFolders.map { try $0.absolute() }))
  }
}

/// An error that occurred after a move had placed all items in the destination.
struct FinishedMoveError: Error {
  let cause: any Error
}
