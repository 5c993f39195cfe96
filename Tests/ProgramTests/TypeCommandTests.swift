import Foundation
import TestSupport
import Testing

@Suite struct TypeCommandTests {
  private static let declaration = """
    {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "com.example.note", "UTTypeConformsTo": ["public.html"],
     "UTTypeDescription": "A note", "UTTypeTagSpecification": {"public.filename-extension": ["exnote"]}}]}
    """

  @Test func findLooksAtIdentifiersDescriptionsAndTags() throws {
    let fixture = try ProgramFixture()
    #expect(try fixture.run("type", "find", "MARKDOWN").text.contains("net.daringfireball.markdown"))
    #expect(try fixture.run("type", "find", "image/webp").text.contains("org.webmproject.webp"))
    let none = try fixture.run("type", "find", "no such word anywhere")
    #expect(none.status == 1 && none.text == "")
    let json = try fixture.run("type", "find", "webp", "--json").json() as? [[String: Any]]
    #expect(json?.contains { $0["identifier"] as? String == "org.webmproject.webp" } == true)
  }

  @Test(arguments: [
    (".plist", "com.apple.property-list"), (".mp4", "public.mpeg-4"),
    (".pages", "com.apple.iwork.pages.sffpages"),
  ])
  func aTagOfSeveralTypesNamesThemAllTheBestFirst(tag: String, best: String) throws {
    let run = try ProgramFixture().run("type", "show", tag, "--json")
    let claims = try #require((run.json() as? [String: Any])?["claims"] as? [String])
    #expect(claims.count > 1 && claims.contains(best), "\(claims)")
    #expect((try run.json() as? [String: Any])?["identifier"] as? String == claims.first)
  }

  @Test func dynamicIdentifiersAreMadeAndRead() throws {
    let fixture = try ProgramFixture()
    let made = try fixture.run("type", "dynamic", "--extension", "go", "--conforming-to", "public.data")
    #expect(made.text == "dyn.ah62d4rv4ge80s52\n")
    #expect(
      try fixture.run("type", "dynamic", "--mime", "dev.kaya/note").text == "dyn.agq80k3p0f3z0c8pbf71g87df\n")
    let read = try fixture.run("type", "dynamic", "dyn.ah62d4rv4ge80s52", "--json").json() as? [String: Any]
    #expect(read?["supertypes"] as? [String] == ["public.data", "public.item"])
    #expect((read?["tags"] as? [String: [String]])?["public.filename-extension"] == ["go"])
    #expect(try fixture.run("type", "dynamic", "dyn.nonsense").status == 1)
    #expect(try fixture.run("type", "dynamic", "--extension", "tar.gz").status == 2)
    #expect(try fixture.run("type", "dynamic").status == 64)
  }

  @Test func aRightFileOfDeclarationsIsGood() throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.declaration, to: "note.json")
    let run = try fixture.run("type", "check", "note.json")
    #expect(run.status == 0 && run.text == "good: 1 declaration\n", "\(run.errorText)")
    let plist = try fixture.shell(
      """
      python3 -c '
      import json, plistlib
      plistlib.dump(json.load(open("note.json")), open("xml.plist", "wb"))
      plistlib.dump(json.load(open("note.json")), open("binary.plist", "wb"), fmt=plistlib.FMT_BINARY)
      ' && $proffer type check xml.plist && $proffer type check binary.plist
      """)
    #expect(plist.text == "good: 1 declaration\ngood: 1 declaration\n", "\(plist.errorText)")
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
  func eachMistakeHasItsNameAndPlace(text: String, code: String) throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(text, to: "bad.json")
    let run = try fixture.run("type", "check", "bad.json", "--json")
    let report = try run.json() as? [String: Any]
    let mistakes = try #require(report?["mistakes"] as? [[String: String]])
    #expect(run.status == 1 && mistakes.first?["code"] == code, "\(run.text)")
    #expect(mistakes.first?["message"]?.contains("bad.json") == true)
    let use = try fixture.run("--types", "bad.json", "type", "show", "public.png")
    #expect(use.status == 2 && use.hasOneErrorLine && use.errorText.contains("bad.json"), "\(use.errorText)")
  }

  @Test func typesOfOnesOwnAreKnownForOneRunOrAlways() throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.declaration, to: "note.json")
    let once = try fixture.run("--types", "note.json", "type", "conforms", ".exnote", "public.html")
    #expect(once.status == 0, "\(once.errorText)")
    #expect(try fixture.run("type", "conforms", ".exnote", "public.html").status == 2)
    let installed = try fixture.shell("mkdir -p config/proffer/types && cp note.json config/proffer/types")
    #expect(installed.status == 0)
    let always = try fixture.run(
      ["type", "conforms", ".exnote", "public.html"],
      environment: ["XDG_CONFIG_HOME": fixture.folder.path("config")])
    #expect(always.status == 0, "\(always.errorText)")
  }

  @Test func aBundleCarriesTheTypesItUses() throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(Self.declaration, to: "note.json")
    try fixture.folder.write("<p>", to: "a.exnote")
    let pack = try fixture.run("--types", "note.json", "pack", "a.exnote", "-o", "a.dragbundle")
    #expect(pack.status == 0, "\(pack.errorText)")
    let best = try fixture.run("best", "a.dragbundle", "--accept", "public.html")
    #expect(best.status == 0 && best.text.contains("com.example.note"), "\(best.text)")
    #expect(try fixture.run("load", "a.dragbundle", "--type", "com.example.note").text == "<p>")
    #expect(try fixture.run("load", "a.dragbundle", "--type", ".exnote").errorText == "")
  }

  @Test func whatTheDesktopKnowsHasANameWhereItIsInstalled() throws {
    let fixture = try ProgramFixture()
    let made = try fixture.shell(
      """
      mkdir -p data/mime empty
      printf 'application/x-example-thing\\n' > data/mime/types
      printf '50:application/x-example-thing:*.exthing\\n' > data/mime/globs2
      printf thing > a.exthing
      """)
    #expect(made.status == 0)
    let with = ["XDG_DATA_DIRS": fixture.folder.path("data"), "HOME": fixture.folder.path("empty")]
    let without = ["XDG_DATA_DIRS": fixture.folder.path("empty"), "HOME": fixture.folder.path("empty")]
    let known = try fixture.run(["type", "of", "a.exthing", "--explain"], environment: with)
    #expect(known.text.hasPrefix("a.exthing: io.proffer.mime.application.x-example-thing\n"), "\(known.text)")
    let shown = try fixture.run(["type", "show", "application/x-example-thing"], environment: with)
    #expect(shown.status == 0 && shown.text.contains("exthing"), "\(shown.errorText)")
    #expect(
      try fixture.run(["type", "show", "application/x-example-thing"], environment: without).status == 2)
    #expect(
      !(try fixture.run(["type", "of", "a.exthing"], environment: without).text.contains("io.proffer")))
  }

  @Test func theGraphIsDrawnWithSeveralParents() throws {
    let fixture = try ProgramFixture()
    let dot = try fixture.run("type", "tree", "public.image", "--dot").text
    #expect(dot.hasPrefix("digraph types {") && dot.hasSuffix("}\n"))
    for parent in ["public.data", "public.content"] {
      #expect(dot.contains("\"public.image\" -> \"\(parent)\";"))
    }
    let svg = try fixture.run("type", "tree", "--svg")
    try fixture.folder.write(svg.output, to: "tree.svg")
    let parsed = try fixture.shell(
      "python3 -c 'import xml.dom.minidom as m; print(len(m.parse(\"tree.svg\").getElementsByTagName(\"text\")))'"
    )
    #expect((Int(parsed.text.dropLast()) ?? 0) > 700, "\(parsed.errorText)")
  }

  @Test func everyDocumentHasItsTypeByNameAndContent() throws {
    let fixture = try ProgramFixture()
    let rows = try String(contentsOfFile: ProgramFixture.fixture("EXPECTED"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.count > 25)
    let files = rows.map { ProgramFixture.fixture($0[0]) }
    let answers = try fixture.run(["type", "of", "--json"] + files).json() as? [[String: Any]]
    #expect(answers?.compactMap { $0["type"] as? String } == rows.map { $0[3] })
  }
}
