import Foundation
import Testing

/// The source text of expectations, which is read when they fail.
enum SourceText {
  /// The statement at a place in a test: up to eight lines, until all of its parentheses and braces are closed.
  ///
  /// - Returns: the lines without their common indentation; nil if the file cannot be read, as on a machine where
  ///   the tests were not built.
  static func statement(at place: SourceLocation) -> String? {
    #if compiler(>=6.3)
      let path = place.filePath
    #else
      let path = place._filePath
    #endif
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(place.line - 1)
    guard let first = lines.first else { return nil }
    let indentation = first.prefix { $0 == " " }.count
    var statement: [Substring] = []
    var depth = 0
    for line in lines.prefix(8) {
      // Parentheses in strings are counted too. They are mostly balanced.
      for character in line {
        if "({".contains(character) { depth += 1 }
        if ")}".contains(character) { depth -= 1 }
      }
      statement.append(line.prefix { $0 == " " }.count >= indentation ? line.dropFirst(indentation) : line)
      if depth <= 0 { break }
    }
    return statement.joined(separator: "\n")
  }
}
