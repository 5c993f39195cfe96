import ByteTools
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
  private init(of directory: ZipDirectory) {
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
      endName()
    }
  }

  /// Takes the names that entries will have; those of folders end in a slash.
  private init(_ names: [String]) {
    for name in names {
      folded += EntryPaths.folded(name).utf8
      endName()
    }
  }

  /// Ends the name that was put behind the others, without the version of a file, as VMS has it, which unzip leaves out.
  private mutating func endName() {
    folded.removeLast(EntryPaths.versionByteCount(of: folded[(ends.last ?? 0)...]))
    ends.append(folded.count)
  }

  /// Refuses, before an archive is written, what beside the items a reader of it would refuse.
  static func check(_ entries: [ForeignEntry]) throws(BundleError) {
    let own = [BundleMark.name, BundleMark.manifestName, "items"]
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
      "\(PrintableText.escaped(name.utf8)), which lies beside the items, cannot be in an archive: it \(reason); "
        + "rename it or move it away")
  }

  /// Refuses names that an entry cannot have, names that some file system takes for one another, and a file that would
  /// be a folder too.
  static func check(_ directory: ZipDirectory, in archive: FilePath) throws(BundleError) {
    func refuse(_ number: Int, _ code: BundleError.Code, _ reason: String) throws(BundleError) {
      let name = PrintableText.escaped(directory.name(at: number))
      throw BundleError(code, "\(archive): the entry \(name) \(reason)")
    }
    for number in 0..<directory.count {
      if let (code, reason) = directory.withName(at: number, { EntryName.flaw(of: $0) }) {
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

  /// The first name that means two things, and why.
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

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
