import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

/// A row of `fixtures/EXPECTED` or `fixtures/types/EXPECTED`.
struct ExpectedTypes: Sendable, CustomTestStringConvertible {
  let file: String
  let byName: String
  let byContent: String
  let byBoth: String
  /// The type by name and content with the desktop's database.
  let withDatabase: String

  var testDescription: String { file }

  static let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/fixtures"

  static func rows() throws -> [ExpectedTypes] { try rows(below: "") + rows(below: "types/") }

  /// Reads the `EXPECTED` table of a fixtures folder.
  static func rows(below base: String) throws -> [ExpectedTypes] {
    let path = try require(FilePath("\(folder)/\(base)EXPECTED"))
    let file = try OpenFile.readingRegular(path)
    let text = String(decoding: try file.bytes(at: 0, count: Int(try file.status().byteCount)), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: "\t").map(String.init)
      try #require((4...5).contains(fields.count), "\(line)")
      return ExpectedTypes(
        file: base + fields[0], byName: fields[1], byContent: fields[2], byBoth: fields[3],
        withDatabase: fields.last ?? "")
    }
  }

  var path: FilePath { get throws { try #require(FilePath(Self.folder + "/" + file)) } }
}

struct FixtureTests {
  let detector = TypeDetector(registry: .standard)

  /// Whether an answer contains no information: no type, a dynamic type, or one of the most general types.
  private func saysNothing(_ type: UTType?) -> Bool {
    guard let type else { return true }
    return type.isDynamic || [.text, .data, .folder].contains(type)
  }

  private func agrees(_ type: UTType?, _ expected: String) -> Bool {
    expected == "-" ? saysNothing(type) : type?.identifier == expected
  }

  @Test func everyFileOfAKindHasARowAndEveryRowAFile() throws {
    try expectGreater(ExpectedTypes.rows(below: "").count, 20)
    let rows = try ExpectedTypes.rows(below: "types/").map(\.file)
    let files = try ["types/names", "types/contents"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(ExpectedTypes.folder)/\(folder)").map {
        "\(folder)/\($0)"
      }
    }
    #expect(rows.count > 80 && rows.sorted() == files.sorted())
  }

  @Test(arguments: try ExpectedTypes.rows())
  func theNameAloneMeansTheExpectedType(_ row: ExpectedTypes) throws {
    let path = try row.path
    let isFolder = try FileStatus.of(path).kind == .folder
    let found =
      isFolder
      ? try detector.detect(path).nameType : detector.detect(name: path.lastComponent, prefix: nil).nameType
    expect(agrees(found, row.byName), "found \(found?.identifier ?? "none"), expected \(row.byName)")
  }

  @Test(arguments: try ExpectedTypes.rows())
  func theBytesAloneMeanTheExpectedType(_ row: ExpectedTypes) throws {
    let path = try row.path
    if try FileStatus.of(path).kind == .folder {
      expectEqual(row.byContent, "-")
      return
    }
    let found = try detector.detect(try OpenFile.readingRegular(path), name: nil)
    expect(agrees(found.contentType, row.byContent), "\(found), expected \(row.byContent)")
    #expect(found.nameType == nil && !found.isContradicted)
  }

  @Test(arguments: try ExpectedTypes.rows())
  func nameAndBytesTogetherMeanTheExpectedType(_ row: ExpectedTypes) throws {
    let found = try detector.detect(try row.path)
    expectEqual(found.type.identifier, row.byBoth, "\(found.evidence)")
    expectEqual(found.isContradicted, row.file == "misnamed.txt")
    expectEqual(found.candidates.first, found.type)
    expect(!found.evidence.isEmpty)
  }

  /// The database of this machine, which is read once for all files.
  private static let desktop = Result {
    try SharedMimeDatabase(folders: [require(FilePath("/usr/share/mime"))])
  }

  @Test(.requires(.sharedMIMEInfo), arguments: try ExpectedTypes.rows())
  func theDesktopsDatabaseChangesOnlyTheTypesThatTheTableNames(_ row: ExpectedTypes) throws {
    let database = try Self.desktop.get()
    let detector = TypeDetector(registry: .standard) { () throws(DiscoveryError) in database }
    let found = try detector.detect(try row.path)
    expectEqual(found.type.identifier, row.withDatabase, "\(found.evidence)")
  }
}
