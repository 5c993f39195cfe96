import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import ExternalConverters

/// The keys of declarations that choose pages, sizes, further commands and the form of the result.
@Suite struct DeclarationTests {
  /// Reads a declaration with the name `test` and the given members.
  static func declaration(_ members: String) throws -> ExternalConverter? {
    try ExternalConverter.declarations(json: Data("{\"programs\": [{\"name\": \"test\", \(members)}]}".utf8))
      .first
  }

  private static let needed = #""reads": ["a.b"], "writes": ["a.c"], "command": ["c", "{input}", "{output}"]"#

  @Test func theOptionalKeysAreRead() throws {
    let program = try require(
      Self.declaration(
        Self.needed.replacing("a.c", with: "public.html") + """
          , "then": [["d", "e"], ["f"]], "pageArguments": ["-f", "{number}"], "sizeArguments": ["{width}"],
          "pageInformation": ["g", "{page}"], "form": "pages of text", "version": ["-v"]
          """))
    expectEqual(program.furtherCommands, [["d", "e"], ["f"]])
    #expect(program.pageArguments == ["-f", "{number}"] && program.sizeArguments == ["{width}"])
    #expect(program.pageInformation == ["g", "{page}"] && program.resultForm == .pagesOfText)
    expectEqual(program.versionArguments, ["-v"])
  }

  @Test func withoutTheKeysADeclarationIsAsBefore() throws {
    let program = try require(Self.declaration(Self.needed))
    #expect(program.furtherCommands.isEmpty && program.pageArguments.isEmpty && program.sizeArguments.isEmpty)
    #expect(
      program.pageInformation.isEmpty && program.resultForm == .document && program.versionArguments.isEmpty)
    expectEqual(
      program,
      ExternalConverter("test", reads: ["a.b"], writes: ["a.c"], command: ["c", "{input}", "{output}"]))
  }

  @Test(arguments: [
    (#""then": "d""#, "then is not a list of commands"), (#""then": ["d"]"#, "then is not a list of strings"),
    (#""then": [[]]"#, "then is not a list of strings"), (#""then": [[1]]"#, "then is not a list of strings"),
    (#""then": [["./d"]]"#, "must begin with a program's name or its absolute path"),
    (#""then": [[""]]"#, "must begin with a program's name or its absolute path"),
    (#""pageInformation": ["d/e"]"#, "must begin with a program's name or its absolute path"),
    (#""pageArguments": "d""#, "pageArguments is not a list of strings"),
    (#""sizeArguments": []"#, "sizeArguments is not a list of strings"),
    (#""pageInformation": [true]"#, "pageInformation is not a list of strings"),
    (#""version": {}"#, "version is not a list of strings"),
    (#""form": "table""#, "the form is neither 'document' nor 'pages of text'"),
    (#""form": 1"#, "form is not text"),
    (#""form": "pages of text""#, "for 'pages of text', writes must be public.html"),
  ])
  func aKeyWithAnotherValueIsNamed(members: String, message: String) throws {
    let error = try requireThrows(CoderError.self) {
      _ = try Self.declaration(Self.needed + ", " + members)
    }
    expectEqual(error.code, .invalidDeclaration)
    expect(error.message.contains(message), "\(error.message)")
  }

  @Test func thePredefinedProgramsOfPDFAndSVGHaveTheirChoices() throws {
    func program(_ name: String) throws -> ExternalConverter {
      try #require(ExternalConverter.standard.first { $0.name == name })
    }
    let text = try program("poppler text")
    #expect(text.resultForm == .pagesOfText && !text.pageArguments.isEmpty && text.sizeArguments.isEmpty)
    let pictures = try program("poppler pictures")
    #expect(!pictures.pageArguments.isEmpty && !pictures.sizeArguments.isEmpty)
    expectEqual(pictures.pageInformation.first, "pdfinfo")
    let drawings = try program("rsvg-convert")
    #expect(drawings.pageArguments.isEmpty && !drawings.sizeArguments.isEmpty)
    // Messages of errors are not silenced.
    for program in [text, pictures] {
      #expect(!(program.command + program.furtherCommands.joined()).contains("-q"))
    }
    for program in ExternalConverter.standard {
      expect(!program.versionArguments.isEmpty, "\(program.name)")
    }
  }
}
