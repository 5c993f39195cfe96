import ByteTools
import ProfferFileSystem
import ZipArchives

/// The rule for the name of an entry, for writing, reading and salvaging.
///
/// It looks at the bytes as they are. No program that extracts archives replaces a character before it writes a file, so
/// that a full-width colon (`：`) is an ordinary letter. Folding (``EntryPaths/folded(_:)``) is only for comparing names.
enum EntryName {
  /// Why an entry cannot have a name, as a code and as the end of a sentence; nil when it can.
  static func flaw(of name: UnsafeRawBufferPointer) -> (code: BundleError.Code, reason: String)? {
    if ZipEntryName.hasLongPart(name) {
      return (.limitExceeded, "has a part of more than \(ZipEntryName.longestPart) bytes")
    }
    if let flaw = ZipEntryName.flaw(of: name) { return (BundleError.Code(ZipError.Code(flaw)), flaw.reason) }
    return flaw(ofSafe: name)
  }

  /// The same for a name that the reader of zip archives accepts.
  static func flaw(ofSafe name: UnsafeRawBufferPointer) -> (code: BundleError.Code, reason: String)? {
    hasReservedPart(name) ? (.reservedName, "is one that not every system can give to a file") : nil
  }

  /// The same for an array.
  static func flaw(of name: [UInt8]) -> (code: BundleError.Code, reason: String)? {
    name.withUnsafeBytes { flaw(of: $0) }
  }

  /// Refuses to write an entry under a name that the reader would refuse.
  static func check(_ path: String) throws(BundleError) {
    if let (code, reason) = flaw(of: Array(path.utf8)) {
      throw BundleError(code, "the path \(PrintableText.escaped(path.utf8)) of an entry \(reason)")
    }
  }

  /// Whether a part of a path has a character that Windows forbids, ends in a dot or a space, or is a device's name
  /// there, whatever its extension.
  private static func hasReservedPart(_ path: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    var dot: Int?
    for index in 0...path.count {
      let byte = index < path.count ? path[index] : UInt8(ascii: "/")
      switch byte {
      case UInt8(ascii: "/"):
        if index > start {
          if endsInDotOrSpace(path[start..<index]) || isDevice(path[start..<(dot ?? index)]) { return true }
        }
        start = index + 1
        dot = nil
      case UInt8(ascii: "."): if dot == nil { dot = index }
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "|"),
        UInt8(ascii: "?"), UInt8(ascii: "*"):
        return true
      default: break
      }
    }
    return false
  }

  /// Earlier writers cut long names at these lengths, at any character; such bundles are read.
  private static let cutByteCounts = EntryPaths.longestName - 3...EntryPaths.longestName + 1

  private static func endsInDotOrSpace(_ part: Slice<UnsafeRawBufferPointer>) -> Bool {
    (part.last == UInt8(ascii: ".") || part.last == UInt8(ascii: " "))
      && !cutByteCounts.contains(part.count)
  }

  private static func isDevice(_ stem: Slice<UnsafeRawBufferPointer>) -> Bool {
    func begins(_ word: StaticString) -> Bool {
      zip(stem, UnsafeBufferPointer(start: word.utf8Start, count: 3)).allSatisfy { $0 | 0x20 == $1 }
    }
    switch stem.count {
    case 3: return begins("con") || begins("prn") || begins("aux") || begins("nul")
    case 4:
      let isNumbered = UInt8(ascii: "1")...UInt8(ascii: "9") ~= (stem.last ?? 0)
      return isNumbered && (begins("com") || begins("lpt"))
    default: return false
    }
  }
}

// Two names of an archive are ambiguous when some file system treats them as one, or when one is a file and the other
// needs a folder of that name. An archive may have a million entries, so that the folded names stand in one buffer with
// an index of numbers: as dictionary keys they would take four times the memory of the directory.

/// The names of the entries of an archive, folded as file systems fold them.
struct EntryNames {
  /// The folded names without separators, and where each ends.
  private var folded: [UInt8] = []
  private var ends: [Int] = []
  /// The entries whose names are not ASCII.
  private var international: [Int] = []

  /// The names of a directory.
  private init(of directory: ZipDirectory) {
    folded.reserveCapacity(Int(directory.directoryByteCount))
    ends.reserveCapacity(directory.count)
    for number in 0..<directory.count {
      directory.withName(at: number) { name in
        if name.allSatisfy({ $0 < 0x80 && $0.lowercasedASCII == $0 }) {
          folded.append(contentsOf: name)
        } else if name.allSatisfy({ $0 < 0x80 }) {
          for byte in name { folded.append(byte.lowercasedASCII) }
        } else {
          international.append(number)
          folded += EntryPaths.folded(String(decoding: name, as: UTF8.self)).utf8
        }
      }
      endName()
    }
  }

  /// Names that entries will have; those of folders end in a slash.
  private init(_ names: [String]) {
    for name in names {
      folded += EntryPaths.folded(name).utf8
      endName()
    }
  }

  /// Ends the last name.
  ///
  /// A version in the manner of VMS is removed, as unzip does.
  private mutating func endName() {
    folded.removeLast(ZipEntryName.versionByteCount(of: folded[(ends.last ?? 0)...]))
    ends.append(folded.count)
  }

  /// Refuses, before an archive is written, foreign entries that its reader would refuse.
  static func check(_ entries: [ForeignEntry]) throws(BundleError) {
    if entries.isEmpty { return }
    let own = [BundleMark.name, BundleMark.manifestName, BundleMark.items]
    let names = own + entries.map(\.entryName)
    for name in names {
      if let (code, reason) = EntryName.flaw(of: Array(name.utf8)) { throw unfit(name, code, reason) }
    }
    if let (number, reason) = EntryNames(names).ambiguity() {
      throw unfit(names[number], .ambiguousName, reason)
    }
  }

  private static func unfit(_ name: String, _ code: BundleError.Code, _ reason: String) -> BundleError {
    BundleError(
      code,
      "\(PrintableText.escaped(name.utf8)), which is beside the items, cannot be stored in an archive: it \(reason); "
        + "rename it or move it away")
  }

  /// Refuses names that an entry cannot have, and ambiguous ones.
  ///
  /// The reader that made the directory has refused names that are not safe.
  static func check(_ directory: ZipDirectory, in archive: FilePath) throws(BundleError) {
    func refuse(_ number: Int, _ code: BundleError.Code, _ reason: String) throws(BundleError) {
      let name = PrintableText.escaped(directory.name(at: number))
      throw BundleError(code, of: archive, "the entry \(name) \(reason)")
    }
    for number in 0..<directory.count {
      if let (code, reason) = directory.withName(at: number, { EntryName.flaw(ofSafe: $0) }) {
        try refuse(number, code, reason)
      }
    }
    let names = EntryNames(of: directory)
    if let (number, reason) = names.ambiguity() { try refuse(number, .ambiguousName, reason) }
    if let number = names.international.first(where: { !directory.isOfUnix(at: $0) }) {
      try refuse(
        number, .ambiguousName,
        "is not UTF-8 to every program, as it does not say that it was made on Unix")
    }
  }

  /// The first ambiguous name, and the reason.
  private func ambiguity() -> (number: Int, reason: String)? {
    folded.withUnsafeBytes { folded in
      let nameOf = { (number: Int) in
        UnsafeRawBufferPointer(rebasing: folded[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
      }
      var index = NameIndex(capacity: ends.count)
      for number in ends.indices {
        if index.insert(number, nameOf(number), nameOf: nameOf) != nil {
          return (number, "differs from another one only in case, in Unicode form or in a version such as ;1")
        }
      }
      for number in ends.indices {
        let name = nameOf(number)
        var hash = index.emptyHash
        for place in name.indices {
          if name[place] == UInt8(ascii: "/"),
            index.number(of: UnsafeRawBufferPointer(rebasing: name[..<place]), hash, nameOf: nameOf) != nil
          {
            return (number, "has the name of another one, which is a file, for a folder")
          }
          hash.add(name[place])
        }
      }
      return nil
    }
  }
}
