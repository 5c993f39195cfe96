import Foundation
import TestSupport
import Testing

@Suite struct BestTests {
  @Test func eachItemAnswersWithTheRuleAndTheReasons() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let run = try fixture.run(
      "best", "trip.dragbundle", "--item", "1", "--accept", "public.html,public.plain-text", "--explain")
    #expect(run.status == 0)
    #expect(
      run.text == """
        1  Trip notes: public.html  notes.html
          1.1  public.rtf         notes.rtf   lost: its type conforms to no accepted type
          1.2  public.html        notes.html  chosen: it is exactly the accepted public.html
          1.3  public.plain-text  notes.txt   lost: it satisfies only public.plain-text, which the receiver accepts later

        """)
  }

  @Test func anItemWithoutAnAnswerIsAnHonestNo() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let run = try fixture.run("best", "trip.dragbundle", "--accept", "public.rtf")
    #expect(run.status == 1)
    #expect(run.text == "1  Trip notes: public.rtf  notes.rtf\n2  photo.png: nothing\n")
  }

  @Test func theProvidersOrderCanBeTheOuterLoop() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let accept = ["--accept", "public.plain-text,public.rtf", "--item", "1"]
    #expect(try fixture.run(["best", "trip.dragbundle"] + accept).text.contains("public.plain-text"))
    #expect(
      try fixture.run(["best", "trip.dragbundle", "--prefer", "provider"] + accept).text.contains(
        "public.rtf"))
  }

  @Test func aConversionIsMarkedAndOnlyConsideredWhenNothingFits() throws {
    let fixture = try ProgramFixture()
    try fixture.packTrip()
    let item = ["best", "trip.dragbundle", "--item", "1", "--json", "--accept"]
    let converted = try fixture.run(item + ["public.utf16-plain-text"]).json() as? [[String: Any]]
    #expect(converted?.first?["answer"] as? String == "converted")
    let registered = try fixture.run(item + ["public.utf16-plain-text,public.rtf"]).json() as? [[String: Any]]
    #expect(registered?.first?["answer"] as? String == "registered")
  }
}

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
