import Foundation
import TestSupport
import Testing

@Suite(.waits) struct VerifyTests {
  @Test func aGoodBundleIsGood() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command("verify", "trip.dragbundle")
    #expect(run.status == 0 && run.text == "good: 4 payloads checked\n")
    let json = try await fixture.command("verify", "trip.dragbundle", "--json").json() as? [String: Any]
    expectEqual(json?["good"] as? Bool, true)
    expectEqual((json?["payloads"] as? [Any])?.count, 4)
  }

  @Test(arguments: [("notes.txt", "not a provider bundle"), ("archive.zip", "zip archive")])
  func aFileThatIsNotABundleIsBad(name: String, reason: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("verify", ProgramFixture.fixture(name))
    expect(run.status == 1 && run.text.contains(reason), "\(run.text)\(run.errorText)")
    let list = try await fixture.command("list", ProgramFixture.fixture(name))
    expect(list.status == 2 && list.hasOneErrorLine && list.errorText.contains(reason), "\(list.errorText)")
  }

  @Test func aBundleThatCannotBeReadIsAFailure() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("verify", "missing.dragbundle")
    expect(
      run.status == 2 && run.hasOneErrorLine && run.errorText.contains("missing.dragbundle"),
      "\(run.errorText)")
  }

  @Test func everyFailedPayloadHasACode() async throws {
    let fixture = try ProgramFixture()
    try await fixture.done("pack", "--folder", ProgramFixture.fixture("notes.txt"), "-o", "b")
    var bytes = try fixture.folder.read("b/items/1/1/notes.txt")
    bytes[0] ^= 1
    try fixture.folder.write(bytes, to: "b/items/1/1/notes.txt")
    let run = try await fixture.command("verify", "b", "--json")
    let json = try run.json() as? [String: Any]
    let payloads = json?["payloads"] as? [[String: Any]]
    #expect(run.status == 1 && json?["good"] as? Bool == false)
    expectEqual(payloads?.map { $0["code"] as? String }, ["checksumMismatch"])
    let repair =
      try await fixture.command("verify", "b", "--repair", "saved", "--json").json() as? [String: Any]
    expectEqual((repair?["payloads"] as? [[String: Any]])?.first?["code"] as? String, "checksumMismatch")
  }

  @Test func aWholePayloadHasNoCode() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let json = try await fixture.command("verify", "trip.dragbundle", "--json").json() as? [String: Any]
    let payloads = json?["payloads"] as? [[String: Any]]
    expectEqual(payloads?.allSatisfy { $0["code"] is NSNull }, true)
  }

  @Test(arguments: [
    "1", #"{"UTTypeIdentifier": "no such"}"#, #"{"UTTypeIdentifier": "a.a", "UTTypeConformsTo": 5}"#,
    #"{"UTTypeIdentifier": "a.a"}, {"UTTypeIdentifier": "A.A"}"#,
    #"{"UTTypeIdentifier": "a.a", "UTTypeConformsTo": ["a.b"]}, {"UTTypeIdentifier": "a.b", "UTTypeConformsTo": ["a.a"]}"#,
    #"{"UTTypeIdentifier": "a.a", "UTTypeConformsTo": ["a.unknown"]}"#,
  ])
  func declarationsThatOtherCommandsRefuseAreBad(types: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.done("pack", "--folder", ProgramFixture.fixture("notes.txt"), "-o", "b")
    let manifest = String(decoding: try fixture.folder.read("b/manifest.json"), as: UTF8.self)
    try fixture.folder.write(
      manifest.replacing("\"version\": 1,", with: "\"version\": 1, \"types\": [\(types)],"),
      to: "b/manifest.json")
    let json = try await fixture.command("verify", "b", "--json")
    let answer = try json.json() as? [String: Any]
    expect(
      json.status == 1 && (answer?["error"] as? [String: Any])?["code"] as? String == "malformedDeclaration",
      "\(json.text)")
    #expect(try await fixture.command("verify", "b").text.hasPrefix("bad: b: "))
  }

  @Test func aPayloadThatTheManifestDoesNotNameIsSavedWithANote() async throws {
    let fixture = try ProgramFixture()
    try await fixture.done("pack", "--folder", ProgramFixture.fixture("notes.txt"), "-o", "b")
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("b/items/9/1"), withIntermediateDirectories: true)
    try fixture.folder.write("<p>stray", to: "b/items/9/1/stray.html")
    let run = try await fixture.command("verify", "b", "--repair", "saved.dragbundle")
    expect(run.status == 0 && run.text == "saved: 2 of 2 payloads\n", "\(run.text)")
    expect(run.errorText.contains("items/9/1/stray.html"), "\(run.errorText)")
    try await expectEqual(
      fixture.command("load", "saved.dragbundle", "--type", "public.html").text, "<p>stray")
  }

  @Test func aTruncatedBundleIsBad() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let bytes = try fixture.folder.read("trip.dragbundle")
    for length in [0, 10, 100, bytes.count / 2, bytes.count - 1] {
      try fixture.folder.write(Array(bytes[..<length]), to: "cut.dragbundle")
      try await expectEqual(fixture.command("verify", "cut.dragbundle").status, 1)
      try await expectEqual(fixture.command("list", "cut.dragbundle").status, 2)
      try await expectEqual(fixture.command("load", "cut.dragbundle", "--type", ".png", "-o", "x").status, 2)
    }
    try expectEqual(fixture.folder.names(), ["cut.dragbundle", "trip.dragbundle"])
  }

  @Test func repairNamesThePayloadThatIsCutAndStatesATotalOnlyByTheManifest() async throws {
    let fixture = try ProgramFixture()
    for name in ["a", "b", "c"] {
      try fixture.folder.write(
        [UInt8](repeating: UInt8(ascii: "x"), count: 8_000) + name.utf8, to: "\(name).html")
    }
    try await fixture.done("pack", "a.html", "b.html", "c.html", "-o", "whole.dragbundle")
    let bytes = try fixture.folder.read("whole.dragbundle")
    func repair(cutAt length: Int, _ more: String...) async throws -> ProgramRun {
      try fixture.folder.write(Array(bytes[..<length]), to: "cut")
      return try await fixture.command(["verify", "cut", "--repair", "saved", "--force"] + more)
    }
    let second = try require(bytes.firstRange(of: Array("items/2/1/b.html".utf8))).lowerBound
    let payload = try require(bytes[second...].firstRange(of: Array("xxxx".utf8))).lowerBound
    var run = try await repair(cutAt: payload + 3_120)
    expectEqual(
      run.text,
      "saved: 1 payload; items/2/1/b.html is truncated after 3120 of 8001 bytes; any entries after it are unknown\n"
    )
    expectEqual(run.status, 1)
    let json = try await repair(cutAt: payload + 3_120, "--json").json() as? [String: Any]
    #expect(json?["total"] is NSNull && json?["good"] as? Bool == false)
    expectEqual((json?["payloads"] as? [[String: Any]])?.map { $0["code"] as? String }, [nil, "truncated"])
    run = try await repair(cutAt: second + 5)
    expectEqual(
      run.text,
      "saved: 1 payload; the next entry is truncated in its header, and any entries after it are unknown\n"
    )
    run = try await repair(cutAt: second - 30)
    expectEqual(run.text, "saved: 1 payload; the original number is unknown\n")
    run = try await repair(cutAt: bytes.count - 100)
    #expect(run.text == "saved: 3 of 3 payloads\n" && run.status == 0)
    let manifest = try require(bytes.firstRange(of: Array("\"version\"".utf8))).lowerBound
    run = try await repair(cutAt: manifest + 1)
    #expect(run.text.hasPrefix("saved: 3 payloads; manifest.json is truncated after ") && run.status == 1)
    expect(!run.text.contains("unknown"), "\(run.text)")
  }
}
