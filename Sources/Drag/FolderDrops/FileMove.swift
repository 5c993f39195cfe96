import FileSystem
import ItemProviders

/// Moving a file or folder to a path where nothing is, also between file systems.
enum FileMove {
  /// Moves, and returns when the new place is on the device.
  ///
  /// Between file systems the old one goes only when the new one is whole and on the device.
  static func run(from old: FilePath, to new: FilePath) throws {
    do {
      try FileTree.rename(from: old, to: new, replacing: false)
      try Folder.synchronize(new.parent)
    } catch let error where error.code == .crossDevice {
      let unfinished = try FolderReplacement(at: new, replacing: false)
      defer { unfinished.cancel() }
      let copy = unfinished.path.appending(FileName(known: "copy"))
      try FileCopy.copy(old, to: copy)
      try WholeCopy.synchronize([copy], in: unfinished)
      try FileTree.rename(from: copy, to: new, replacing: false)
      try Folder.synchronize(new.parent)
      try FileTree.remove(old)
    }
  }
}
