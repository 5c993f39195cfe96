import Foundation
import TestSupport
import Testing

@Suite struct TypeTests {
  @Test(arguments: [
    ([".png", "public.image"], 0, "yes\n"), (["public.image", ".png"], 1, "no\n"),
    (["text/html", "public.text"], 0, "yes\n"),
    (["public.png", "public.png"], 0, "yes\n"), (["PUBLIC.PNG", "public.Image"], 0, "yes\n"),
  ])
  func conformanceIsAYesOrNo(types: [String], status: Int32, answer: String) throws {
    let run = try ProgramFixture().run(["type", "conforms"] + types)
    #expect(run.status == status && run.text == answer)
  }

  @Test func showTellsTagsParentsAndChildren() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.run("type", "show", "public.jpeg")
    #expect(
      run.text.contains("JPEG image") && run.text.contains("jpeg, jpg, jpe")
        && run.text.contains("public.image"))
    let json = try fixture.run("type", "show", "public.jpeg", "--json").json() as? [String: Any]
    #expect(json?["parents"] as? [String] == ["public.image"])
  }

  @Test func theTreeShowsTheOtherParents() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.run("type", "tree", "public.image")
    #expect(run.text.hasPrefix("public.image  (also public.data, public.content)\n"))
    #expect(run.text.contains("─ public.png\n"))
    let whole = try fixture.run("type", "tree", "--json").json() as? [[String: Any]]
    #expect((whole?.count ?? 0) > 700)
  }

  @Test func theTypeOfAFileIsToldByNameAndContent() throws {
    let fixture = try ProgramFixture()
    #expect(try fixture.run("type", "of", ProgramFixture.fixture("notes.html")).text == "public.html\n")
    #expect(try fixture.run("type", "of", ProgramFixture.fixture("misnamed.txt")).text == "public.png\n")
    #expect(try fixture.run("type", "of", ProgramFixture.fixture("picture")).text == "public.png\n")
    #expect(try fixture.run("type", "of", ProgramFixture.fixture("Notes.rtfd")).text == "com.apple.rtfd\n")
    let explained = try fixture.run("type", "of", "--explain", ProgramFixture.fixture("misnamed.txt"))
    #expect(
      explained.text.contains("public.plain-text") && explained.text.contains("public.png"),
      "\(explained.text)")
    let some = try fixture.run("type", "of", "missing", ProgramFixture.fixture("photo.png"))
    #expect(some.status == 2 && some.text.contains("public.png") && some.errorText.contains("missing"))
  }

  @Test func anUndeclaredTypeIsAcceptedWithANote() throws {
    let fixture = try ProgramFixture()
    let run = try fixture.run("type", "conforms", "com.example.note", "com.example.note")
    #expect(run.status == 0 && run.errorText.contains("nobody declares com.example.note"))
  }

  @Test func malformedTypesAreFailures() throws {
    let fixture = try ProgramFixture()
    for word in ["under_score", "", "no such", ".nosuchext", "no/mime"] {
      let run = try fixture.run("type", "show", word)
      #expect(run.status == 2 && run.hasOneErrorLine, "\(word): \(run.errorText)")
    }
  }
}
