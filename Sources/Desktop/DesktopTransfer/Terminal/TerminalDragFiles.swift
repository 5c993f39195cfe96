import Foundation
import ItemProviders
import ProfferFileSystem

/// Sends a local file or folder to a terminal on another machine.
///
/// The terminal requests an entry of the list. The content of a folder is sent with the folder, one level
/// after another.
struct TerminalDragFiles {
  /// A file, folder or link to send.
  private struct Entry {
    let path: FilePath
    let metadata: String
  }

  let writer: DragMessageWriter
  /// The position of the file in the list, starting at 1.
  let number: Int

  /// Sends a file, or a folder with all its content.
  ///
  /// - Parameter goesOn: called between chunks; if it returns false, the transfer ends early.
  /// - Returns: the number of entries that were sent.
  func send(_ root: FilePath, while goesOn: () throws -> Bool) throws -> Int {
    var queue = [Entry(path: root, metadata: "t=k:x=\(number)")]
    var place = 0
    // Folder numbers start at 2, because 0 means a file and 1 means a link.
    var folderCount = 1
    while place < queue.count, try goesOn() {
      let entry = queue[place]
      place += 1
      // The dropped entry itself may be a link, which is followed. Links in a dropped folder are sent as
      // links.
      let status = try FileStatus.of(entry.path, followingLinks: place == 1)
      switch status.kind {
      case .folder:
        folderCount += 1
        let names = try Folder.entries(in: entry.path).filter {
          [.regular, .folder, .link].contains($0.kind)
        }
        .map(\.name).sorted()
        try writer.value(
          "\(entry.metadata):X=\(folderCount)", Data(names.map(\.bytes).joined(separator: [0])), while: goesOn
        )
        for (index, name) in names.enumerated() {
          queue.append(
            Entry(
              path: entry.path.appending(name),
              metadata: "t=k:x=\(number):Y=\(folderCount):y=\(index + 1)"))
        }
      case .link:
        try writer.value("\(entry.metadata):X=1", Data(FileTree.readLink(entry.path)), while: goesOn)
      default:
        let file = try OpenFile.readingRegular(entry.path, followingLinks: place == 1)
        let data = try Data(keepingAllOf: file)
        try writer.value(entry.metadata, data, while: goesOn)
      }
    }
    return place
  }
}
