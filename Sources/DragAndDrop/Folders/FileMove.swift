import FileSystem
import Foundation
import ItemProviders

/// Moving a file or folder to a path where nothing is, also between file systems.
enum FileMove {
  static func run(from old: FilePath, to new: FilePath) throws {
    do {
      try FileTree.rename(from: old, to: new, replacing: false)
    } catch let error where error.code == .crossDevice {
      try copy(old, to: new)
      try FileTree.remove(old)
    }
  }

  /// Copies as item providers do: a file in place that is kept elsewhere is a copy.
  private static func copy(_ old: FilePath, to new: FilePath) throws {
    let provider = ItemProvider()
    let type = "public.item"
    provider.registerFileRepresentation(for: type, openInPlace: true) { _ in .file(old, isInPlace: true) }
    let loaded = Locked<Result<LoadedFile, any Error>?>(nil)
    let isLoaded = DispatchSemaphore(value: 0)
    provider.loadFile(forTypeIdentifier: type, openInPlace: true) { result in
      loaded.withLock { $0 = result }
      isLoaded.signal()
    }
    isLoaded.wait()
    try loaded.withLock { $0 }?.get().keep(at: new)
  }
}
