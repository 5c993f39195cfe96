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
