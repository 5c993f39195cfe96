package import Foundation
public import ProfferFileSystem

/// The details of a drop, which the user sees before confirming the undo of the drop.
package struct DropDescription: Hashable, Codable, Sendable {
  /// The source of the items.
  package let source: FilePath
  /// The state of the source when it was opened; nil if not recorded.
  let sourceState: FileState?
  /// The destination of the items.
  package let destination: FilePath
  /// The working directory of the program.
  package let workingFolder: FilePath
  /// The number of dropped items.
  package let itemCount: Int
  /// Whether the items were moved; otherwise they were copied.
  package let isMove: Bool
  /// The time when the drop began.
  package let date: Date
  /// The folders created for the drop, outermost first; undo removes them if they are empty.
  package let createdFolders: [FilePath]

  /// Makes a description; the paths must be absolute.
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

  /// The valid times of a drop, in seconds since 1970, up to the end of the year 9999.
  private static let times = 0.0..<253_402_300_800

  private enum Key: String, CodingKey {
    case source, sourceTimes, sourceChanges, destination, workingFolder, itemCount, isMove, date,
      createdFolders
  }

  /// Decodes a description from the file in a record.
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

  /// Encodes the description for the file in a record.
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
  /// The number of the drop; later drops have higher numbers.
  public let number: Int
  /// The details of the drop; nil if the details were not recorded or cannot be read.
  package let description: DropDescription?
  /// The files and folders that the drop placed and that still exist.
  public let placed: [FilePath]
  /// The files and folders that the drop replaced.
  public let replaced: [FilePath]
  /// The error with code `badJournal` if the record cannot be read; otherwise nil.
  ///
  /// If the record cannot be read, the drop can only be forgotten.
  public let damage: FolderDropError?
  /// The paths of files with changes that cannot be undone now, and the errors; empty if not requested.
  public let obstacles: [(path: FilePath, error: any Error)]
}

extension DropRecord {
  /// Records the details of the drop; must be called before any file is placed or replaced.
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

  /// Removes the folders created for a drop; folders that are not empty are kept.
  ///
  /// - Returns: the removed folders.
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

  /// The maximum length of a description in bytes; enough for many escaped paths of the maximum length.
  private static let longestDescription: UInt64 = 1 << 24

  /// Returns the description in the folder of a record; nil if the description is missing or cannot be read.
  static func description(in place: FilePath) -> DropDescription? {
    do {
      let path = descriptionPath(in: place)
      guard let status = try FileStatus.ifPresent(path), status.byteCount <= longestDescription else {
        return nil
      }
      let bytes = try OpenFile.readingRegular(path).bytes(at: 0, count: Int(status.byteCount))
      return try JSONDecoder().decode(DropDescription.self, from: Data(bytes))
    } catch {
      // Undo does not depend on the description.
      return nil
    }
  }
}
