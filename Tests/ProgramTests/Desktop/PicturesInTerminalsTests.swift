import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

/// `list --previews` in a terminal played by a script, which decodes the pictures independently.
@Suite(.waits) struct PicturesInTerminalsTests {
  private static let terminal = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("pictures.py").path

  private struct Outcome {
    let members: [String: Any]

    var status: Int? { members["status"] as? Int }
    var shown: String { members["shown"] as? String ?? "" }
    var asked: [String] { members["asked"] as? [String] ?? [] }
    var faults: [String] { members["faults"] as? [String] ?? [] }
    var pictures: [[String: Any]] { members["pictures"] as? [[String: Any]] ?? [] }
    func isTrue(_ name: String) -> Bool { members[name] as? Bool == true }

    /// The kind and size of each picture.
    var sizes: [String] {
      pictures.map { "\($0["kind"] ?? "") \($0["width"] ?? 0)×\($0["height"] ?? 0)" }
    }
  }

  /// Runs a command, again if the script did not answer within the second that the program waits for a terminal.
  private func run(
    _ terminal: String, _ line: String, in fixture: ProgramFixture, environment: [String: String] = [:]
  ) async throws -> Outcome {
    for _ in 0..<50 where !terminal.contains("silent") {
      let outcome = try await runOnce(terminal, line, in: fixture, environment: environment)
      if !outcome.shown.contains("does not answer within") { return outcome }
    }
    return try await runOnce(terminal, line, in: fixture, environment: environment)
  }

  private func runOnce(
    _ terminal: String, _ line: String, in fixture: ProgramFixture, environment: [String: String]
  ) async throws -> Outcome {
    let usual = [
      "PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8", "TMPDIR": fixture.folder.path,
      "TERM": "xterm-256color", "NO_COLOR": "1",
    ]
    let run = try await ProgramRun.run(
      "/usr/bin/env",
      ["python3", Self.terminal, terminal, fixture.folder.path, ProgramFixture.program]
        + line.split(separator: " ").map(String.init),
      in: fixture.folder.path, environment: usual.merging(environment) { _, new in new }, input: nil)
    return Outcome(members: try #require(try run.json() as? [String: Any], "\(run.errorText)"))
  }

  /// A picture of four quarters; the last one is transparent.
  private static let quarters = Image(
    width: 40, height: 20, channels: .rgba,
    pixels: (0..<20).flatMap { row in
      (0..<40).flatMap { column -> [UInt8] in
        switch (column < 20, row < 10) {
        case (true, true): [255, 0, 0, 255]
        case (false, true): [0, 255, 0, 255]
        case (true, false): [0, 0, 255, 255]
        case (false, false): [9, 9, 9, 0]
        }
      }
    })

  private func fixture(storingPreviews: Bool = true) async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.write([UInt8](Self.quarters.write(as: "io.proffer.qoi").data), to: "quarters.qoi")
    try fixture.write("words\n", to: "words.txt")
    let large = Image(
      width: 300, height: 600, channels: .rgb, pixels: (0..<300 * 600 * 3).map { UInt8($0 / 3 % 251) })
    try fixture.write([UInt8](large.write(as: "io.proffer.qoi").data), to: "large.qoi")
    let words = ["pack", "quarters.qoi", "words.txt", "large.qoi", "-o", "b.dragbundle"]
    let run = try await fixture.run(words + (storingPreviews ? ["--preview"] : []))
    try requireEqual(run.status, 0, "\(run.errorText)")
    return fixture
  }

  private func image(_ outcome: Outcome, _ number: Int, in fixture: ProgramFixture) throws -> Image {
    let name = try require(outcome.pictures[number]["file"] as? String)
    let data = Data(try fixture.folder.read(name))
    return try Image.read(data, as: name.hasSuffix("png") ? "public.png" : "public.pbm").value
  }

  @Test(arguments: ["kitty", "sixel", "kitty,apart,keys", "sixel,apart,keys", "kitty,sixel,pixels"])
  func itemsAreShownBelowTheirLines(terminal: String) async throws {
    for isStored in [true, false] {
      let fixture = try await fixture(storingPreviews: isStored)
      let outcome = try await run(terminal, "list b.dragbundle --previews", in: fixture)
      expect(outcome.status == 0 && outcome.isTrue("raw") && outcome.isTrue("restored"), "\(outcome)")
      expectEmpty(outcome.faults)
      let hasPNG = Image.writableTypeIdentifiers.contains("public.png")
      let kind = terminal.hasPrefix("kitty") ? hasPNG ? "png" : "samples" : "sixel"
      // The limit is twelve rows of 16 pixels; a stored preview of 128 × 256 is scaled down to it, too.
      expectEqual(outcome.sizes, ["\(kind) 40×20", "\(kind) 96×192"], "\(outcome)")
      #expect(
        try image(outcome, 0, in: fixture).pixels.enumerated().allSatisfy { place, sample in
          let pixel = place / 4
          let isClear = pixel % 40 >= 20 && pixel / 40 >= 10
          return isClear ? place % 4 < 3 || sample == 0 : sample == Self.quarters.pixels[place]
        })
      let lines = outcome.shown.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      expect(lines[0].hasPrefix("1") && lines[1].hasPrefix("1.1") && lines[2].isEmpty, "\(outcome.shown)")
      expect(
        lines[3].hasPrefix("2") && lines[4].hasPrefix("2.1") && lines[5].hasPrefix("3"), "\(outcome.shown)")
    }
  }

  @Test func theSizeFollowsTheCharactersOfTheTerminal() async throws {
    let fixture = try await fixture(storingPreviews: false)
    let said = try await run("kitty,cells", "list b.dragbundle --previews", in: fixture)
    expectEqual(said.sizes.last?.hasSuffix("120×240"), true, "\(said.sizes)")
    let device = try await run("sixel,cells,pixels", "list b.dragbundle --previews", in: fixture)
    expectEqual(device.sizes.last, "sixel 96×192", "\(device.sizes)")
  }

  @Test(arguments: [
    ("none", [:], "the terminal (Played(1.0)) supports neither kitty's graphics protocol nor sixel"),
    ("silent", [:], "the terminal does not answer within 1 s"),
    ("kitty", ["TERM": "dumb"], "a terminal of the kind dumb cannot show pictures"),
    ("kitty", ["TMUX": "1"], "tmux does not pass kitty's graphics protocol on"),
    ("sixel", ["STY": "1"], "GNU screen does not pass pictures on"),
  ])
  func aTerminalWithoutPicturesGetsTheListAndANote(
    terminal: String, environment: [String: String], note: String
  ) async throws {
    let fixture = try await fixture()
    let outcome = try await run(
      terminal, "list b.dragbundle --previews", in: fixture, environment: environment)
    expect(outcome.status == 0 && outcome.isTrue("restored") && outcome.pictures.isEmpty, "\(outcome)")
    expect(outcome.shown.contains("note: --previews shows no pictures: \(note)"), "\(outcome.shown)")
    expect(outcome.shown.contains("large.qoi") && !outcome.shown.contains("\u{1B}"), "\(outcome.shown)")
  }

  @Test func aPipeGetsTheListAndANote() async throws {
    let fixture = try await fixture()
    let run = try await fixture.run("list", "b.dragbundle", "--previews")
    let plain = try await fixture.succeed("list", "b.dragbundle")
    #expect(run.status == 0 && run.text == plain.text)
    expect(run.errorText.contains("note: --previews needs a terminal"), run.errorText)
    try await expectEqual(fixture.run("list", "b.dragbundle", "--previews", "--json").status, 64)
    let asked = try await self.run("kitty", "list b.dragbundle", in: fixture)
    #expect(asked.asked.isEmpty && asked.pictures.isEmpty)
  }

  @Test func aTerminalThatGoesAwayEndsTheProgram() async throws {
    let outcome = try await run("hangup", "list b.dragbundle --previews", in: try await fixture())
    expectNotNil(outcome.status)
  }

  @Test func aPictureThatCannotBeReadIsANote() async throws {
    let fixture = try await fixture()
    try fixture.write("qoif broken", to: "broken.qoi")
    let packed = try await fixture.run(
      "pack", "--from", "io.proffer.qoi", "broken.qoi", "quarters.qoi", "--preview", "-o", "c.dragbundle")
    expect(
      packed.status == 0 && packed.errorText.contains("note: item 1 has no preview: "), "\(packed.errorText)")
    let outcome = try await run("sixel", "list c.dragbundle --previews", in: fixture)
    #expect(
      outcome.sizes == ["sixel 40×20"] && outcome.shown.contains("note: item 1 is shown without a picture"))
  }

  // MARK: Colors

  private func archive(_ members: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
    <key>$objects</key><array><string>$null</string><dict>\(members)</dict></array></dict></plist>
    """
  }

  private func pack(_ color: String, in fixture: ProgramFixture, _ more: [String] = []) async throws
    -> ProgramRun
  {
    try fixture.write(archive(color), to: "color.plist")
    let type = [
      "pack", "-f", "--from", "com.apple.cocoa.pasteboard.color", "color.plist", "-o", "color.dragbundle",
    ]
    return try await fixture.run(type + more)
  }

  @Test func aColorIsShown() async throws {
    let fixture = try ProgramFixture()
    let red = "<key>UIRed</key><real>1</real><key>UIGreen</key><real>0</real><key>UIBlue</key><real>0</real>"
    for preview in [[], ["--preview"]] {
      let packed = try await pack(red, in: fixture, preview)
      expect(packed.status == 0 && packed.errorText.isEmpty, "\(preview) \(packed.errorText)")
      let outcome = try await run("sixel", "list color.dragbundle --previews", in: fixture)
      expect(outcome.sizes == ["sixel 192×192"] && outcome.faults.isEmpty, "\(outcome)")
      #expect(try image(outcome, 0, in: fixture).pixels.prefix(4).elementsEqual([255, 0, 0, 255]))
    }
    let plain = try await fixture.run("coders", "color.dragbundle", environment: ["COLORTERM": "truecolor"])
    #expect(plain.text.hasPrefix("#ff0000\n") && !plain.text.contains("\u{1B}"))
    let colored = try await fixture.run(
      "coders", "color.dragbundle", "--color", "always", environment: ["COLORTERM": "truecolor"])
    expect(colored.text.hasPrefix("#ff0000  \u{1B}[48;2;255;0;0m"), "\(colored.text.prefix(60))")
    let few = try await fixture.run(
      "coders", "color.dragbundle", "--color", "always", environment: ["TERM": "xterm"])
    expect(few.text.hasPrefix("#ff0000\n"), few.text)
    let json = try await fixture.run("coders", "color.dragbundle", "--json").json() as? [String: Any]
    expectEqual(json?["color"] as? String, "#ff0000")
    // A color that only its own system can resolve can still be converted.
    _ = try await pack("<key>NSColorSpace</key><integer>6</integer>", in: fixture)
    let named = try await fixture.run("coders", "color.dragbundle")
    #expect(named.status == 0 && named.text.contains("plain text") && !named.text.hasPrefix("#"))
  }
}
