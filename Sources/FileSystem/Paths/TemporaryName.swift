/// The names of files that are not finished, and of those that nobody is to see.
///
/// A killed writer leaves its unfinished file behind. It is known by its ending, and stale when nobody holds
/// its lock, so that the next writer in the folder can take it away.
enum TemporaryName {
  private static let ending = Array(".proffer-partial".utf8)

  /// A new hidden name for what will one day be named differently.
  static func make(for name: FileName?) -> FileName { make(for: name, ending: ending) }

  /// A new name for what is set aside while something takes its place.
  ///
  /// It is the only copy for a moment, so it is never taken for stale.
  static func makeForPrevious(_ name: FileName?) -> FileName {
    make(for: name, ending: Array(".proffer-previous".utf8))
  }

  /// A new name for a folder of temporary files, which has no lock and is never taken for stale.
  static func makeForFolder() -> FileName { known(Array("proffer-".utf8) + randomDigits()) }

  /// Whether a name was made for an unfinished file.
  static func isUnfinished(_ name: FileName) -> Bool {
    name.bytes.first == 0x2E && name.bytes.count > ending.count
      && name.bytes.suffix(ending.count) == ending[...]
  }

  private static func make(for name: FileName?, ending: [UInt8]) -> FileName {
    // A name of the full length would leave no room for the rest.
    let start = (name?.bytes ?? Array("proffer".utf8)).prefix(64)
    return known([0x2E] + start + [0x2E] + randomDigits() + ending)
  }

  private static func randomDigits() -> [UInt8] {
    let text = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return Array((String(repeating: "0", count: 16 - text.count) + text).utf8)
  }

  private static func known(_ bytes: [UInt8]) -> FileName {
    guard let name = FileName(bytes: bytes) else { preconditionFailure("made of parts of names") }
    return name
  }
}
