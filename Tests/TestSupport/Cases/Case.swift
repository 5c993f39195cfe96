import Foundation
import Testing

/// A case that a runner checks: an input, and its expected outcome with all losses and warnings.
package struct Case: Sendable, CustomTestStringConvertible {
  /// The sections that the cases of a folder may have, besides `error`, `losses` and `warnings`.
  package struct Syntax: Sendable {
    /// The sections with content: the first section of a case is the input, the second is the outcome.
    let contents: Set<String>
    /// The sections that set a parameter of the reader or writer.
    let settings: Set<String>

    package init(contents: Set<String>, settings: Set<String> = []) {
      self.contents = contents
      self.settings = settings
    }
  }

  /// The path of the file below the folder of all cases, such as `yaml/scalars.cases`.
  package let path: String
  package let name: String
  package let line: Int
  private let isRow: Bool
  /// What is read or written.
  package let input: CaseFile.Section
  /// The value, the bytes, or the error that is expected.
  package let outcome: CaseFile.Section
  /// The expected losses, a line each; empty if nothing may be lost.
  package let losses: [String]
  /// The expected warnings, in order.
  package let warnings: [String]
  private let settings: [String: CaseFile.Section]

  /// The name in the form `yaml/scalars.cases#nulls`, which selects the case.
  package var identifier: String { "\(path)#\(name)" }
  package var testDescription: String { identifier + (isRow ? ", line \(line)" : "") }

  /// The content of a section that sets a parameter; nil if the case does not have it.
  package func setting(_ name: String) -> String? { settings[name]?.text }

  /// The number in a section that sets a parameter; nil if the case does not have it.
  package func number(_ name: String) throws -> Int? {
    guard let section = settings[name] else { return nil }
    guard let number = Int(section.text) else {
      throw CaseFileError(path: path, line: section.line, message: "\(name) is a number")
    }
    return number
  }

  /// Checks the sections of a case against the syntax of its folder.
  package init(_ entry: CaseFile.Entry, of path: String, _ syntax: Syntax) throws {
    (self.path, name, line, isRow) = (path, entry.name, entry.line, entry.isRow)
    var contents: [CaseFile.Section] = []
    var settings: [String: CaseFile.Section] = [:]
    var (losses, warnings): ([String], [String]) = ([], [])
    for section in entry.sections {
      switch section.name {
      case "losses": losses = section.lines
      case "warnings": warnings = section.lines
      case "error": contents.append(section)
      case let name where syntax.contents.contains(name): contents.append(section)
      case let name where syntax.settings.contains(name): settings[name] = section
      default:
        let known = (syntax.contents.sorted() + ["error", "losses", "warnings"] + syntax.settings.sorted())
          .joined(separator: ", ")
        throw CaseFileError(
          path: path, line: section.line,
          message: "there is no section \(section.name); the sections are \(known)")
      }
    }
    guard let input = contents.first, input.name != "error" else {
      throw CaseFileError(path: path, line: entry.line, message: "the case \(entry.name) has no input")
    }
    guard contents.count == 2 else {
      throw CaseFileError(
        path: path, line: contents.dropFirst(2).first?.line ?? entry.line,
        message: contents.count < 2
          ? "the case \(entry.name) has no expectation" : "the case \(entry.name) has two expectations")
    }
    (self.input, outcome) = (input, contents[1])
    (self.losses, self.warnings, self.settings) = (losses, warnings, settings)
    if outcome.name == "error", !(losses + warnings).isEmpty {
      throw CaseFileError(path: path, line: entry.line, message: "an error has neither losses nor warnings")
    }
  }

  /// Records an issue at a line of the file of cases.
  package func fail(_ message: String, at line: Int? = nil) {
    Issue.record(
      Comment(rawValue: "\(testDescription): \(message)"),
      sourceLocation: SourceLocation(
        fileID: "Cases/\(path)", filePath: CaseFolder.root.appending(path: path).path,
        line: line ?? self.line,
        column: 1))
  }

  /// Records an issue unless the actual text is the expected text of a section.
  package func expectEqual(_ actual: String, _ expected: String, _ what: String, at line: Int? = nil) {
    expectEqual(Array(actual.utf8), Array(expected.utf8), what, at: line)
  }

  /// Records an issue unless the actual bytes are the expected bytes of a section.
  package func expectEqual(_ actual: [UInt8], _ expected: [UInt8], _ what: String, at line: Int? = nil) {
    guard actual != expected else { return }
    fail("\(what)\n    expected: \(Self.shown(expected))\n    actual:   \(Self.shown(actual))", at: line)
  }

  /// The bytes as they are written in an escaped section, in one line.
  private static func shown(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return bytes.map { byte in
        0x20..<0x7F ~= byte && byte != UInt8(ascii: "\\")
          ? String(UnicodeScalar(byte))
          : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
    }
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      case "\\": shown += "\\\\"
      case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{A0}",
        _ where scalar.properties.generalCategory == .control:
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
