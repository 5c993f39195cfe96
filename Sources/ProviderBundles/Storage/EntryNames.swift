import FileSystem
import ZipArchives

/// The names of all entries of an archive, as file systems that are not careful compare them.
struct EntryNames {
  /// The names folded, one behind the other, and where each ends.
  private var folded: [UInt8] = []
  private var ends: [Int] = []
  /// The entries whose names are not ASCII.
  private var international: [Int] = []

  /// Takes the names of a directory.
  init(of directory: ZipDirectory) {
    folded.reserveCapacity(Int(directory.directoryByteCount))
    ends.reserveCapacity(directory.count)
    for number in 0..<directory.count {
      directory.withName(at: number) { name in
        if name.allSatisfy({ $0 < 0x80 && EntryNames.lowercase($0) == $0 }) {
          folded.append(contentsOf: name)
        } else if name.allSatisfy({ $0 < 0x80 }) {
          for byte in name { folded.append(EntryNames.lowercase(byte)) }
        } else {
          international.append(number)
          folded += EntryPaths.folded(String(decoding: name, as: UTF8.self)).utf8
        }
      }
      ends.append(folded.count)
    }
  }

  /// Takes the names that entries will have; those of folders end in a slash.
  private init(_ names: [String]) {
    for name in names {
      folded += EntryPaths.folded(name).utf8
      ends.append(folded.count)
    }
  }

  /// Refuses, before an archive is written, what beside the items a reader of it would refuse.
  static func check(_ entries: [ForeignEntry]) throws(BundleError) {
    let own = [BundleMark.name, BundleMark.manifestName, "items"]
    let names = own + entries.map(\.entryName)
    for name in names {
      if ZipEntryName.hasLongPart(name.utf8) {
        throw unfit(name, .limitExceeded, "has a part of more than \(ZipEntryName.longestPart) bytes")
      }
      let flaw = Array(name.utf8).withUnsafeBytes { ZipEntryName.flaw(of: $0) }
      if let flaw {
        throw unfit(name, BundleError.Code(ZipError.Code(flaw)), flaw.reason)
      }
    }
    if let (number, code, reason) = EntryNames(names).flaw() { throw unfit(names[number], code, reason) }
  }

  private static func unfit(_ name: String, _ code: BundleError.Code, _ reason: String) -> BundleError {
    BundleError(
      code,
      "\(PrintableText.escaped(name.utf8)), which lies beside the items, cannot be in an archive: it \(reason); "
        + "rename it or move it away")
  }

  /// Refuses names that not every system can give to a file, names that some file system takes for one another, and a
  /// file that would be a folder too.
  func check(_ directory: ZipDirectory, in archive: FilePath) throws(BundleError) {
    let flaw =
      flaw()
      ?? international.first { !directory.isOfUnix(at: $0) }.map {
        ($0, .ambiguousName, "is not UTF-8 to every program, as it does not say that it was made on Unix")
      }
    if let flaw {
      let name = PrintableText.escaped(directory.name(at: flaw.number))
      throw BundleError(flaw.code, "\(archive): the entry \(name) \(flaw.reason)")
    }
  }

  /// The first name that is refused, and why.
  private func flaw() -> (number: Int, code: BundleError.Code, reason: String)? {
    folded.withUnsafeBytes { folded in
      let nameOf = { (number: Int) in
        UnsafeRawBufferPointer(rebasing: folded[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
      }
      var index = NameIndex(capacity: ends.count)
      for number in ends.indices {
        if EntryNames.hasReservedPart(nameOf(number)) {
          return (number, .reservedName, "is one that not every system can give to a file")
        }
        if index.insert(number, nameOf(number), nameOf: nameOf) != nil {
          return (number, .ambiguousName, "differs from another one only in case or in Unicode form")
        }
      }
      for number in ends.indices {
        let name = nameOf(number)
        var hash = index.emptyHash
        for place in name.indices {
          if name[place] == UInt8(ascii: "/"),
            index.number(of: UnsafeRawBufferPointer(rebasing: name[..<place]), hash, nameOf: nameOf) != nil
          {
            return (number, .ambiguousName, "has the name of another one, which is a file, for a folder")
          }
          hash.add(name[place])
        }
      }
      return nil
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// Whether a part of a folded path has a character that Windows forbids, ends in a dot or a space, or is a device's
  /// name there, whatever its extension.
  static func hasReservedPart(_ path: String) -> Bool {
    Array(path.utf8).withUnsafeBytes(hasReservedPart)
  }

  private static func hasReservedPart(_ path: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    var dot: Int?
    for index in 0...path.count {
      let byte = index < path.count ? path[index] : UInt8(ascii: "/")
      switch byte {
      case UInt8(ascii: "/"):
        if index > start {
          let last = path[index - 1]
          if last == UInt8(ascii: ".") || last == UInt8(ascii: " ") { return true }
          if isDevice(path[start..<(dot ?? index)]) { return true }
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

  private static func isDevice(_ stem: Slice<UnsafeRawBufferPointer>) -> Bool {
    switch stem.count {
    case 3:
      return ["con", "prn", "aux", "nul"].contains { stem.elementsEqual($0.utf8) }
    case 4:
      let isNumbered = UInt8(ascii: "1")...UInt8(ascii: "9") ~= (stem.last ?? 0)
      return isNumbered && (stem.starts(with: "com".utf8) || stem.starts(with: "lpt".utf8))
    default: return false
    }
  }
}
