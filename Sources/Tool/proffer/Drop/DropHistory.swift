import FolderDrops
import Foundation
import ProfferActions
import ProfferFileSystem
import ProviderBundles

/// The records of drops, with which they can be undone.
struct DropHistory {
  private let history: UndoHistory?

  /// Finds the folder of the records; there is none if neither `XDG_STATE_HOME` nor `HOME` is set.
  init(in context: ActionContext) {
    history = context.folders.state.map { UndoHistory(in: $0.appending(Self.folderName)) }
  }

  /// Whether there is a folder for records.
  var hasFolder: Bool { history != nil }

  /// The words of a message that say whether a finished drop can be undone.
  var remedy: String { history == nil ? "this cannot be undone" : "undo takes this back" }

  /// Runs a drop and records it; if there is no folder for the record, a note says so.
  ///
  /// A move that fails before its source has changed is taken back at once, so that it can be repeated.
  ///
  /// - Parameter body: gets the record, nil if there is no folder for it, and returns whether the drop changed
  ///   anything. When it throws or returns false, the record stays only if something was changed.
  func recording<Value>(
    isMove: Bool, _ body: (DropRecord?) throws -> (hasChanged: Bool, value: Value)
  ) throws -> Value {
    do {
      let record = try history?.beginDrop()
      if record == nil {
        Console.shared.note("neither XDG_STATE_HOME nor HOME is set, so this drop cannot be undone")
      }
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
          "the items were moved (\(remedy)), but \(error.cause)", cause: error.cause)
      } catch {
        guard let record else { throw error }
        guard isMove ? record.takeBack() : record.abandon() else { throw error }
        let what =
          "items are in place" + (isMove ? ", but were not removed from their source" : "")
        throw ActionError.failure("\(what) (\(remedy)): \(error)", cause: error)
      }
    } catch let error as FolderDropError where error.code == .notRecorded {
      throw ActionError.failure("\(error); set XDG_STATE_HOME to a folder that can be written", cause: error)
    }
  }

  /// Removes the unfinished files of killed drops from their records.
  func sweep() { history?.sweep() }

  /// The drops that can be undone or forgotten, the last one first.
  func drops(findingObstacles: Bool) throws -> [RecordedDrop] {
    try history?.drops(findingObstacles: findingObstacles, checksums: Self.checksums) ?? []
  }

  /// A drop that can be undone or forgotten; nil if there is none.
  ///
  /// - Parameter number: its number; nil is the last drop.
  func drop(_ number: Int?, findingObstacles: Bool = false) throws -> RecordedDrop? {
    guard let number else {
      return try history?.drops(
        atMost: 1, findingObstacles: findingObstacles, checksums: Self.checksums
      ).first
    }
    return try history?.drop(number, findingObstacles: findingObstacles, checksums: Self.checksums)
  }

  /// Undoes a drop, the last one without a number; nil if there is none.
  func undo(_ number: Int?, keepingChanged: Bool) throws -> UndoReport? {
    try history?.undo(number, keepingChanged: keepingChanged, checksums: Self.checksums)
  }

  /// The sizes and checksums that the manifest of a bundle states; none if there is no bundle, or a damaged one.
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
      // A bundle that cannot be read does not prove that anything exists.
      return []
    }
    return checksums
  }

  /// Removes a drop from the stack and moves its backups; nil if there is none.
  func forget(_ number: Int) throws -> ForgottenDrop? { try history?.forget(number) }

  /// Prints the result of a finished drop; if printing fails, the error says that the drop is done.
  func reporting(_ whatIsDone: @autoclosure () -> String, _ print: () throws -> Void) throws {
    do { try print() } catch let error as FileSystemError where error.code != .brokenPipe {
      throw ActionError.failure(
        "\(whatIsDone()) (\(remedy)), but the result cannot be printed: \(error)", cause: error,
        isReported: true)
    }
  }

  private static let folderName: FileName = {
    guard let name = FileName("drops") else { preconditionFailure("a constant is not a name") }
    return name
  }()
}

extension DropRecord {
  /// Records the description of a drop, which undo prints.
  func describe(
    from source: FilePath, opened: FileState?, into destination: FilePath, itemCount: Int, isMove: Bool,
    createdFolders: [FilePath] = []
  ) throws {
    try describe(
      DropDescription(
        source: source.absolute(), opened: opened, destination: destination.absolute(),
        workingFolder: FilePath.currentFolder.resolvingLinks(), itemCount: itemCount, isMove: isMove,
        date: Date(),
        createdFolders: createdFolders.map { try $0.absolute() }))
  }
}

/// An error that occurred after a move had put everything in its new place.
struct FinishedMoveError: Error {
  let cause: any Error
}
