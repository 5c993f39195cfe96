import Foundation
import ItemProviders
import ProfferFileSystem

/// Sends a file or a folder of this machine to the terminal of another one.
///
/// The terminal asks for an entry of the list; what is below a folder goes with it, one level after another.
struct TerminalDragFiles {
  /// Something that is to be sent.
  private struct Entry {
    let path: FilePath
    let metadata: String
  }

  let writer: DragMessageWriter
  /// The place of the file in the list, from 1.
  let number: Int

  /// Sends everything.
  ///
  /// - Parameter goesOn: called between pieces; false ends early.
  /// - Returns: how many files and folders were sent.
  func send(_ root: FilePath, while goesOn: () throws -> Bool) throws -> Int {
    var queue = [Entry(path: root, metadata: "t=k:x=\(number)")]
    var place = 0
    // 0 is a file and 1 a link.
    var folderCount = 1
    while place < queue.count, try goesOn() {
      let entry = queue[place]
      place += 1
      // What was named may be a link; below it links are sent as links.
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
