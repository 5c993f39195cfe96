/// The names of unfinished files and of files that are set aside.
///
/// A killed writer leaves its unfinished file behind. Its name is not enough to identify it, because a
/// user's file may have such a name. The sign and the lock of ``UnfinishedFiles`` are also required.
enum TemporaryName {
  private static let ending = Array(".proffer-partial".utf8)
  private static let digitCount = 16

  /// Returns a new hidden name for an entry that will be renamed later.
  static func make(for name: FileName?) -> FileName { make(for: name, ending: ending) }

  /// Returns the hidden name of an entry that is being removed, made from a text that is unique to the
  /// removal.
  ///
  /// An entry that a killed process leaves under this name counts as stale.
  static func makeForRemoval(_ text: String) -> FileName { known([0x2E] + Array(text.utf8) + ending) }

  /// Returns a new name for an entry that is set aside while another takes its place.
  ///
  /// The entry is the only copy for a moment, so this name never counts as stale.
  static func makeForPrevious(_ name: FileName?) -> FileName {
    make(for: name, ending: Array(".proffer-previous".utf8))
  }

  /// Whether a name has the form of temporary names: `.NAME.0123456789abcdef.proffer-partial`.
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
    // A name of the maximum length would leave no room for the rest.
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
  /// The parts of an unfinished entry's path that users know: its folder, and the names below the
  /// temporary name.
  ///
  /// Nil if the path contains no temporary name.
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
