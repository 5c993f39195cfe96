import ByteTools
import Foundation
import ProfferFileSystem

/// A clipboard history: a folder of bundles that are named after their creation times.
///
/// Sorting the bundles by name sorts them by creation time.
struct ClipboardHistory {
  private static let prefix = "clip-"
  private static let ending = ".dragbundle"

  private let folder: FilePath
  private let keptCount: Int
  private var last: FilePath?

  init(in folder: FilePath, keeping keptCount: Int) {
    self.folder = folder
    self.keptCount = keptCount
  }

  /// Adds a bundle unless it equals the last one, and removes the oldest bundles beyond `keptCount`.
  ///
  /// - Parameter write: writes the bundle to the given path.
  /// - Returns: the path of the bundle; nil if the bundle equals the last one.
  mutating func add(_ write: (FilePath) throws -> Void) throws -> FilePath? {
    let path = try freePath()
    try write(path)
    if let last, try WholeCopy.isEqual(last, path) {
      try FileTree.removeFile(path)
      return nil
    }
    last = path
    let names = try Folder.names(in: folder).filter { name in
      guard let text = name.string else { return false }
      return text.hasPrefix(ClipboardHistory.prefix) && text.hasSuffix(ClipboardHistory.ending)
    }
    for name in names.sorted().dropLast(keptCount) { try FileTree.removeFile(folder.appending(name)) }
    return path
  }

  /// Returns an unused path named after the current time.
  ///
  /// If two copies occur within the same millisecond, the second is named after the next unused millisecond.
  private func freePath() throws -> FilePath {
    var milliseconds = Int64(Date().timeIntervalSince1970 * 1000)
    while true {
      guard let name = FileName(bytes: ClipboardHistory.name(milliseconds)) else {
        preconditionFailure("digits are a valid name")
      }
      let path = folder.appending(name)
      if try FileStatus.ifPresent(path) == nil { return path }
      milliseconds += 1
    }
  }

  /// Returns a name such as `clip-2026-11-22-184012-345.dragbundle` for a time.
  ///
  /// The name is in UTC, because local time is set back once a year.
  private static func name(_ milliseconds: Int64) -> [UInt8] {
    let time = CivilTime(secondsSince1970: milliseconds / 1000)
    var text = Array(prefix.utf8)
    func append(_ value: Int64, _ digitCount: Int, _ mark: Unicode.Scalar? = nil) {
      CivilTime.append(value, digitCount: digitCount, to: &text)
      if let mark { text.append(UInt8(ascii: mark)) }
    }
    append(time.date.year, 4, "-")
    append(time.date.month, 2, "-")
    append(time.date.day, 2, "-")
    for part in [time.hour, time.minute] { append(part, 2) }
    append(time.second, 2, "-")
    append(milliseconds % 1000, 3)
    return text + ending.utf8
  }
}
