import Foundation
import TestSupport
import Testing

@Suite(.waits) struct BestTests {
  @Test func eachItemHasAnAnswerWithItsReasons() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command(
      "best", "trip.dragbundle", "--item", "1", "--accept", "public.html,public.plain-text", "--explain")
    expectEqual(run.status, 0)
    expectEqual(
      run.text,
      """
      1  Trip notes: HTML  notes.html
        1.1  RTF         notes.rtf   rejected: receiver does not accept it
        1.2  HTML        notes.html  chosen: receiver prefers HTML
        1.3  plain text  notes.txt   rejected: receiver accepts it as plain text, but prefers another type

      """)
    let identifiers = try await fixture.command(
      "best", "trip.dragbundle", "--item", "1", "--accept", "public.html", "--verbose")
    expectEqual(identifiers.text, "1  Trip notes: public.html  notes.html\n")
  }

  @Test func anItemWithoutAnAnswerIsANegativeResult() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command("best", "trip.dragbundle", "--accept", "public.rtf")
    expectEqual(run.status, 1)
    expectEqual(run.text, "1  Trip notes: RTF  notes.rtf\n2  photo.png: nothing\n")
  }

  @Test func theProvidersOrderCanBeTheOuterLoop() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let accept = ["--accept", "public.plain-text,public.rtf", "--item", "1"]
    #expect(
      try await fixture.command(["best", "trip.dragbundle"] + accept).text.contains("plain text"))
    #expect(
      try await fixture.command(["best", "trip.dragbundle", "--prefer", "provider"] + accept).text.contains(
        "RTF"))
  }

  @Test func aConversionIsMarkedAndIsConsideredOnlyWhenNothingFits() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let item = ["best", "trip.dragbundle", "--item", "1", "--json", "--accept"]
    let converted = try await fixture.command(item + ["public.utf16-plain-text"]).jsonObjects("items")
    expectEqual(converted.first?["answer"] as? String, "converted")
    let registered =
      try await fixture.command(item + ["public.utf16-plain-text,public.rtf"]).jsonObjects("items")
    expectEqual(registered.first?["answer"] as? String, "registered")
  }

  @Test(arguments: [
    ("browser", "public.html"), ("chat", "public.plain-text"), ("mail", "public.html"),
    ("office", "public.rtf"), ("terminal", "public.plain-text"),
  ])
  func aProfileOfAWellKnownReceiverIsBuiltIn(name: String, best: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command(
      "best", "trip.dragbundle", "--item", "1", "--for", name, "--json",
      environment: ["XDG_CONFIG_HOME": fixture.folder.path("none")])
    let item = try require(run.jsonObjects("items").first)
    expectEqual((item["best"] as? [String: Any])?["type"] as? String, best, "\(run.text)")
    // The help lists the types of each profile, and their source.
    let help = try await fixture.done("help", "profiles").text
    expectEqual(help.ranges(of: "\n  \(name) ").count, 2, "\(help)")
  }

  @Test func aProfileNamesTheTypesThatAReceiverTakes() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip("--item", ProgramFixture.fixture("config.json"))
    let folder = fixture.folder.path("config/proffer/profiles")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let environment = ["XDG_CONFIG_HOME": fixture.folder.path("config")]
    let name = "config/proffer/profiles/mail.json"
    try fixture.folder.write(#"{"accepts": ["public.plain-text", "public.html"]}"#, to: name)
    let ask = ["best", "trip.dragbundle", "--item", "1", "--for", "mail"]
    let best = try await fixture.command(ask, environment: environment)
    expectEqual(best.status, 0, "\(best.errorText)")
    expect(best.text.contains("notes.txt") || best.text.contains("plain text"), "\(best.text)")
    try fixture.folder.write(
      #"{"accepts": ["public.plain-text", "public.html"], "prefer": "provider"}"#, to: name)
    #expect(try await fixture.command(ask, environment: environment).text.contains("HTML"))
    for (profile, message) in [
      ("{", "mail.json"), ("{}", "is not a profile"), (#"{"accepts": [1]}"#, "must be text"),
      (#"{"accepts": ["public.html"], "prefer": "me"}"#, #""prefer" must be "receiver" or "provider""#),
      (#"{"accepts": ["public.html"], "color": 1}"#, "color is not a key"),
    ] {
      try fixture.folder.write(profile, to: name)
      let bad = try await fixture.command(ask, environment: environment)
      expectEqual(bad.status, 2)
      expect(bad.errorText.contains(message), "\(bad.errorText)")
    }
    try await expectEqual(fixture.command("best", "trip.dragbundle", "--for", "nobody").status, 2)
    try await expectEqual(fixture.command("best", "trip.dragbundle").status, 64)
    try await expectEqual(
      fixture.command("best", "trip.dragbundle", "--for", "mail", "--accept", ".html").status, 64)
  }
}
