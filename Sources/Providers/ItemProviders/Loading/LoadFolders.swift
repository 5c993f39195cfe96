import ByteTools
import Foundation
package import ProfferFileSystem

/// The folders for the files of loads, one for each load, all in one folder of the process.
///
/// The process's folder exists while it contains a load's folder. It is an unfinished folder replacement that is never
/// finished: so it is locked, has a recognizable name, and when its process ended without removing it, the first load
/// of a later process sweeps it.
// The only global state of this module: temporary folders on disk belong to the process.
package final class LoadFolders: Sendable {
  static let shared = LoadFolders(in: nil)

  private struct State {
    var root: FolderReplacement?
    var liveCount = 0
    var nextNumber = 0
    var hasSwept = false
    /// Copies that are kept until they are released by their path.
    var held: [FilePath: LoadedFile] = [:]
  }

  private let state = Locked(State())
  private let parent: FilePath?

  /// Makes folders in a parent, nil for the system's folder for temporary files.
  package init(in parent: FilePath?) { self.parent = parent }

  /// The system's folder for temporary files; `TMPDIR` changes it.
  static func systemFolder() throws -> FilePath {
    try FilePath(fileURL: FileManager.default.temporaryDirectory)
  }

  /// Makes an empty folder that only this user can read.
  package func make() throws -> FilePath {
    try state.withLock { state in
      do {
        return try makeFolder(&state)
      } catch let error as FileSystemError where error.code == .notFound && state.root != nil {
        // Another program cleaned the temporary folder while this process ran.
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
      // Without a load in it, no removal of a load would remove it.
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

  /// Removes a load's folder with everything in it, and the process's folder with the last one.
  ///
  /// What cannot be removed is left for the next sweep.
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

  /// Keeps a file until it is released by its path or the process ends.
  func hold(_ file: LoadedFile) { state.withLock { $0.held[file.path] = file } }

  /// Releases a held file.
  func releaseHeld(_ path: FilePath) {
    let file = state.withLock { $0.held.removeValue(forKey: path) }
    file?.release()
  }

  private static func removeQuietly(_ path: FilePath) {
    do { try FileTree.remove(path) } catch {
      // The next sweep tries again.
    }
  }
}
