package import Foundation
public import ProfferFileSystem

/// What a drop was, for people who are asked whether to undo it.
package struct DropDescription: Hashable, Codable, Sendable {
  /// Where the items came from.
  package let source: FilePath
  /// The state of the source when it was opened; nil if it is not recorded.
  let sourceState: FileState?
  /// Where they were dropped.
  package let destination: FilePath
  /// The folder that the program worked in.
  package let workingFolder: FilePath
  /// The number of items that were dropped.
  package let itemCount: Int
  /// Whether the items were moved rather than copied.
  package let isMove: Bool
  /// When the drop began.
  package let date: Date
  /// The folders that were created for the drop, the outermost first; undo removes them if they are empty.
  package let createdFolders: [FilePath]

  /// Makes a description; paths are absolute.
  package init(
    source: FilePath, opened sourceState: FileState? = nil, destination: FilePath, workingFolder: FilePath,
    itemCount: Int, isMove: Bool,
    date: Date,
    createdFolders: [FilePath]
  ) {
    self.source = source
    self.sourceState = sourceState
    self.destination = destination
    self.workingFolder = workingFolder
    self.itemCount = itemCount
    self.isMove = isMove
    self.date = date
    self.createdFolders = createdFolders
  }

  /// The times that a drop can have, in seconds since 1970: to the end of the year 9999.
  private static let times = 0.0..<253_402_300_800

  private enum Key: String, CodingKey {
    case source, sourceTimes, sourceChanges, destination, workingFolder, itemCount, isMove, date,
      createdFolders
  }

  /// Decodes a description from the file of a record.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    source = try values.decode(JournalPath.self, forKey: .source).path
    let numbers = try [Key.sourceTimes, .sourceChanges].map { key in
      try values.decodeIfPresent(String.self, forKey: key).flatMap { UInt64($0, radix: 16) }
    }
    if let times = numbers[0], let changes = numbers[1] {
      sourceState = FileState(times: times, changes: changes)
    } else {
      sourceState = nil
    }
    destination = try values.decode(JournalPath.self, forKey: .destination).path
    workingFolder = try values.decode(JournalPath.self, forKey: .workingFolder).path
    itemCount = try values.decode(Int.self, forKey: .itemCount)
    isMove = try values.decode(Bool.self, forKey: .isMove)
    let seconds = try values.decode(Double.self, forKey: .date)
    guard itemCount >= 0, Self.times.contains(seconds) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "this is not the item count or time of a drop"))
    }
    date = Date(timeIntervalSince1970: seconds)
    createdFolders = try values.decode([JournalPath].self, forKey: .createdFolders).map(\.path)
  }

  /// Encodes the description for the file of a record.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(JournalPath(source), forKey: .source)
    if let sourceState {
      try values.encode(String(sourceState.times, radix: 16), forKey: .sourceTimes)
      try values.encode(String(sourceState.changes, radix: 16), forKey: .sourceChanges)
    }
    try values.encode(JournalPath(destination), forKey: .destination)
    try values.encode(JournalPath(workingFolder), forKey: .workingFolder)
    try values.encode(itemCount, forKey: .itemCount)
    try values.encode(isMove, forKey: .isMove)
    try values.encode(date.timeIntervalSince1970, forKey: .date)
    try values.encode(createdFolders.map(JournalPath.init), forKey: .createdFolders)
  }
}

/// A drop that can be undone.
public struct RecordedDrop: Sendable {
  /// Its number; later drops have higher numbers.
  public let number: Int
  /// What it was; nil for a drop that was interrupted, or that an earlier version recorded.
  package let description: DropDescription?
  /// The files and folders that it placed and that still exist.
  public let placed: [FilePath]
  /// The files and folders that it replaced.
  public let replaced: [FilePath]
  /// The error with code `badJournal` of a record that cannot be read; nil if it can be read.
  ///
  /// A drop whose record cannot be read can only be forgotten.
  public let damage: FolderDropError?
  /// The paths of files whose changes cannot be undone now, with the errors; empty unless they were requested.
  public let obstacles: [(path: FilePath, error: any Error)]
}

extension DropRecord {
  /// Records what the drop is; call it before anything is placed or replaced.
  ///
  /// - Throws: ``FolderDropError`` with code `notRecorded`.
  package func describe(_ description: DropDescription) throws {
    try recording {
      let bytes = try JSONEncoder().encode(description)
      let replacement = try FileReplacement(at: Self.descriptionPath(in: place), replacing: true)
      try bytes.withUnsafeBytes { try replacement.file.write($0, at: 0) }
      try replacement.commit(synchronizing: false)
    }
  }

  private static func descriptionPath(in place: FilePath) -> FilePath {
    place.appending(FileName(known: "description"))
  }

  /// Removes the folders that were created for a drop, unless something is in them.
  ///
  /// - Returns: those that were removed.
  @discardableResult
  static func removeCreatedFolders(of description: DropDescription?) -> [FilePath] {
    (description?.createdFolders ?? []).reversed().filter(removeIfEmpty)
  }

  private static func removeIfEmpty(_ folder: FilePath) -> Bool {
    do {
      guard try FileStatus.ifPresent(folder, followingLinks: false)?.kind == .folder else { return false }
      try FileTree.removeEmptyFolder(folder)
      return true
    } catch {
      // The folder is not empty, or cannot be removed.
      return false
    }
  }

  /// The most bytes of a description: enough for many paths of the maximum length, escaped.
  private static let longestDescription: UInt64 = 1 << 24

  /// The description in the folder of a record; nil if there is none that can be read.
  static func description(in place: FilePath) -> DropDescription? {
    do {
      let path = descriptionPath(in: place)
      guard let status = try FileStatus.ifPresent(path), status.byteCount <= longestDescription else {
        return nil
      }
      let bytes = try OpenFile.readingRegular(path).bytes(at: 0, count: Int(status.byteCount))
      return try JSONDecoder().decode(DropDescription.self, from: Data(bytes))
    } catch {
      // Undo does not depend on it.
      return nil
    }
  }
}
