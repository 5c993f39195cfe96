import ByteTools
import ProfferFileSystem
import ZipArchives

/// The rule for entry names, which applies to writing, reading and salvaging.
///
/// The rule examines the bytes without changes. Programs that extract archives do not replace characters
/// before they write a file, so a full-width colon (`：`) is an ordinary character. Folding
/// (``EntryPaths/folded(_:)``) is used only to compare names.
enum EntryName {
  /// Returns the reason why a name is invalid; nil if the name is valid.
  ///
  /// The reason is a code and a text that completes an error message.
  static func flaw(of name: UnsafeRawBufferPointer) -> (code: BundleError.Code, reason: String)? {
    if ZipEntryName.hasLongPart(name) {
      return (.limitExceeded, "has a component of more than \(ZipEntryName.longestPart) bytes")
    }
    if let flaw = ZipEntryName.flaw(of: name) { return (BundleError.Code(ZipError.Code(flaw)), flaw.reason) }
    return flaw(ofSafe: name)
  }

  /// Returns the reason why a name is invalid; nil if the name is valid.
  ///
  /// The reader of zip archives must have accepted the name.
  static func flaw(ofSafe name: UnsafeRawBufferPointer) -> (code: BundleError.Code, reason: String)? {
    hasReservedPart(name) ? (.reservedName, "is not a valid file name on some systems") : nil
  }

  /// Returns the reason why the name in an array is invalid; nil if the name is valid.
  static func flaw(of name: [UInt8]) -> (code: BundleError.Code, reason: String)? {
    name.withUnsafeBytes { flaw(of: $0) }
  }

  /// Throws if the path of an entry is a name that the reader would reject.
  static func check(_ path: String) throws(BundleError) {
    if let (code, reason) = flaw(of: Array(path.utf8)) {
      throw BundleError(code, "the path \(PrintableText.escaped(path.utf8)) of an entry \(reason)")
    }
  }

  /// Returns whether a component of a path is reserved on Windows.
  ///
  /// A component is reserved if it has a forbidden character, ends in a dot or a space, or is the name of a
  /// device, with or without an extension.
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

  /// The lengths to which earlier versions of the writer cut long names.
  ///
  /// Such a name can end in a dot or a space, and is still accepted.
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

// Two names in an archive are ambiguous if some file system treats them as the same name. Two names are also
// ambiguous if one is the name of a file and the other requires a folder of that name.
//
// An archive may have a million entries. The folded names are therefore stored in one buffer, with an index
// of numbers. As dictionary keys, the names would need four times the memory of the directory.

/// The names of the entries of an archive, folded in the way that file systems fold names.
struct EntryNames {
  /// The folded names without separators, and the offset at which each name ends.
  private var folded: [UInt8] = []
  private var ends: [Int] = []
  /// The indices of the entries whose names are not ASCII.
  private var international: [Int] = []

  /// Folds the names in a directory.
  private init(of directory: ZipDirectory) {
    folded.reserveCapacity(Int(directory.directoryByteCount))
    ends.reserveCapacity(directory.count)
    directory.forEachName { number, name in
      if name.allSatisfy({ $0 < 0x80 && $0.lowercasedASCII == $0 }) {
        folded.append(contentsOf: name)
      } else if name.allSatisfy({ $0 < 0x80 }) {
        for byte in name { folded.append(byte.lowercasedASCII) }
      } else {
        international.append(number)
        folded += EntryPaths.folded(String(decoding: name, as: UTF8.self)).utf8
      }
      endName()
    }
  }

  /// Folds the names of entries that will be written; the name of a folder ends in a slash.
  private init(_ names: [String]) {
    for name in names {
      folded += EntryPaths.folded(name).utf8
      endName()
    }
  }

  /// Marks the end of the last name.
  ///
  /// A VMS version at the end of the name is removed, because the unzip program removes it.
  private mutating func endName() {
    folded.removeLast(ZipEntryName.versionByteCount(of: folded[(ends.last ?? 0)...]))
    ends.append(folded.count)
  }

  /// Throws if the reader would reject an archive with these foreign entries; called before the archive is
  /// written.
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
      "\(PrintableText.escaped(name.utf8)), which is outside the items, cannot be stored in an archive: it \(reason); "
        + "rename it or move it away")
  }

  /// Throws if the name of an entry is invalid or ambiguous.
  ///
  /// The reader that made the directory has already rejected unsafe names.
  static func check(_ directory: ZipDirectory, in archive: FilePath) throws(BundleError) {
    func refuse(_ number: Int, _ code: BundleError.Code, _ reason: String) throws(BundleError) {
      let name = PrintableText.escaped(directory.name(at: number))
      throw BundleError(code, of: archive, "the entry \(name) \(reason)")
    }
    var flaw: (number: Int, code: BundleError.Code, reason: String)?
    directory.forEachName { number, name in
      if flaw == nil, let (code, reason) = EntryName.flaw(ofSafe: name) { flaw = (number, code, reason) }
    }
    if let flaw { try refuse(flaw.number, flaw.code, flaw.reason) }
    let names = EntryNames(of: directory)
    if let (number, reason) = names.ambiguity() { try refuse(number, .ambiguousName, reason) }
    if let number = names.international.first(where: { !directory.isOfUnix(at: $0) }) {
      try refuse(
        number, .ambiguousName,
        "is not marked as UTF-8: the entry does not state that it was made on Unix")
    }
  }

  /// Returns the index of the first ambiguous name, and the reason; nil if no name is ambiguous.
  private func ambiguity() -> (number: Int, reason: String)? {
    folded.withUnsafeBytes { folded in
      let nameOf = { (number: Int) in
        UnsafeRawBufferPointer(rebasing: folded[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
      }
      var index = NameIndex(capacity: ends.count)
      for number in ends.indices {
        if index.insert(number, nameOf(number), nameOf: nameOf) != nil {
          return (
            number, "differs from another name only in case, in Unicode form or in a version such as ;1"
          )
        }
      }
      for number in ends.indices {
        let name = nameOf(number)
        var hash = index.emptyHash
        for place in name.indices {
          if name[place] == UInt8(ascii: "/"),
            index.number(of: UnsafeRawBufferPointer(rebasing: name[..<place]), hash, nameOf: nameOf) != nil
          {
            return (number, "uses the name of another entry as a folder, but that entry is a file")
          }
          hash.add(name[place])
        }
      }
      return nil
    }
  }
}
