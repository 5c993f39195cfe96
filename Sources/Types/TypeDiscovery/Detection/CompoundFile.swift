import ProfferFileSystem
import UniformTypes

/// The root storage of a compound file.
///
/// A compound file is a file system inside a file. Microsoft's older programs store their documents in this
/// form. (Source: [MS-CFB], “Compound File Binary File Format”.) Only the directory is read, and at most 256
/// sectors of it.
struct CompoundFile {
  /// The names of the entries in the root storage.
  let names: [String]
  /// The class identifier of the root storage as stored, in hexadecimal digits; nil if all its bytes are
  /// zero.
  let rootClass: String?

  /// The maximum number of directory sectors to read; the entries of the root storage are in the first
  /// sectors.
  private static let sectorLimit = 256

  /// Reads the directory; returns nil if the file does not have a valid directory.
  ///
  /// - Throws: `fileSystem` if the file cannot be read.
  init?(_ file: OpenFile) throws(DiscoveryError) {
    let byteCount = try DiscoveryError.withFile { () throws(FileSystemError) in try file.status().byteCount }
    func bytes(at offset: UInt64, count: Int) throws(DiscoveryError) -> [UInt8]? {
      guard offset < byteCount, byteCount - offset >= UInt64(count) else { return nil }
      return try DiscoveryError.withFile { () throws(FileSystemError) in
        try file.bytes(at: offset, count: count)
      }
    }
    guard let header = try bytes(at: 0, count: 512) else { return nil }
    let shift = Int(Self.number(header, 30, 2))
    guard shift == 9 || shift == 12 else { return nil }
    let sectorByteCount = 1 << shift
    var sector = Self.number(header, 48, 4)
    var entries: [[UInt8]] = []
    var seen: Set<UInt32> = []
    while sector < 0xFFFF_FFFA, seen.count < Self.sectorLimit, seen.insert(sector).inserted {
      let offset = (UInt64(sector) + 1) << UInt64(shift)
      // If the file is truncated, the existing part of its last sector is used.
      let count = min(sectorByteCount, byteCount > offset ? Int(min(byteCount - offset, 4096)) : 0)
      guard let content = try bytes(at: offset, count: count), !content.isEmpty else { break }
      for start in stride(from: 0, through: content.count - 128, by: 128) {
        entries.append(Array(content[start..<start + 128]))
      }
      // The header lists the first 109 sectors of the sector table. The other sectors are not used.
      let place = Int(sector) >> (shift - 2)
      guard place < 109 else { break }
      let table = (UInt64(Self.number(header, 76 + 4 * place, 4)) + 1) << UInt64(shift)
      let index = UInt64(Int(sector) & (sectorByteCount / 4 - 1)) * 4
      guard let next = try bytes(at: table + index, count: 4) else { break }
      sector = Self.number(next, 0, 4)
    }
    guard let root = entries.first, root[66] == 5 else { return nil }
    let identifier = root[80..<96]
    rootClass =
      identifier.allSatisfy { $0 == 0 }
      ? nil : identifier.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    names = Self.children(of: entries).map { Self.name(entries[$0]) }
  }

  /// Returns the indices of the entries in the root storage.
  ///
  /// The entries form a tree: each entry contains the indices of two siblings.
  private static func children(of entries: [[UInt8]]) -> [Int] {
    var open = [number(entries[0], 76, 4)]
    var found: Set<Int> = []
    var order: [Int] = []
    while let next = open.popLast() {
      guard next < UInt32(entries.count), found.insert(Int(next)).inserted else { continue }
      order.append(Int(next))
      open += [number(entries[Int(next)], 68, 4), number(entries[Int(next)], 72, 4)]
    }
    return order
  }

  private static func name(_ entry: [UInt8]) -> String {
    let byteCount = min(64, max(0, Int(number(entry, 64, 2)) - 2))
    let units = stride(from: 0, to: byteCount & ~1, by: 2).map { UInt16(number(entry, $0, 2)) }
    return String(decoding: units, as: UTF16.self)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt32 {
    (0..<count).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }
}

/// Recognises formats that are compound files, by the entry names or the class identifier of the root
/// storage.
struct CompoundFormats {
  let registry: TypeRegistry

  /// Returns the format of a compound file; nil if it cannot be determined.
  ///
  /// - Throws: `fileSystem` if the file cannot be read.
  func match(in file: OpenFile) throws(DiscoveryError) -> ContentMatch? {
    guard let contents = try CompoundFile(file) else { return nil }
    return match(names: contents.names, rootClass: contents.rootClass)
  }

  func match(names: [String], rootClass: String?) -> ContentMatch? {
    for rule in Self.rules {
      let isMatch = rule.marks.allSatisfy { mark in
        if mark.hasPrefix("class:") { return mark.dropFirst(6) == rootClass ?? "" }
        return names.contains { $0 == mark || mark.hasSuffix("*") && $0.hasPrefix(mark.dropLast()) }
      }
      guard isMatch, let type = registry.declaredType(rule.type) else { continue }
      let marks = rule.marks.joined(separator: " and ")
      return ContentMatch(type: type, isStrong: true, evidence: "the compound file contains \(marks)")
    }
    return nil
  }

  /// The type of a compound file of unknown format.
  static let generalIdentifier = "io.proffer.compound-file"

  /// The types in the table, for a test that checks that they are declared.
  static var identifiersForTesting: [String] { rules.map(\.type) }

  /// The types whose files are compound files.
  static var typeIdentifiers: Set<String> { Set(rules.map(\.type)) }

  /// The types and the entry names that identify each type, with more specific types first.
  ///
  /// All names in a list must be present. A star matches any remaining text. Text after `class:` is the class
  /// identifier of the root storage, as stored.
  private static let rules: [(type: String, marks: [String])] = [
    ("io.proffer.encrypted-openxml", ["EncryptedPackage"]),
    ("io.proffer.windows-installer", ["class:84100c0000000000c000000000000046"]),
    ("io.proffer.windows-installer", ["class:86100c0000000000c000000000000046"]),
    ("io.proffer.hangul-document", ["\u{5}HwpSummaryInformation"]),
    ("io.proffer.outlook-message", ["__properties_version1.0"]),
    ("io.proffer.outlook-message", ["__nameid_version1.0"]),
    ("io.proffer.visio-drawing", ["VisioDocument"]),
    ("io.proffer.publisher-document", ["Quill"]),
    ("io.proffer.project-plan", ["   1*"]), ("io.proffer.project-plan", ["Props", "   *"]),
    ("io.proffer.works-document", ["MatOST"]), ("io.proffer.works-document", ["MM", "CONTENTS"]),
    ("com.kodak.flashpix-image", ["class:0067615654c1ce11855300aa00a1f95b"]),
    ("org.openoffice.text", ["StarWriterDocument"]), ("org.openoffice.spreadsheet", ["StarCalcDocument"]),
    ("org.openoffice.graphics", ["StarDrawDocument*"]), ("org.openoffice.formula", ["StarMathDocument"]),
    ("io.proffer.quattro-pro", ["NativeContent_MAIN"]), ("io.proffer.wordperfect", ["PerfectOffice_MAIN"]),
    ("com.microsoft.powerpoint.ppt", ["PowerPoint Document"]), ("com.microsoft.powerpoint.ppt", ["PP40"]),
    ("com.microsoft.word.doc", ["WordDocument"]),
    ("com.microsoft.excel.xls", ["Workbook"]), ("com.microsoft.excel.xls", ["WORKBOOK"]),
    ("com.microsoft.excel.xls", ["Book"]),
  ]
}
