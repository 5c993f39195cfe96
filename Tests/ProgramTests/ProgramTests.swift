import Foundation
import TestSupport
import Testing

@Suite struct ProgramTests {
  static let commands: [[String]] =
    ["pack", "unpack", "list", "best", "load", "convert", "verify", "coders", "completions", "manual"].map {
      [$0]
    }
    + ["show", "tree", "conforms", "of", "find", "check", "dynamic"].map { ["type", $0] }

  @Test(arguments: ProgramTests.commands)
  func everyCommandHasHelp(command: [String]) async throws {
    let run = try await ProgramFixture().run(command + ["--help"])
    #expect(run.status == 0 && run.errorText == "")
    #expect(run.text.contains("Usage: proffer \(command.joined(separator: " "))"))
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func theVersionIsOneLine() async throws {
    let run = try await ProgramFixture().run("--version")
    #expect(run.status == 0 && run.text.wholeMatch(of: /proffer \d+\.\d+\.\d+\n/) != nil)
  }

  @Test func unknownWordsAreUsageErrors() async throws {
    let fixture = try ProgramFixture()
    for words in [["pak"], ["list", "--jsom", "x"], ["-q"], ["type"], ["list"], ["type", "show", "a", "b"]] {
      let run = try await fixture.run(words)
      #expect(run.status == 64 && run.hasOneErrorLine, "\(words): \(run.errorText)")
    }
    #expect(try await fixture.run("pak").errorText.contains("did you mean pack?"))
  }

  @Test func aBrokenPipeIsQuiet() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("$proffer type tree | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(run.errorText == "", "\(run.errorText)")
    #expect(run.text.hasSuffix("\n0\n"), "\(run.text)")
  }

  @Test func aFullOutputIsAFailure() async throws {
    let run = try await ProgramFixture().shell("$proffer type tree > /dev/full; echo $?")
    #expect(run.text == "2\n" && run.errorText.contains("standard output"), "\(run.errorText)")
  }

  @Test func theOptionBeforeTheCommandIsInHelpManualAndCompletions() async throws {
    let fixture = try ProgramFixture()
    for words in [
      ["--help"], ["manual"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
    ] {
      let text = try await fixture.run(words).text.replacing("\\-", with: "-")
      #expect(text.contains("--types") || text.contains("-l 'types'"), "\(words)")
    }
    #expect(try await fixture.run("--type", "list").errorText.contains("--types"))
  }

  @Test func codersListsWhatIsReadAndWritten() async throws {
    let fixture = try ProgramFixture()
    let text = try await fixture.run("coders").text
    #expect(text.contains("public.json") && text.contains("com.apple.binary-property-list"))
    let wide = text.split(separator: "\n").filter { $0.unicodeScalars.count > 100 }
    #expect(wide.isEmpty, "\(wide)")
    let json = try await fixture.run("coders", "--json").json() as? [String: Any]
    let matrix = try #require(json?["matrix"] as? [String: [String]])
    #expect(matrix["public.json"]?.contains("com.apple.property-list") == true)
  }
}
