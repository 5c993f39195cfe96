/// The names of unfinished files and of files that are set aside.
///
/// A killed writer leaves its unfinished file behind. The name alone does not identify such a file, because a
/// user's file may have a name of the same form. ``UnfinishedFiles`` also requires a permission bit as a
/// sign, and a free lock.
enum TemporaryName {
  private static let ending = Array(".proffer-partial".utf8)
  private static let digitCount = 16

  /// Returns a new hidden name for an entry that will be renamed later.
  static func make(for name: FileName?) -> FileName { make(for: name, ending: ending) }

  /// Returns the hidden name of an entry that is being removed.
  ///
  /// If a killed process leaves an entry under this name, a sweep recognises the entry only if `text` ends
  /// in a dot and 16 hexadecimal digits.
  ///
  /// - Parameter text: a text that is unique to the removal.
  static func makeForRemoval(_ text: String) -> FileName { known([0x2E] + Array(text.utf8) + ending) }

  /// Returns a new name for an entry that is set aside while a new entry takes its place.
  ///
  /// For a moment, the set-aside entry is the only copy, so sweeps never remove entries with such a name.
  static func makeForPrevious(_ name: FileName?) -> FileName {
    make(for: name, ending: Array(".proffer-previous".utf8))
  }

  /// Returns whether a name has the form of temporary names: `.NAME.0123456789abcdef.proffer-partial`.
  static func isUnfinished(_ name: FileName) -> Bool {
    let bytes = name.bytes
    guard bytes.count > ending.count + digitCount + 2, bytes[0] == 0x2E,
      bytes.suffix(ending.count) == ending[...]
    else { return false }
    let digits = bytes.dropLast(ending.count).suffix(digitCount)
    return bytes[digits.startIndex - 1] == 0x2E
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func make(for name: FileName?, ending: [UInt8]) -> FileName {
    // The start is shortened, because a name of the maximum length would leave no room for the other parts.
    let start = (name?.bytes ?? Array("proffer".utf8)).prefix(64)
    return known([0x2E] + start + [0x2E] + randomDigits() + ending)
  }

  private static func randomDigits() -> [UInt8] {
    let text = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return Array((String(repeating: "0", count: digitCount - text.count) + text).utf8)
  }

  private static func known(_ bytes: [UInt8]) -> FileName {
    guard let name = FileName(bytes: bytes) else { preconditionFailure("made of parts of names") }
    return name
  }
}

extension FilePath {
  /// If this path contains a temporary name, the parts of the path that users know; otherwise nil.
  ///
  /// These parts are the folder that contains the temporary name, and the names below the temporary name.
  package var knownParts: (folder: FilePath, rest: [FileName])? {
    let parts = bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
    let isUnfinished = parts.map { part in FileName(bytes: part).map(TemporaryName.isUnfinished) ?? false }
    guard let first = isUnfinished.firstIndex(of: true), let last = isUnfinished.lastIndex(of: true) else {
      return nil
    }
    let above = Array(parts[..<first].joined(separator: [0x2F]))
    let folder = isAbsolute && above.isEmpty ? .root : FilePath(bytes: above) ?? .currentFolder
    return (folder, parts[(last + 1)...].compactMap { FileName(bytes: $0) })
  }
}
