import Foundation
import TestSupport
import Testing

/// The resolution of words on the command line to types, and the messages for words that do not resolve.
@Suite(.waits) struct TypeWordTests {
  @Test(arguments: [
    ("html", "public.html"), (".html", "public.html"), ("md", "net.daringfireball.markdown"),
    ("text/html", "public.html"), ("public.html", "public.html"), ("notes.txt", "public.plain-text"),
    ("./notes.txt", "public.plain-text"), ("Makefile", "public.make-source"),
    ("sub/notes.txt", "public.plain-text"),
  ])
  func aWordIsATypeInEveryForm(word: String, identifier: String) async throws {
    let fixture = try ProgramFixture()
    for name in ["notes.txt", "sub/notes.txt", "Makefile", "html"] {
      try fixture.write("all:\n\techo hello\n", to: name)
    }
    let run = try await fixture.succeed("type", "show", word)
    let shown = run.text.split(separator: "\n").first?.split(separator: " ").last.map(String.init)
    if word == "Makefile" {
      expectEqual(shown?.contains("."), true, "\(run.text)")
    } else {
      expectEqual(shown, identifier)
    }
  }

  @Test func aScriptCanAskForTheTypeOfAFile() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("# Notes\n", to: "notes.md")
    let run = try await fixture.command("type", "conforms", "notes.md", "public.text")
    expect(run.status == 0 && run.text == "yes\n" && run.errorText == "", "\(run.errorText)")
  }

  @Test(arguments: [
    ("htlm", "did you mean html?"), ("text/htlm", "did you mean text/html?"),
    ("public.hmtl", "did you mean public.html?"), ("flat-rtfd", "did you mean com.apple.flat-rtfd?"),
    ("nosuchextension", "give the identifier of the type"),
  ])
  func aNearNameIsSuggested(word: String, remedy: String) async throws {
    let run = try await ProgramFixture().command("type", "show", word)
    expect(run.hasOneErrorLine && run.errorText.contains(remedy), "\(run.errorText)")
  }

  @Test func aNearProfileIsSuggested() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    try fixture.write(#"{"accepts": ["public.html"]}"#, to: "config/proffer/profiles/editor.json")
    let run = try await fixture.command(
      "best", "trip.dragbundle", "--for", "editro",
      environment: ["XDG_CONFIG_HOME": fixture.folder.path("config")])
    expect(run.status == 2 && run.errorText.contains("did you mean editor?"), "\(run.errorText)")
  }

  @Test func spacesAfterCommasAreAllowedInLists() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let expected = try await fixture.done(
      "best", "trip.dragbundle", "--item", "1", "--accept", "public.html,public.plain-text")
    for words in [["public.html, public.plain-text"], ["public.html,", "public.plain-text"]] {
      let run = try await fixture.command(
        ["best", "trip.dragbundle", "--item", "1", "--accept"] + words)
      expectEqual(run.output, expected.output, "\(words): \(run.errorText)")
    }
  }

  @Test func declarationsCanBeNamedAnywhere() async throws {
    let fixture = try ProgramFixture()
    try fixture.write(
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.note", "UTTypeConformsTo": ["public.text"]}]}"#,
      to: "types.json")
    for words in [
      ["--types", "types.json", "type", "conforms", "org.example.note", "public.text"],
      ["type", "--types", "types.json", "conforms", "org.example.note", "public.text"],
      ["type", "conforms", "org.example.note", "public.text", "--types", "types.json"],
      ["type", "conforms", "org.example.note", "--types=types.json", "public.text"],
    ] {
      let run = try await fixture.run(words)
      expect(run.status == 0 && run.text == "yes\n", "\(words): \(run.errorText)")
    }
  }
}
