import Foundation
import TestSupport
import Testing

/// The folder of all cases and its runners.
@Suite struct CaseFolderTests {
  private static let tests = CaseFolder.root.deletingLastPathComponent()

  /// The folders that the tests of all modules run, in the order of their names.
  private static func foldersWithARunner() throws -> [String] {
    var folders: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    where path.hasSuffix(".swift") && !path.hasPrefix("TestSupport") {
      let text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      folders += text.matches(of: /CaseFolder\.cases\(in: "([^"]+)"/).map { String($0.1) }
    }
    return folders.sorted()
  }

  @Test func eachFolderHasExactlyOneRunner() throws {
    #expect(try Self.foldersWithARunner() == CaseFolder.folders())
  }

  @Test func eachFileOfAFolderIsRead() throws {
    for folder in try CaseFolder.folders() {
      #expect(try !CaseFolder.files(in: folder).isEmpty)
    }
  }

  @Test func casesAreSelectedByCaseFileAndFolder() throws {
    func names(_ selection: String?) throws -> [String] {
      let syntax = Case.Syntax(contents: ["ini", "value"], settings: ["read-back"])
      return try CaseFolder.cases(in: "ini", syntax, selecting: selection).map(\.identifier)
    }
    let all = try names(nil)
    #expect(Set(all).count > 10)
    #expect(try names("ini") == all)
    #expect(try names("ini/ini.cases,toml") == all)
    #expect(try names("toml").isEmpty)
    #expect(try Set(names("ini/ini.cases#a-word-alone-is-null")) == ["ini/ini.cases#a-word-alone-is-null"])
    for nothing in ["", "ini,", "in", "ini/ini", "ini/ini.cases#a-word", "#a-word-alone-is-null"] {
      #expect(throws: CaseFileError.self, "\(nothing)") { try names(nothing) }
    }
  }

  @Test func otherFilesAndEmptyFoldersAreErrors() throws {
    let folder = try TemporaryFolder()
    let root = URL(filePath: folder.path)
    #expect(throws: (any Error).self) { try CaseFolder.files(in: "missing", below: root) }
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    #expect(throws: CaseFileError.self) { try CaseFolder.files(in: "a", below: root) }
    try folder.write("# A.\n=== a\n--- input: a\n", to: "a/b.txt")
    #expect(throws: CaseFileError.self) { try CaseFolder.files(in: "a", below: root) }
  }

  @Test func contentsOfASectionAreSamplesOfAFormat() throws {
    let folder = try TemporaryFolder()
    let root = URL(filePath: folder.path)
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    try folder.write("# A.\n=== a\n--- input => value\na => b\nc => d\n", to: "a/b.cases")
    #expect(try CaseFolder.contents(of: "input", in: "a", below: root) == [Array("a".utf8), Array("c".utf8)])
    #expect(throws: CaseFileError.self) { try CaseFolder.contents(of: "other", in: "a", below: root) }
  }
}
