package import Foundation

/// The folder of all cases, with a folder for each runner.
package enum CaseFolder {
  /// `Tests/Cases` of the sources from which the tests were built.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "Cases")

  /// The cases of a folder that are selected: all of them, or those that `PROFFER_TEST_CASES` names.
  ///
  /// The variable is a list such as `yaml/scalars.cases#nulls,toml`: cases, files and folders, separated by commas. A
  /// word that selects no case of any folder is an error.
  ///
  /// - Throws: `CaseFileError` for a fault in any file of the folder, or in the selection.
  package static func cases(
    in folder: String, _ syntax: Case.Syntax,
    selecting selection: String? = ProcessInfo.processInfo.environment["PROFFER_TEST_CASES"]
  ) throws -> [Case] {
    let cases = try files(in: folder).flatMap { file in
      try file.entries.map { try Case($0, of: file.path, syntax) }
    }
    guard let selection else { return cases }
    let words = try checked(selection)
    return cases.filter { one in words.contains { selects($0, one.path, one.name) } }
  }

  /// The files of a folder, in the order of their names.
  package static func files(in folder: String, below root: URL = root) throws -> [CaseFile] {
    let place = root.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    guard !names.isEmpty else { throw CaseFileError(path: folder, line: nil, message: "the folder is empty") }
    return try names.map { name in
      guard name.hasSuffix(".cases") else {
        throw CaseFileError(
          path: "\(folder)/\(name)", line: nil, message: "the name does not end with .cases")
      }
      return try CaseFile(
        path: "\(folder)/\(name)", bytes: [UInt8](Data(contentsOf: place.appending(path: name))))
    }
  }

  /// The contents of all sections with a name in the files of a folder, for programs that need samples of a format.
  package static func contents(of section: String, in folder: String, below root: URL = root) throws
    -> [[UInt8]]
  {
    let found = try files(in: folder, below: root).flatMap(\.entries).flatMap(\.sections)
      .filter { $0.name == section }.map(\.bytes)
    guard !found.isEmpty else {
      throw CaseFileError(path: folder, line: nil, message: "no case has a section \(section)")
    }
    return found
  }

  /// The names of all folders.
  package static func folders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }

  /// The words of a selection, each of which selects a case.
  private static func checked(_ selection: String) throws -> [String] {
    let words = selection.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let files = try folders().flatMap { try self.files(in: $0) }
    for word in words {
      guard files.contains(where: { file in file.entries.contains { selects(word, file.path, $0.name) } })
      else {
        throw CaseFileError(path: "PROFFER_TEST_CASES", line: nil, message: "“\(word)” selects no case")
      }
    }
    return words
  }

  private static func selects(_ word: String, _ path: String, _ name: String) -> Bool {
    word == "\(path)#\(name)" || word == path || path.hasPrefix("\(word)/")
  }
}
