import Foundation
import TestSupport
import Testing

@Suite struct VerifyTests {
  @Test func aGoodBundleIsGood() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let run = try fixture.run("verify", "trip.dragbundle")
    #expect(run.status == 0 && run.text == "good: 4 payloads checked\n")
    let json = try fixture.run("verify", "trip.dragbundle", "--json").json() as? [String: Any]
    #expect(json?["good"] as? Bool == true)
    #expect((json?["payloads"] as? [Any])?.count == 4)
  }

  @Test(arguments: [("notes.txt", "no provider bundle"), ("archive.zip", "zip archive")])
  func whatIsNoBundleIsBad(name: String, reason: String) throws {
    let fixture = try ProgramFixture()
    let run = try fixture.run("verify", ProgramFixture.fixture(name))
    #expect(run.status == 1 && run.text.contains(reason), "\(run.text)\(run.errorText)")
    let list = try fixture.run("list", ProgramFixture.fixture(name))
    #expect(list.status == 2 && list.hasOneErrorLine && list.errorText.contains(reason), "\(list.errorText)")
  }

  @Test func whatCannotBeLookedAtIsAFailure() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.run("verify", "missing.dragbundle")
    #expect(
      run.status == 2 && run.hasOneErrorLine && run.errorText.contains("missing.dragbundle"),
      "\(run.errorText)")
  }

  @Test func aTruncatedBundleIsBad() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let bytes = try fixture.folder.read("trip.dragbundle")
    for length in [0, 10, 100, bytes.count / 2, bytes.count - 1] {
      try fixture.folder.write(Array(bytes[..<length]), to: "cut.dragbundle")
      #expect(try fixture.run("verify", "cut.dragbundle").status == 1)
      #expect(try fixture.run("list", "cut.dragbundle").status == 2)
      #expect(try fixture.run("load", "cut.dragbundle", "--type", ".png", "-o", "x").status == 2)
    }
    #expect(try fixture.folder.names() == ["cut.dragbundle", "trip.dragbundle"])
  }
}
