import Foundation
import TestSupport
import Testing

/// The syntax of `Tests/Cases`, and the errors of files that do not have it.
@Suite struct CaseFileTests {
  private static let syntax = Case.Syntax(contents: ["input", "value"], settings: ["limit"])

  private static func cases(_ text: String) throws -> [Case] {
    let file = try CaseFile(path: "a/b.cases", bytes: Array(text.utf8))
    return try file.entries.map { try Case($0, of: file.path, syntax) }
  }

  @Test func aCaseHasSectionsOfLines() throws {
    let cases = try Self.cases(
      """
      # A claim.

      === one
      # Why.
      --- limit: 3
      --- input
      a: 1

      --- value without-newline
      b
      --- losses
      comments 1
      types 2: x
      --- warnings: w

      === two
      --- input escaped: \\r\\n\\t\\0\\\\\\u{E9}\\xFF
      --- value:

      """)
    #expect(cases.map(\.identifier) == ["a/b.cases#one", "a/b.cases#two"])
    #expect(cases.map(\.line) == [3, 16])
    #expect(cases[0].input.text == "a: 1\n\n")
    #expect(cases[0].outcome.text == "b")
    #expect(cases[0].setting("limit") == "3")
    #expect(cases[0].losses == ["comments 1", "types 2: x"])
    #expect(cases[0].warnings == ["w"])
    #expect(cases[1].input.bytes == [0x0D, 0x0A, 0x09, 0, 0x5C, 0xC3, 0xA9, 0xFF])
    #expect(cases[1].outcome.text.isEmpty)
  }

  @Test func eachRowOfATableIsACase() throws {
    let cases = try Self.cases(
      """
      # A claim.
      === rows
      --- limit: 1
      --- input escaped => value => losses
      a => b   =>   x 1
       \\u{20}=>=>  =>
      => c

      """)
    #expect(cases.map(\.testDescription) == (5...7).map { "a/b.cases#rows, line \($0)" })
    #expect(cases.map(\.input.text) == ["a", " =>=>", ""])
    #expect(cases.map(\.outcome.text) == ["b", "", "c"])
    #expect(cases.map(\.losses) == [["x 1"], [], []])
    #expect(cases.allSatisfy { $0.setting("limit") == "1" })
  }

  @Test func longerMarkersAllowLinesThatLookLikeMarkers() throws {
    let cases = try Self.cases("# A claim.\n==== one\n---- input\n--- a\n=== b\n----- c\n---- value: d\n")
    #expect(cases[0].input.text == "--- a\n=== b\n----- c\n")
  }

  @Test(arguments: [
    ("", "a/b.cases: the file has no case"), ("# A claim.\n", "a/b.cases: the file has no case"),
    ("# A claim.\n=== a\n--- input: a\n--- value: b", "a/b.cases: the last line has no line feed"),
    ("=== a\n--- input: a\n--- value: b\n", "1: begin the file with comments that say what it shows"),
    ("# A.\ntext\n", "2: only comments (#) may precede the first case"),
    ("# A.\n=== A b\n", "2: a name consists of words of small letters and digits, joined by hyphens"),
    (
      "# A.\n===a\n",
      "2: a space and a name follow the marker (a file with longer markers may contain this line)"
    ),
    ("# A.\n=== a\n--- input: a\n--- value: b\n=== a\n", "5: a case above has the name a"),
    ("# A.\n=== a\n", "2: the case a has no section"),
    ("# A.\n=== a\ntext\n", "3: only comments (#) may precede the first section of a case"),
    ("# A.\n=== a\n--- input: a\n", "2: the case a has no expectation"),
    ("# A.\n=== a\n--- error: a\n--- value: b\n", "2: the case a has no input"),
    ("# A.\n=== a\n--- input: a\n--- value: b\n--- error: c\n", "5: the case a has two expectations"),
    ("# A.\n=== a\n--- input: a\n--- value: b\n--- value: c\n", "4: the case a has two sections value"),
    (
      "# A.\n=== a\n--- input: a\n--- error: b\n--- losses: c 1\n",
      "2: an error has neither losses nor warnings"
    ),
    (
      "# A.\n=== a\n--- inputs: a\n--- value: b\n",
      "3: there is no section inputs; the sections are input, value, error, losses, warnings, limit"
    ),
    (
      "# A.\n=== a\n--- input raw: a\n",
      "3: sections have the attributes escaped and without-newline, not “raw”"
    ),
    ("# A.\n=== a\n--- input:a\n", "3: a space follows the colon of a header"),
    ("# A.\n=== a\n--- Input\n", "3: “Input” is not the name of a section"),
    ("# A.\n=== a\n--- input: a\ntext\n", "4: the section has its content on the line of its header"),
    ("# A.\n=== a\n--- input: a\n\n--- value: b\n", "4: an empty line can only precede the next case"),
    (
      "# A.\n=== a\n--- input without-newline: a\n",
      "3: content on one line has no line feed, so that without-newline has no effect"
    ),
    ("# A.\n=== a\n--- input without-newline\n", "3: without-newline needs a line"),
    (
      "# A.\n=== a\n--- input escaped: \\q\n", "3: the escapes are \\n, \\r, \\t, \\0, \\\\, \\u{…} and \\xFF"
    ),
    ("# A.\n=== a\n--- input escaped: \\x4\n", "3: two hexadecimal digits follow \\x"),
    (
      "# A.\n=== a\n--- input escaped: \\u{D800}\n",
      "3: \\u{…} contains the hexadecimal digits of a Unicode scalar"
    ),
    ("# A.\n=== a\n--- input => value\n", "3: the table has no row"),
    ("# A.\n=== a\n--- input => value\na\n", "4: the row has 1 columns, its header 2"),
    ("# A.\n=== a\n--- input => value\na => b => c\n", "4: the row has 3 columns, its header 2"),
    ("# A.\n=== a\n--- input => value\na => b\n--- value => error\n", "5: a case has one table"),
    (
      "# A.\n=== a\n--- input\na \n",
      "4: write a space at the end of a line as \\u{20} in an escaped section, a tab as \\t"
    ),
    ("# A.\n=== a\n--- input\na\r\n", "4: write \\u{D} in an escaped section in place of the character"),
    ("\u{FEFF}# A.\n", "1: write \\u{FEFF} in an escaped section in place of the character"),
  ])
  func malformedFilesAreErrorsWithTheirLine(text: String, message: String) throws {
    let error = #expect(throws: CaseFileError.self) { try Self.cases(text) }
    let expected = message.hasPrefix("a/b.cases") ? message : "a/b.cases:\(message)"
    #expect(error?.description == expected)
  }

  @Test func bytesThatAreNotUTF8AreAnError() {
    let error = #expect(throws: CaseFileError.self) { try CaseFile(path: "a", bytes: [0x23, 0xFF, 0x0A]) }
    #expect(error?.description == "a: the file is not UTF-8; write \\xFF in an escaped section")
  }
}
