import Foundation
import TestSupport
import Testing

/// The command `view`.
struct ViewCommandTests {
  private let fixture: ProgramFixture

  init() throws { fixture = try ProgramFixture() }

  /// Writes an `xdg-open` that records its arguments, and returns an environment with a display and this
  /// program.
  private func opener(status: Int = 0) throws -> [String: String] {
    try fixture.write(
      "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > '\(fixture.folder.path)/opened'\nexit \(status)\n",
      to: "bin/xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fixture.folder.path("bin/xdg-open"))
    return ["PATH": "\(fixture.folder.path("bin")):/usr/bin:/bin", "DISPLAY": ":99"]
  }

  /// The path that a run printed.
  private func page(_ run: ProgramRun) throws -> String {
    try requireEqual(run.status, 0, "\(run.errorText)")
    return String(run.text.dropLast())
  }

  @Test func aPageIsOpenedWithoutAShell() async throws {
    try await fixture.packTrip()
    let run = try await fixture.run(["view", "trip.dragbundle"], environment: opener())
    let path = try page(run)
    expectEqual(run.errorText, "")
    try expectEqual(String(decoding: fixture.folder.read("opened"), as: UTF8.self), "1\n\(path)\n")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("Trip notes") && text.contains("photo.png"))
  }

  @Test func withoutADisplayThePathIsPrinted() async throws {
    try await fixture.packTrip()
    let none = try await fixture.run("view", "trip.dragbundle")
    expectEqual(none.errorText, "proffer: note: there is no display; open this page in a browser\n")
    #expect(FileManager.default.fileExists(atPath: try page(none)))
    let noOpener = try await fixture.run(
      "view", "trip.dragbundle", environment: ["DISPLAY": ":99", "PATH": "/nowhere"])
    expectEqual(noOpener.errorText, "proffer: note: xdg-open is not installed; open this page in a browser\n")
    let failing = try await fixture.run(["view", "trip.dragbundle"], environment: opener(status: 3))
    expectEqual(failing.errorText, "proffer: note: xdg-open cannot open the page; open it in a browser\n")
    #expect(FileManager.default.fileExists(atPath: try page(failing)))
  }

  @Test func aNamedPageIsWrittenAndNotOpened() async throws {
    try await fixture.packTrip()
    let environment = try opener()
    let run = try await fixture.run(["view", "trip.dragbundle", "-o", "page.html"], environment: environment)
    #expect(run.status == 0 && run.text == "" && run.errorText == "")
    let again = try await fixture.run(
      ["view", "trip.dragbundle", "-o", "page.html"], environment: environment)
    #expect(again.isRefusal(naming: "page.html") && again.errorText.contains("--force"))
    let forced = try await fixture.run(
      ["view", "trip.dragbundle", "-fo", "page.html"], environment: environment)
    expectEqual(forced.status, 0)
    try await fixture.succeed("view", "trip.dragbundle", "-o", ".")
    let names = try fixture.folder.names()
    #expect(names.contains("trip.html") && !names.contains("opened"))
    expect(!names.contains { $0.hasPrefix("proffer-view-") }, names)
  }

  @Test func aPageGoesThroughPipes() async throws {
    try await fixture.packTrip()
    let bundle = try fixture.folder.read("trip.dragbundle")
    let page = try await fixture.run(["view", "-o", "-"], input: bundle)
    #expect(page.status == 0 && page.text.hasPrefix("<!DOCTYPE html>") && page.text.hasSuffix("</html>\n"))
    expect(page.text.contains("Trip notes"), page.text)
    let ofFolder = try await fixture.shell(
      "\"$proffer\" merge --folder trip.dragbundle -o f && \"$proffer\" view f -o - | head -c 15")
    expectEqual(ofFolder.text, "<!DOCTYPE html>")
  }

  @Test(.requires(.libpng)) func aThumbnailIsWritten() async throws {
    try await fixture.packTrip()
    // The program gives a thumbnail up after 1.5 s, which may pass on a machine with much other work.
    var run = try await fixture.run("view", "--thumbnail", "128", "-o", "t.png", "trip.dragbundle")
    for _ in 0..<50 where run.errorText.contains("can be made in time") {
      run = try await fixture.run("view", "--thumbnail", "128", "-o", "t.png", "trip.dragbundle")
    }
    expectEqual(run.status, 0, "\(run.errorText)")
    #expect(try fixture.folder.read("t.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    try fixture.write("words", to: "n.txt")
    try await fixture.succeed("pack", "n.txt", "-o", "n.dragbundle")
    let none = try await fixture.run("view", "--thumbnail", "128", "-o", "n.png", "n.dragbundle")
    #expect(none.status == 1 && none.errorText.contains("has no picture"))
  }

  @Test func theOptionsNeedAPlace() async throws {
    for option in [["--force"], ["--thumbnail", "64"]] {
      let run = try await fixture.run(["view", "a.dragbundle"] + option)
      #expect(run.status == 64 && run.errorText.contains("--force and --thumbnail need -o PATH"))
    }
    #expect(
      try await fixture.run("view", "none.dragbundle", "-o", "p.html").isRefusal(naming: "none.dragbundle"))
  }
}
