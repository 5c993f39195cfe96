import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ProgramTests {
  static let commands: [[String]] =
    ["pack", "unpack", "list", "best", "load", "convert", "verify", "coders", "completions", "manual"].map {
      [$0]
    }
    + ["show", "tree", "conforms", "of", "find", "check", "dynamic"].map { ["type", $0] }

  @Test(arguments: ProgramTests.commands)
  func everyCommandHasHelp(command: [String]) async throws {
    let run = try await ProgramFixture().command(command + ["--help"])
    #expect(run.status == 0 && run.errorText == "")
    expect(run.text.contains("Usage: proffer \(command.joined(separator: " "))"), run.text)
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func theVersionIsOneLine() async throws {
    let run = try await ProgramFixture().command("--version")
    #expect(run.status == 0 && run.text.wholeMatch(of: /proffer \d+\.\d+\.\d+\n/) != nil)
  }

  @Test func unknownWordsAreUsageErrors() async throws {
    let fixture = try ProgramFixture()
    for words in [["pak"], ["list", "--jsom", "x"], ["-q"], ["type"], ["list"], ["type", "show", "a", "b"]] {
      let run = try await fixture.command(words)
      expect(run.status == 64 && run.hasOneErrorLine, "\(words): \(run.errorText)")
    }
    #expect(try await fixture.command("pak").errorText.contains("did you mean pack?"))
  }

  @Test func aBrokenPipeIsQuiet() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("$proffer type tree | head -n 1; echo ${PIPESTATUS[0]}")
    expectEqual(run.errorText, "", "\(run.errorText)")
    expect(run.text.hasSuffix("\n0\n"), "\(run.text)")
  }

  @Test func aFullOutputIsAFailure() async throws {
    let run = try await ProgramFixture().shell("$proffer type tree > /dev/full; echo $?")
    expect(run.text == "2\n" && run.errorText.contains("standard output"), "\(run.errorText)")
  }

  @Test func theOptionBeforeTheCommandIsInHelpManualAndCompletions() async throws {
    let fixture = try ProgramFixture()
    for words in [
      ["--help"], ["manual"], ["manual", "bundles"], ["completions", "bash"], ["completions", "zsh"],
      ["completions", "fish"],
    ] {
      let text = try await fixture.command(words).text.replacing("\\-", with: "-")
      expect(text.contains("--types") || text.contains("-l 'types'"), "\(words)")
    }
    #expect(try await fixture.command("--type", "list").errorText.contains("--types"))
  }

  @Test(.requires(.program("mandoc")))
  func everyPageOfTheManualIsComplete() async throws {
    let fixture = try ProgramFixture()
    let names = try await fixture.done("manual", "--list").text.split(separator: "\n")
    expectEqual(
      names,
      [
        "proffer", "proffer-convert", "proffer-bundles", "proffer-drop", "proffer-clipboard", "proffer-types",
      ])
    var commands: Set<Substring> = []
    for name in names {
      let page = name == "proffer" ? [] : [String(name.dropFirst("proffer-".count))]
      let text = try await fixture.command(["manual"] + page).text
      expect(text.hasPrefix(".TH \"\(name.uppercased().replacing("-", with: "\\-"))\""), "\(name)")
      for section in ["NAME", "SYNOPSIS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"] {
        expect(text.contains(".SH \"\(section)\""), "\(name): \(section)")
      }
      for other in names where other != name {
        expect(text.contains("\\fB\(other.replacing("-", with: "\\-"))\\fR(1)"), "\(name): \(other)")
      }
      commands.formUnion(text.matches(of: /\.SS "proffer (\w+)/).map(\.1))
      let lint = try await ProgramRun.run("/usr/bin/env", ["mandoc", "-T", "lint"], input: Array(text.utf8))
      expect(lint.text == "" && lint.status == 0, "\(name): \(lint.text)")
    }
    let help = try await fixture.done("--help").text
    let listed = help.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^  ([a-z]+)(?:, [a-z]+)*  +[A-Z]/)?.1
    }
    // The name cat stands for load -o -.
    expectEqual(commands, Set(listed).subtracting(["help", "cat"]))
  }

  @Test func codersListsWhatIsReadAndWritten() async throws {
    let fixture = try ProgramFixture()
    let text = try await fixture.command("coders").text
    #expect(text.contains("public.json") && text.contains("com.apple.binary-property-list"))
    // The instruction to install a missing program is not divided.
    let wide = text.split(separator: "\n").filter {
      $0.unicodeScalars.count > 100 && !$0.contains("is not installed; install ")
    }
    expectEmpty(wide)
    let json = try await fixture.command("coders", "--json").json() as? [String: Any]
    let matrix = try require(json?["matrix"] as? [String: [String]])
    expectEqual(matrix["public.json"]?.contains("com.apple.property-list"), true)
  }
}
