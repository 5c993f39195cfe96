import Foundation
import ProfferFileSystem
import TestSupport
import Testing

/// `drop`, `undo` and `trace`, run as commands.
@Suite(.waits) struct DropTests {
  /// A bundle of two notes and a picture, a folder to drop into, and a folder for the drop records.
  private func fixture() async throws -> (ProgramFixture, environment: [String: String]) {
    let fixture = try ProgramFixture()
    try fixture.folder.write("one", to: "one.txt")
    try fixture.folder.write("<p>two</p>", to: "two.html")
    try fixture.folder.write("two", to: "two.txt")
    try await fixture.done(
      "pack", "--name", "note", "one.txt", "--new-item", "--name", "note", "two.html", "two.txt", "-o",
      "b.dragbundle")
    for name in ["one.txt", "two.html", "two.txt"] {
      try FileManager.default.removeItem(atPath: fixture.folder.path(name))
    }
    return (fixture, ["XDG_STATE_HOME": fixture.folder.path("state")])
  }

  @Test func itemsAreWrittenUnderTheirNamesAndTakenBack() async throws {
    let (fixture, environment) = try await fixture()
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("out"), withIntermediateDirectories: false)
    try fixture.folder.write("mine", to: "out/note.txt")
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--accept", "public.plain-text", environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    try expectEqual(fixture.folder.read("out/note 2.txt"), Array("one".utf8))
    try expectEqual(fixture.folder.read("out/note 3.txt"), Array("two".utf8))
    expectEqual(
      drop.text.split(separator: "\n").map { $0.split(separator: "/").last }, ["note 2.txt", "note 3.txt"])
    let undo = try await fixture.command("undo", environment: environment)
    expectEqual(undo.status, 0, "\(undo.errorText)")
    try expectEqual(fixture.folder.names().filter { $0.hasPrefix("out/") }, ["out/note.txt"])
    try await expectEqual(fixture.command("undo", environment: environment).status, 1)
  }

  @Test func anItemThatIsNotAcceptedIsReportedAndTheOthersAreDropped() async throws {
    let (fixture, environment) = try await fixture()
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--accept", "public.html", environment: environment)
    // One item was accepted, which is enough for success.
    expectEqual(drop.status, 0)
    expectEqual(
      drop.errorText, "proffer: note: skipped (no accepted type): item 1 (note)\n",
      "\(drop.errorText)")
    try expectEqual(fixture.folder.read("out/note.html"), Array("<p>two</p>".utf8))
  }

  @Test(arguments: ["copy", "move"])
  func anItemWhoseBytesAreDamagedIsNotDroppedAndStaysInItsBundle(operation: String) async throws {
    let (fixture, environment) = try await fixture()
    var bytes = try fixture.folder.read("b.dragbundle")
    let place = try require(Data(bytes).range(of: Data("<p>two</p>".utf8))?.lowerBound)
    bytes[place] ^= 1
    try fixture.folder.write(bytes, to: "b.dragbundle")
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--operation", operation, environment: environment)
    expectEqual(drop.status, 1)
    expect(drop.errorText.contains("item 2 (note) was not dropped"), "\(drop.errorText)")
    try expectEqual(fixture.folder.names().filter { $0.hasPrefix("out/") }, ["out/note.txt"])
    let left = try await fixture.done("list", "b.dragbundle", "--json").text
    expectEqual(
      left.components(separatedBy: "\"representations\"").count, operation == "copy" ? 3 : 2, "\(left)")
  }

  @Test func aBundleThatIsAFolderIsDroppedIntoAsABundle() async throws {
    let (fixture, environment) = try await fixture()
    try fixture.folder.write("three", to: "three.txt")
    try await fixture.done("pack", "three.txt", "--folder", "-o", "folder")
    let drop = try await fixture.command("drop", "b.dragbundle", "--into", "folder", environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    try await expectEqual(fixture.done("verify", "folder").status, 0)
    #expect(try await fixture.done("type", "of", "./folder").text.contains("io.proffer.drag-bundle"))
    try await expectEqual(
      fixture.done("list", "folder", "--json").text.components(separatedBy: "representations")
        .count,
      4)
  }

  @Test func aMissingBundleIsNotTakenForAFolder() async throws {
    let (fixture, environment) = try await fixture()
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "new.dragbundle", environment: environment)
    expectEqual(drop.status, 2)
    expect(drop.errorText.contains("the bundle new.dragbundle does not exist"), "\(drop.errorText)")
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("new") })
  }

  @Test func undoAfterADropOfNothingTakesTheDropBeforeBack() async throws {
    let (fixture, environment) = try await fixture()
    _ = try await fixture.command("drop", "b.dragbundle", "--into", "out", environment: environment)
    let nothing = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--accept", "public.audio", environment: environment)
    expectEqual(nothing.status, 1)
    let undo = try await fixture.command("undo", environment: environment)
    // Two files and their folder.
    expectEqual(undo.text.split(separator: "\n").count, 3, "\(undo.text)")
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("out") })
  }

  @Test func dropsIntoABundleAreUndoneOneAfterTheOther() async throws {
    let (fixture, environment) = try await fixture()
    try fixture.folder.write("three", to: "three.txt")
    try await fixture.done("pack", "three.txt", "-o", "to.dragbundle")
    func kept() throws -> Int { try fixture.folder.names().count { $0.contains("/kept-") } }
    for count in 1...3 {
      let drop = try await fixture.command(
        "drop", "b.dragbundle", "--into", "to.dragbundle", environment: environment)
      expectEqual(drop.status, 0, "\(drop.errorText)")
      try expectEqual(kept(), count)
    }
    let move = try await fixture.command(
      "drop", "b.dragbundle", "--into", "to.dragbundle", "--operation", "move", environment: environment)
    expectEqual(move.status, 0, "\(move.errorText)")
    try expectEqual(kept(), 5)
    for count in [7, 5, 3, 1] {
      let undo = try await fixture.command("undo", environment: environment)
      expectEqual(undo.status, 0, "\(undo.errorText)")
      try await expectEqual(fixture.itemCount("to.dragbundle"), count)
    }
    try expectEqual(kept(), 0)
  }

  @Test func aMoveTakesTheItemsOutOfTheBundleAndUndoPutsThemBack() async throws {
    let (fixture, environment) = try await fixture()
    let before = try fixture.folder.read("b.dragbundle")
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--item", "2", "--operation", "move", environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    #expect(!(try await fixture.done("list", "b.dragbundle").text.contains("public.html")))
    try await expectEqual(fixture.command("undo", environment: environment).status, 0)
    try expectEqual(fixture.folder.read("b.dragbundle"), before)
    #expect(try !fixture.folder.names().contains("out/note.html"))
  }

  @Test func aFileThatChangedSinceTheDropStays() async throws {
    let (fixture, environment) = try await fixture()
    try await expectEqual(
      fixture.command("drop", "b.dragbundle", "--into", "out", environment: environment).status, 0
    )
    try fixture.folder.write("changed", to: "out/note.txt")
    let undo = try await fixture.command("undo", environment: environment)
    expectEqual(undo.status, 1)
    expect(undo.errorText.contains("has changed since the drop"), "\(undo.errorText)")
    try expectEqual(fixture.folder.names().filter { $0.hasPrefix("out/") }, ["out/note.txt"])
  }

  @Test func itemsGoIntoAnotherBundleAtAPlaceAndBack() async throws {
    let (fixture, environment) = try await fixture()
    try fixture.folder.write("x", to: "x.csv")
    try await fixture.done("pack", "x.csv", "-o", "all.dragbundle")
    let before = [try fixture.folder.read("b.dragbundle"), try fixture.folder.read("all.dragbundle")]
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "all.dragbundle", "--at", "1", "--operation", "move",
      environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    let lines = try await fixture.done("list", "all.dragbundle").text.split(separator: "\n").filter {
      $0.first != " "
    }
    expectEqual(lines.map { $0.split(separator: " ").last }, ["note", "note", "x.csv"])
    try await expectEmpty(fixture.command("list", "b.dragbundle").text)
    try await expectEqual(fixture.command("undo", environment: environment).status, 0)
    expectEqual([try fixture.folder.read("b.dragbundle"), try fixture.folder.read("all.dragbundle")], before)
  }

  @Test func aMoveBetweenBundlesThatAreFoldersIsTakenBack() async throws {
    let (fixture, environment) = try await fixture()
    try fixture.folder.write("three", to: "three.txt")
    try await fixture.done("merge", "b.dragbundle", "--folder", "-o", "layout")
    try await fixture.done("pack", "three.txt", "--folder", "-o", "other")
    func contents() async throws -> [String] {
      let layout = try await fixture.done("list", "layout", "--json").text
      return [layout, try await fixture.done("list", "other", "--json").text]
    }
    let before = try await contents()
    let drop = try await fixture.command(
      "drop", "layout", "--into", "other", "--item", "1", "--operation", "move", environment: environment)
    expect(drop.status == 0 && drop.errorText.isEmpty, "\(drop.errorText)")
    try await expectEqual(fixture.itemCount("layout"), 1)
    try await expectEqual(fixture.itemCount("other"), 2)
    let undo = try await fixture.command("undo", environment: environment)
    expectEqual(undo.status, 0, "\(undo.errorText)")
    try await expectEqual(contents(), before)
    try await expectEqual(fixture.itemCount("layout"), 2)
    try await expectEqual(fixture.itemCount("other"), 1)
  }

  @Test func aMoveWithinOneBundleGivesItsItemsAnotherOrder() async throws {
    let (fixture, environment) = try await fixture()
    try fixture.folder.write("a,b", to: "three.csv")
    try await fixture.done("add", "b.dragbundle", "three.csv")
    let before = try fixture.folder.read("b.dragbundle")
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "b.dragbundle", "--item", "3", "--at", "1", "--operation", "move",
      environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    try await expectEqual(fixture.itemCount("b.dragbundle"), 3)
    let first = try await fixture.done("list", "b.dragbundle").text.prefix { $0 != "\n" }
    expect(first.hasSuffix("three.csv"), "\(first)")
    try await expectEqual(fixture.command("undo", environment: environment).status, 0)
    try expectEqual(fixture.folder.read("b.dragbundle"), before)
  }

  @Test func undoSaysWhatItUndoesAndRemovesTheFoldersOfTheDrop() async throws {
    let (fixture, environment) = try await fixture()
    try fixture.folder.write("three", to: "three.txt")
    try await fixture.done("pack", "three.txt", "-o", "c.dragbundle")
    for (bundle, folder) in [("b", "out/deep"), ("c", "other")] {
      let drop = try await fixture.command(
        "drop", "\(bundle).dragbundle", "--into", folder, environment: environment)
      expectEqual(drop.status, 0, "\(drop.errorText)")
    }
    let list = try await fixture.command("undo", "--list", environment: environment)
    let lines = list.text.split(separator: "\n")
    expect(
      lines.count == 2
        && lines.first?.hasPrefix("2  the drop of 1 item from c.dragbundle into other, ") == true,
      "\(list.text)")
    expectEqual(lines.last?.contains("from b.dragbundle into out/deep, "), true, "\(list.text)")
    let dry = try await fixture.command("undo", "--dry-run", environment: environment)
    expect(dry.status == 0 && dry.text == "removed: other/three.txt\nremoved: other\n", "\(dry.text)")
    try expectEqual(fixture.folder.read("other/three.txt"), Array("three".utf8))
    let undo = try await fixture.command("undo", environment: environment)
    #expect(undo.errorText.contains("undoing the drop of 1 item") && undo.text.contains("removed: "))
    #expect(try !fixture.folder.names().contains("other"))
    try await expectEqual(fixture.command("undo", "--json", environment: environment).status, 0)
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("out") })
    try await expectEqual(fixture.command("undo", environment: environment).status, 1)
  }

  @Test func anItemIsConvertedWhereNothingIsAccepted() async throws {
    let (fixture, environment) = try await fixture()
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--accept", "rtf", "--convert", environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    try expectEqual(
      fixture.folder.names().filter { $0.hasPrefix("out/") }, ["out/note 2.rtf", "out/note.rtf"])
    #expect(try fixture.folder.read("out/note.rtf").starts(with: Array("{\\rtf".utf8)))
    try fixture.folder.write("<p><img src=x.png>two</p>", to: "lossy.html")
    try await fixture.done("pack", "lossy.html", "-o", "lossy.dragbundle")
    let strict = try await fixture.command(
      "drop", "lossy.dragbundle", "--into", "strict", "--accept", "public.utf8-plain-text", "--convert",
      "--strict", environment: environment)
    expect(strict.status == 1 && strict.errorText.contains("would lose"), "\(strict.errorText)")
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("strict") })
  }

  @Test func aDropIsForAProfile() async throws {
    let (fixture, environment) = try await fixture()
    let drop = try await fixture.command(
      "drop", "b.dragbundle", "--into", "out", "--for", "browser", "--json", environment: environment)
    expectEqual(drop.status, 0, "\(drop.errorText)")
    let items = try drop.jsonObjects("items")
    expectEqual(items.map { $0["type"] as? String }, ["public.plain-text", "public.html"], "\(drop.text)")
  }

  @Test func aScriptIsPlayedAndPrintedCallByCall() async throws {
    let (fixture, _) = try await fixture()
    try fixture.folder.write(
      """
      application Notes 0,0 300x300
      item Hello text "Hello World"
      source Label 0,0 100x40 offers Hello
      target Box 0,100 100x100 accepts public.plain-text proposes copy
      begin Label
      move Box
      drop
      """, to: "copy.drag")
    let trace = try await fixture.done("trace", "copy.drag").text
    let calls = ["itemsForBeginning", "sessionWillBegin", "sessionDidEnter", "performDrop", "didEnd"]
    let places = calls.map { call in trace.range(of: call)?.lowerBound }
    expect(places.allSatisfy { $0 != nil }, "\(trace)")
    expectEqual(places.compactMap(\.self).sorted(), places.compactMap(\.self), "\(trace)")
  }

  @Test func theExampleInTheHelpOfTraceRunsAsItIsPasted() async throws {
    let (fixture, _) = try await fixture()
    let help = try await fixture.done("trace", "--help").text
    let start = try require(help.range(of: "    echo '")).lowerBound
    let end = try require(help.range(of: "| proffer trace -\n")).upperBound
    let run = try await fixture.shell("proffer() { $proffer \"$@\"; }\n\(help[start..<end])")
    expect(run.status == 0 && run.errorText == "", "\(run.errorText)")
    expect(run.text.contains("item 1 as public.utf8-plain-text"), "\(run.text)")
    // Rows are numbered as in the script.
    expect(run.text.contains("moveRowAt") && run.text.contains("1.1 to 1.3"), "\(run.text)")
  }

  @Test(arguments: [
    ("drop", 1, "no drag has begun"), ("# a comment\n\nfoo", 3, "“foo” is not a keyword"),
    ("application A 0,0 90x90\n\nbegin 5,5\nmove 9,9", 3, "no source at this position offers an item"),
  ])
  func anErrorOfAScriptNamesTheFileAndTheLineThatIsWrong(script: String, line: Int, message: String)
    async throws
  {
    let (fixture, _) = try await fixture()
    try fixture.folder.write(script, to: "bad.drag")
    let run = try await fixture.command("trace", "bad.drag")
    expectEqual(run.status, 2)
    expect(run.errorText.hasPrefix("proffer: bad.drag:\(line): \(message)"), "\(run.errorText)")
    let streamed = try await fixture.run("trace", "-", input: Array(script.utf8))
    expect(streamed.errorText.hasPrefix("proffer: standard input:\(line): \(message)"), streamed.errorText)
  }

  @Test func aConversionToAFolderIsDroppedAsOne() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("# Title\n\n![](dot.png)\n", to: "note.md")
    try await fixture.done("pack", "note.md", "-o", "b.dragbundle")
    let environment = ["XDG_STATE_HOME": fixture.folder.path("state")]
    let run = try await fixture.command(
      ["drop", "b.dragbundle", "--into", "out", "--accept", "rtfd", "--convert"], environment: environment)
    expectEqual(run.status, 0, "\(run.errorText)")
    expectEqual(run.text, "out/note.rtfd\n", "\(run.text)")
    let text = try String(decoding: fixture.folder.read("out/note.rtfd/TXT.rtf"), as: UTF8.self)
    #expect(text.hasPrefix("{\\rtf1") && text.contains("Title"))
    let undo = try await fixture.command(["undo"], environment: environment)
    expectEqual(undo.status, 0, "\(undo.errorText)")
    #expect(try !fixture.folder.names().contains { $0.hasPrefix("out") })
  }

  @Test func aDropNeedsNoTemporaryFolder() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      mkdir -p album/inner; printf one > album/inner/a.txt; printf two > b.txt
      $proffer pack album b.txt -o a.dragbundle
      export XDG_STATE_HOME=$PWD/state TMPDIR=$PWD/missing
      $proffer drop a.dragbundle --into out && cat out/album/inner/a.txt out/b.txt
      """)
    expect(run.status == 0 && run.text.hasSuffix("onetwo"), "\(run.text)\(run.errorText)")
  }
}
