import Foundation
import JSONText
import TestSupport
import Testing

@Suite(.waits) struct TypeTests {
  @Test(arguments: [
    ([".png", "public.image"], 0, "yes\n"), (["public.image", ".png"], 1, "no\n"),
    (["text/html", "public.text"], 0, "yes\n"),
    (["public.png", "public.png"], 0, "yes\n"), (["PUBLIC.PNG", "public.Image"], 0, "yes\n"),
  ])
  func conformanceIsYesOrNo(types: [String], status: Int32, answer: String) async throws {
    let run = try await ProgramFixture().command(["type", "conforms"] + types)
    #expect(run.status == status && run.text == answer)
  }

  @Test func showPrintsTagsParentsAndChildren() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("type", "show", "public.jpeg")
    #expect(
      run.text.contains("JPEG image") && run.text.contains("jpeg, jpg, jpe")
        && run.text.contains("public.image"))
    let json = try await fixture.command("type", "show", "public.jpeg", "--json").json() as? [String: Any]
    expectEqual(json?["parents"] as? [String], ["public.image"])
  }

  @Test func theTreeShowsTheOtherParents() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("type", "tree", "public.image")
    expect(run.text.hasPrefix("public.image  (also public.data, public.content)\n"), run.text)
    expect(run.text.contains("─ public.png\n"), run.text)
    let whole = try await fixture.command("type", "tree", "--json").jsonObjects("types")
    expectGreater(whole.count, 700)
  }

  @Test func theTypeOfAFileIsFoundByNameAndContent() async throws {
    let fixture = try ProgramFixture()
    try await expectEqual(
      fixture.command("type", "of", ProgramFixture.fixture("notes.html")).text, "public.html\n")
    try await expectEqual(
      fixture.command("type", "of", ProgramFixture.fixture("misnamed.txt")).text, "public.png\n")
    try await expectEqual(
      fixture.command("type", "of", ProgramFixture.fixture("picture")).text, "public.png\n")
    try await expectEqual(
      fixture.command("type", "of", ProgramFixture.fixture("Notes.rtfd")).text, "com.apple.rtfd\n"
    )
    let explained = try await fixture.command(
      "type", "of", "--explain", ProgramFixture.fixture("misnamed.txt"))
    expect(
      explained.text.contains("public.plain-text") && explained.text.contains("public.png"),
      "\(explained.text)")
    let some = try await fixture.command("type", "of", "missing", ProgramFixture.fixture("photo.png"))
    #expect(some.status == 2 && some.text.contains("public.png") && some.errorText.contains("missing"))
    try expectEqual(fixture.folder.names(), [], "nothing is written")
  }

  @Test func anUndeclaredTypeIsAcceptedWithANote() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("type", "conforms", "com.example.note", "com.example.note")
    #expect(
      run.status == 0 && run.errorText.contains("com.example.note is neither a declared type nor a file"))
  }

  @Test func malformedTypesAreWrongCommandLines() async throws {
    let fixture = try ProgramFixture()
    for word in ["under_score", "", "no such", ".nosuchext", "no/mime"] {
      let run = try await fixture.command("type", "show", word)
      expect(run.status == 64 && run.hasOneErrorLine, "\(word): \(run.errorText)")
    }
  }
}

@Suite(.waits) struct TypeCommandTests {
  private static let declaration = """
    {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "com.example.note", "UTTypeConformsTo": ["public.html"],
     "UTTypeDescription": "A note", "UTTypeTagSpecification": {"public.filename-extension": ["exnote"]}}]}
    """

  @Test func findLooksAtIdentifiersDescriptionsAndTags() async throws {
    let fixture = try ProgramFixture()
    #expect(
      try await fixture.command("type", "find", "MARKDOWN").text.contains("net.daringfireball.markdown"))
    #expect(try await fixture.command("type", "find", "image/webp").text.contains("org.webmproject.webp"))
    let jpeg = try await fixture.command("type", "find", ".JPG")
    #expect(jpeg.text == "public.jpeg  JPEG image  .jpeg .jpg .jpe\n" && jpeg.status == 0)
    let none = try await fixture.command("type", "find", "no such word anywhere")
    #expect(none.status == 1 && none.text == "")
    let json = try await fixture.command("type", "find", "webp", "--json").jsonObjects("types")
    expectEqual(json.contains { $0["identifier"] as? String == "org.webmproject.webp" }, true)
  }

  @Test(arguments: [
    (".plist", "com.apple.property-list"), (".mp4", "public.mpeg-4"),
    (".pages", "com.apple.iwork.pages.sffpages"),
  ])
  func aTagOfSeveralTypesNamesThemAllTheBestFirst(tag: String, best: String) async throws {
    let run = try await ProgramFixture().command("type", "show", tag, "--json")
    let claims = try require((run.json() as? [String: Any])?["claims"] as? [String])
    expect(claims.count > 1 && claims.contains(best), "\(claims)")
    expectEqual((try run.json() as? [String: Any])?["identifier"] as? String, claims.first)
  }

  @Test func dynamicIdentifiersAreMadeAndRead() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.command(
      "type", "dynamic", "--extension", "go", "--conforming-to", "public.data")
    expectEqual(made.text, "dyn.ah62d4rv4ge80s52\n")
    try await expectEqual(
      fixture.command("type", "dynamic", "--mime", "dev.kaya/note").text,
      "dyn.agq80k3p0f3z0c8pbf71g87df\n")
    let read =
      try await fixture.command("type", "dynamic", "dyn.ah62d4rv4ge80s52", "--json").json() as? [String: Any]
    expectEqual(read?["supertypes"] as? [String], ["public.data", "public.item"])
    expectEqual((read?["tags"] as? [String: [String]])?["public.filename-extension"], ["go"])
    try await expectEqual(fixture.command("type", "dynamic", "dyn.nonsense").status, 64)
    try await expectEqual(fixture.command("type", "dynamic", "--extension", "tar.gz").status, 64)
    try await expectEqual(fixture.command("type", "dynamic").status, 64)
  }

  @Test func aValidFileOfDeclarationsIsGood() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.declaration, to: "note.json")
    let run = try await fixture.command("type", "check", "note.json")
    expect(run.status == 0 && run.text == "good: 1 declaration\n", "\(run.errorText)")
    let plist = try await fixture.shell(
      """
      python3 -c '
      import json, plistlib
      plistlib.dump(json.load(open("note.json")), open("xml.plist", "wb"))
      plistlib.dump(json.load(open("note.json")), open("binary.plist", "wb"), fmt=plistlib.FMT_BINARY)
      ' && $proffer type check xml.plist && $proffer type check binary.plist
      """)
    expectEqual(plist.text, "good: 1 declaration\ngood: 1 declaration\n", "\(plist.errorText)")
  }

  @Test func anInstalledFileOfDeclarationsIsGood() async throws {
    let fixture = try ProgramFixture()
    let environment = ["XDG_CONFIG_HOME": fixture.folder.path("config")]
    try fixture.write(Self.declaration, to: "config/proffer/types/note.json")
    try fixture.write(Self.declaration, to: "copy.json")
    let newer = Self.declaration.replacing("A note", with: "Another note")
    try fixture.write(newer, to: "newer/note.json")
    for file in ["config/proffer/types/note.json", "copy.json", "newer/note.json"] {
      let run = try await fixture.command("type", "check", file, environment: environment)
      expect(run.status == 0 && run.text == "good: 1 declaration\n", "\(file): \(run)")
    }
    let named = try await fixture.command("--types", "copy.json", "type", "check", "copy.json")
    expectEqual(named.status, 0, "\(named)")
    let other =
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.other", "UTTypeConformsTo": "#
      + #""public.data"}]}"#
    try fixture.write(other, to: "config/proffer/types/other.json")
    try fixture.write(other.replacing("public.data", with: "public.text"), to: "second.json")
    let second = try await fixture.command("type", "check", "second.json", environment: environment)
    expect(second.status == 1 && second.text.contains("exported twice"), "\(second)")
  }

  @Test(arguments: [
    (#"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "bad id"}]}"#, "malformedIdentifier"),
    (#"{"UTExportedTypeDeclarations": [{"UTTypeConformsTo": "public.data"}]}"#, "missingIdentifier"),
    (
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", "UTTypeConformsTo": "no.such.parent"}]}"#,
      "contradictoryDeclarations"
    ),
    (
      #"""
      {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.b", "UTTypeConformsTo": "a.c"},
       {"UTTypeIdentifier": "a.c", "UTTypeConformsTo": "a.b"}]}
      """#, "contradictoryDeclarations"
    ),
    (
      #"{"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "a.b"}, {"UTTypeIdentifier": "A.B"}]}"#,
      "duplicateDeclaration"
    ),
    (#"{"UTExportedTypeDeclarations": 3}"#, "wrongShape"), ("{}", "noDeclarations"), ("{", "malformedFile"),
  ])
  func eachMistakeHasACodeAndNamesTheFile(text: String, code: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(text, to: "bad.json")
    let run = try await fixture.command("type", "check", "bad.json", "--json")
    let report = try run.json() as? [String: Any]
    let mistakes = try require(report?["mistakes"] as? [[String: Any]])
    expect(run.status == 1 && mistakes.first?["code"] as? String == code, "\(run.text)")
    expectEqual((mistakes.first?["message"] as? String)?.contains("bad.json"), true)
    let use = try await fixture.command("--types", "bad.json", "type", "show", "public.png")
    expect(use.status == 2 && use.hasOneErrorLine && use.errorText.contains("bad.json"), "\(use.errorText)")
  }

  @Test func typesOfTheUserAreKnownForOneRunOrAlways() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.declaration, to: "note.json")
    let once = try await fixture.command("--types", "note.json", "type", "conforms", ".exnote", "public.html")
    expectEqual(once.status, 0, "\(once.errorText)")
    try await expectEqual(fixture.command("type", "conforms", ".exnote", "public.html").status, 64)
    let installed = try await fixture.shell(
      "mkdir -p config/proffer/types && cp note.json config/proffer/types")
    expectEqual(installed.status, 0)
    let always = try await fixture.command(
      ["type", "conforms", ".exnote", "public.html"],
      environment: ["XDG_CONFIG_HOME": fixture.folder.path("config")])
    expectEqual(always.status, 0, "\(always.errorText)")
  }

  @Test func aBundleCarriesTheTypesItUses() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.declaration, to: "note.json")
    try fixture.folder.write("<p>", to: "a.exnote")
    let pack = try await fixture.command("--types", "note.json", "pack", "a.exnote", "-o", "a.dragbundle")
    expectEqual(pack.status, 0, "\(pack.errorText)")
    let best = try await fixture.command("best", "a.dragbundle", "--accept", "public.html")
    expect(best.status == 0 && best.text == "1  a.exnote: A note  a.exnote\n", "\(best.text)")
    try await expectEqual(fixture.command("load", "a.dragbundle", "--type", "com.example.note").text, "<p>")
    try await expectEqual(fixture.command("load", "a.dragbundle", "--type", ".exnote").errorText, "")
    let converted = try await fixture.command("convert", "a.dragbundle", "--to", "txt", "--into", "out")
    expect(converted.status == 0 && converted.text == "out/a.txt\n", "\(converted.errorText)")
  }

  @Test func typesOfTheDesktopsDatabaseHaveNames() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      """
      mkdir -p data/mime empty
      printf 'application/x-example-thing\\n' > data/mime/types
      printf '50:application/x-example-thing:*.exthing\\n' > data/mime/globs2
      printf thing > a.exthing
      """)
    expectEqual(made.status, 0)
    let with = ["XDG_DATA_DIRS": fixture.folder.path("data"), "HOME": fixture.folder.path("empty")]
    let without = ["XDG_DATA_DIRS": fixture.folder.path("empty"), "HOME": fixture.folder.path("empty")]
    let known = try await fixture.command(["type", "of", "a.exthing", "--explain"], environment: with)
    expect(
      known.text.hasPrefix("a.exthing:  io.proffer.mime.application.x-example-thing\n"), "\(known.text)")
    let shown = try await fixture.command(["type", "show", "application/x-example-thing"], environment: with)
    expect(shown.status == 0 && shown.text.contains("exthing"), "\(shown.errorText)")
    try await expectEqual(
      fixture.command(["type", "show", "application/x-example-thing"], environment: without).status,
      64
    )
    #expect(
      !(try await fixture.command(["type", "of", "a.exthing"], environment: without).text.contains(
        "io.proffer")))
  }

  @Test func aNoteIsPrintedOnceWhereTheDesktopsDatabaseIsRead() async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      """
      mkdir -p data/mime empty d
      printf 'application/x-example-thing\\n' > data/mime/types
      printf '50:application/x-example-thing:*.exthing\\n' > data/mime/globs2
      echo a > d/a.txt; ln -s a.txt d/link; printf thing > a.exthing
      """)
    expectEqual(made.status, 0)
    let run = try await fixture.command(
      ["pack", "--each", "d", "a.exthing", "-o", "a.dragbundle"],
      environment: ["XDG_DATA_DIRS": fixture.folder.path("data"), "HOME": fixture.folder.path("empty")])
    expect(run.status == 0 && run.hasOneErrorLine, "\(run.errorText)")
    expect(run.errorText.contains("left out entries that are not files: d/link"), "\(run.errorText)")
    #expect(try await fixture.command("list", "a.dragbundle").text.contains("io.proffer.mime"))
  }

  @Test(arguments: ["globs2", "magic", "aliases", "subclasses"])
  func aBadLineOfTheDesktopsDatabaseIsANoteAndSkipped(file: String) async throws {
    let fixture = try ProgramFixture()
    let made = try await fixture.shell(
      """
      mkdir -p data/mime empty
      printf '50:application/x-example-thing:*.exthing\\n' > data/mime/globs2
      printf 'bad\\n' >> data/mime/\(file)
      printf thing > a.exthing; printf other > b.exthing
      cp a.exthing c.txt
      """)
    expectEqual(made.status, 0)
    let environment = ["XDG_DATA_DIRS": fixture.folder.path("data"), "HOME": fixture.folder.path("empty")]
    for words in [
      "type of a.exthing b.exthing", "pack a.exthing b.exthing -o new",
      "convert a.exthing c.txt --to .html --into out",
    ] {
      let run = try await fixture.command(
        words.split(separator: " ").map(String.init), environment: environment)
      let notes = run.errorText.split(separator: "\n").filter { $0.contains("skipped") }
      expectEqual(notes.count, 1, "\(words): \(run.errorText)")
      expectEqual(notes.first?.hasPrefix("proffer: note: data/mime/\(file): "), true)
      if !words.hasPrefix("convert") { expectEqual(run.status, 0, "\(words): \(run.errorText)") }
    }
    #expect(try await fixture.command("list", "new").text.contains("x-example-thing"))
  }

  @Test func theGraphIsDrawnWithSeveralParents() async throws {
    let fixture = try ProgramFixture()
    let dot = try await fixture.command("type", "tree", "public.image", "--dot").text
    #expect(dot.hasPrefix("digraph types {") && dot.hasSuffix("}\n"))
    for parent in ["public.data", "public.content"] {
      expect(dot.contains("\"public.image\" -> \"\(parent)\";"), dot)
    }
    let svg = try await fixture.command("type", "tree", "--svg")
    try fixture.folder.write(svg.output, to: "tree.svg")
    let parsed = try await fixture.shell(
      "python3 -c 'import xml.dom.minidom as m; print(len(m.parse(\"tree.svg\").getElementsByTagName(\"text\")))'"
    )
    expectGreater(Int(parsed.text.dropLast()) ?? 0, 700, "\(parsed.errorText)")
  }

  @Test func everyDocumentHasItsTypeByNameAndContent() async throws {
    let fixture = try ProgramFixture()
    let rows = try String(contentsOfFile: ProgramFixture.fixture("EXPECTED"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
    expectGreater(rows.count, 25)
    let files = rows.map { ProgramFixture.fixture($0[0]) }
    let answers = try await fixture.command(["type", "of", "--json"] + files).jsonInputs()
    expectEqual(answers.compactMap { $0["type"]?.stringValue }, rows.map { $0[3] })
  }
}
