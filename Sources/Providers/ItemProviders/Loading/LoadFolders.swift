import ByteTools
package import FileSystem
import Foundation

/// The folders that loads put their files in, one for each load, all below one folder of the process.
///
/// The process's folder is there while there is a load's folder in it. It is a folder that will never be
/// finished, so that it is locked, has a name that tells what it is, and is swept when its process has ended
/// without removing it: the first load of a later process does that.
// The one state of the process in this module: folders on disk belong to the process, whoever made them.
package final class LoadFolders: Sendable {
  static let shared = LoadFolders(in: nil)

  private struct State {
    var root: FolderReplacement?
    var liveCount = 0
    var nextNumber = 0
    var hasSwept = false
    /// Copies that stay until they are released by name.
    var held: [FilePath: LoadedFile] = [:]
  }

  private let state = Locked(State())
  private let parent: FilePath?

  /// Folders below the one given, or the system's for temporary files.
  package init(in parent: FilePath?) { self.parent = parent }

  /// Where the system keeps temporary files; `TMPDIR` moves it.
  static func systemFolder() throws -> FilePath {
    try FilePath(fileURL: FileManager.default.temporaryDirectory)
  }

  /// Makes a fresh empty folder that only this user can look into.
  package func make() throws -> FilePath {
    try state.withLock { state in
      do {
        return try makeFolder(&state)
      } catch let error as FileSystemError where error.code == .notFound && state.root != nil {
        // Somebody cleaned up the temporary folder while we ran.
        state.root = nil
        return try makeFolder(&state)
      }
    }
  }

  private func makeFolder(_ state: inout State) throws -> FilePath {
    let root = try state.root ?? makeRoot(sweeping: !state.hasSwept)
    state.root = root
    state.hasSwept = true
    guard let name = FileName(String(state.nextNumber)) else { preconditionFailure("digits make a name") }
    let folder = root.path.appending(name)
    do {
      try Folder.create(folder, permissions: 0o700)
    } catch {
      // With no load in it there would be nothing whose end removes it.
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
      preconditionFailure("letters and digits make a name")
    }
    return try FolderReplacement(
      at: (parent ?? Self.systemFolder()).appending(name), replacing: false, sweeping: sweeping)
  }

  /// Removes a load's folder with what is in it, and the process's folder when it was the last one.
  ///
  /// This is best effort: what cannot be removed stays for the next sweep.
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

  /// Lets go of a file that is held.
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
