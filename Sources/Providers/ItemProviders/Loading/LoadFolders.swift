import ByteTools
import Foundation
package import ProfferFileSystem

/// Manages the folders for the files of loads: one folder for each load, inside one folder for the process.
///
/// The process's folder exists only while it contains a load's folder. It is a `FolderReplacement` that is
/// never completed, so it is locked and has a recognisable name. If a process ends without removing its
/// folder, the first load of a later process removes the folder.
// This is the only global state of this module, because temporary folders on disk belong to the process.
package final class LoadFolders: Sendable {
  static let shared = LoadFolders(in: nil)

  private struct State {
    var root: FolderReplacement?
    var liveCount = 0
    var nextNumber = 0
    var hasSwept = false
    /// The retained files by path.
    var held: [FilePath: LoadedFile] = [:]
  }

  private let state = Locked(State())
  private let parent: FilePath?

  /// Creates a manager of folders in a parent folder; nil selects the system's folder for temporary files.
  package init(in parent: FilePath?) { self.parent = parent }

  /// Returns the folder that the environment variable `TMPDIR` specifies, otherwise the system's folder for
  /// temporary files.
  static func systemFolder() throws -> FilePath {
    try FilePath(fileURL: FileManager.default.temporaryDirectory)
  }

  /// Creates an empty folder that only this user can read.
  package func make() throws -> FilePath {
    try state.withLock { state in
      do {
        return try makeFolder(&state)
      } catch let error as FileSystemError where error.code == .notFound && state.root != nil {
        // Another program deleted the temporary folder while this process was running.
        state.root = nil
        return try makeFolder(&state)
      }
    }
  }

  private func makeFolder(_ state: inout State) throws -> FilePath {
    let root = try state.root ?? makeRoot(sweeping: !state.hasSwept)
    state.root = root
    state.hasSwept = true
    guard let name = FileName(String(state.nextNumber)) else {
      preconditionFailure("digits are a valid name")
    }
    let folder = root.path.appending(name)
    do {
      try Folder.create(folder, permissions: 0o700)
    } catch {
      // The process's folder is empty, so no later call of `remove` would remove it.
      if state.liveCount == 0, error.code != .notFound {
        state.root = nil
        root.cancel()
      }
      throw error
    }
    state.nextNumber += 1
    state.liveCount += 1
    return folder
  }

  private func makeRoot(sweeping: Bool) throws -> FolderReplacement {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    guard let name = FileName("loads-\(number)") else {
      preconditionFailure("letters and digits are a valid name")
    }
    return try FolderReplacement(
      at: (parent ?? Self.systemFolder()).appending(name), replacing: false, sweeping: sweeping)
  }

  /// Removes a load's folder and its contents.
  ///
  /// The process's folder is removed together with the last load's folder.
  ///
  /// Files that cannot be removed remain until a later process cleans up.
  package func remove(_ folder: FilePath) {
    Self.removeQuietly(folder)
    let root = state.withLock { state -> FolderReplacement? in
      state.liveCount -= 1
      if state.liveCount > 0 { return nil }
      defer { state.root = nil }
      return state.root
    }
    root?.cancel()
  }

  /// Retains a file until `releaseHeld(_:)` is called with its path, or until the process ends.
  func hold(_ file: LoadedFile) { state.withLock { $0.held[file.path] = file } }

  /// Releases the retained file with the given path.
  func releaseHeld(_ path: FilePath) {
    let file = state.withLock { $0.held.removeValue(forKey: path) }
    file?.release()
  }

  private static func removeQuietly(_ path: FilePath) {
    do { try FileTree.remove(path) } catch {
      // A later process removes the folder.
    }
  }
}
