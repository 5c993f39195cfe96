import Foundation
import ProfferFileSystem
import TestSupport
import ZipArchives

/// Packages in memory, such as Word and OpenDocument files.
///
/// If a package is accepted, its names differ, and its contents fit the limit together. If all contents are
/// read, the tolerant reader must find the same entries.
struct PackageFuzzer: Fuzzer {
  private static let limits = ZipPackageLimits(expandedByteCount: 4 << 20, entryCount: 1000)

  let material: Material
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var writer = ZipPackageWriter()
    writer.add("mimetype", Array("a/b".utf8), isStored: true)
    writer.add("word/document.xml", Array(String(repeating: "<w:p/>", count: 200).utf8))
    writer.add("é", [])
    let package = Array(writer.finish())
    // Entries with data descriptors, with and without a signature, and a comment.
    let descriptors = try Self.addingDescriptors(to: package)
    material = Material(
      seeds: [package, Array("before".utf8) + package, descriptors],
      words: [
        "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "PK\u{7}\u{8}",
        "mimetype", "word/document.xml", "\u{1}\u{0}\u{8}\u{0}", "\u{8}\u{0}", "\u{0}\u{0}",
      ],
      shapes: [
        GrowingShape("PK", repeating: "PK\u{5}\u{6}"), GrowingShape("PK", repeating: "PK\u{1}\u{2}"),
        GrowingShape("PK", repeating: "PK\u{3}\u{4}"),
        GrowingShape(beginning: Array(package.dropLast(22)), unit: Array("PK".utf8), end: package.suffix(22)),
      ])
  }

  /// Returns the package with a descriptor after each entry; the directory is moved, and gets a comment.
  private static func addingDescriptors(to package: [UInt8]) throws -> [UInt8] {
    func number(_ offset: Int, _ byteCount: Int, in bytes: [UInt8]) -> Int {
      bytes[offset..<offset + byteCount].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    var record = number(package.count - 6, 4, in: package)
    var (result, directory): ([UInt8], [UInt8]) = ([], [])
    for index in 0..<number(package.count - 12, 2, in: package) {
      let nameByteCount = number(record + 28, 2, in: package)
      let header = number(record + 42, 4, in: package)
      let byteCount = 30 + nameByteCount + number(record + 20, 4, in: package)
      directory += package[record..<record + 42] + bytes(result.count)
      directory += package[record + 46..<record + 46 + nameByteCount]
      var local = Array(package[header..<header + byteCount])
      let numbers = Array(local[14..<26])
      local[6] |= 8
      local.replaceSubrange(14..<26, with: [UInt8](repeating: 0, count: 12))
      result += local + (index % 2 == 0 ? Array("PK\u{7}\u{8}".utf8) : []) + numbers
      record += 46 + nameByteCount
    }
    let end = package.suffix(22)
    let comment = Array("comment".utf8)
    return result + directory + end.prefix(12) + bytes(directory.count) + bytes(result.count)
      + [UInt8(comment.count), 0] + comment
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let package: ZipPackage
    do throws(ZipError) { package = try ZipPackage(Data(input), limits: Self.limits) } catch { return }
    let names = package.names
    try Finding.unless(
      Set(names.map { Array($0.utf8) }).count == names.count, "two entries have the same name")
    var expandedByteCount = 0
    var isComplete = true
    for name in names {
      guard let content = Self.content(of: name, in: package) else {
        isComplete = false
        continue
      }
      expandedByteCount += content.count
    }
    try Finding.unless(expandedByteCount <= Self.limits.expandedByteCount, "the limit is exceeded")
    if isComplete { try checkTolerantly(names, input) }
  }

  /// Returns the content of an entry; nil if it is rejected.
  private static func content(of name: String, in package: ZipPackage) -> [UInt8]? {
    do throws(ZipError) { return try package.content(of: name) } catch { return nil }
  }

  private func checkTolerantly(_ names: [String], _ input: [UInt8]) throws(Finding) {
    do {
      try folder.write(input, to: "input")
      guard let path = FilePath(folder.path("input")) else { throw Finding("the folder has no path") }
      let archive = try TolerantZipReader(try OpenFile.readingRegular(path))
      try Finding.unless(
        archive.entries.count == names.count, "the tolerant reader finds \(archive.entries.count) entries")
      for (entry, name) in zip(archive.entries, names)
      where String(validating: entry.name, as: UTF8.self) != nil {
        try Finding.unless(entry.name == Array(name.utf8), "the tolerant reader finds another name")
      }
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("the tolerant reader rejects the archive: \(error)")
    }
  }
}
