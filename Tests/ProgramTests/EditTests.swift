import Foundation
import JSONText
import ProfferFileSystem
import TestSupport
import Testing

/// The commands that edit a bundle in place.
@Suite(.waits) struct EditTests {
  /// A bundle with a note in two forms and a list, in a fresh folder.
  private func fixture() async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.folder.write("<p>note</p>", to: "note.html")
    try fixture.folder.write("note", to: "note.txt")
    try fixture.folder.write("a,b\n1,2\n", to: "list.csv")
    try fixture.folder.write("{}", to: "more.json")
    try await fixture.done(
      "pack", "--new-item", "--name", "Note", "note.html", "note.txt", "--new-item", "list.csv", "-o",
      "b.dragbundle")
    return fixture
  }

  /// The types of each item, in order.
  private func offers(_ fixture: ProgramFixture, _ bundle: String = "b.dragbundle") async throws -> [[String]]
  {
    try await fixture.done("verify", bundle)
    let list = try await require(fixture.done("list", bundle, "--json").jsonLines().first)
    let items = try require(list["items"]?.elements ?? list.elements)
    return items.map { item in
      (item["representations"]?.elements ?? []).compactMap { $0["type"]?.stringValue }
    }
  }

  private let html = "public.html"
  private let text = "public.plain-text"
  private let csv = "public.comma-separated-values-text"

  @Test func addedFilesBecomeItemsOrRepresentations() async throws {
    let fixture = try await fixture()
    try await fixture.done("add", "b.dragbundle", "more.json", "--at", "1")
    try await expectEqual(offers(fixture), [["public.json"], [html, text], [csv]])
    try await fixture.done("add", "b.dragbundle", "--item", "3", "more.json")
    try await expectEqual(offers(fixture), [["public.json"], [html, text], [csv, "public.json"]])
    let again = try await fixture.command("add", "b.dragbundle", "--item", "3", "more.json")
    expectEqual(again.status, 2)
    expect(again.errorText.contains("already has a representation of the type"), "\(again.errorText)")
    try await expectEqual(fixture.command("add", "b.dragbundle", "--at", "9", "more.json").status, 2)
  }

  @Test func removingKeepsTheOtherItems() async throws {
    let fixture = try await fixture()
    try await fixture.done("remove", "b.dragbundle", "1.1")
    try await expectEqual(offers(fixture), [[text], [csv]])
    try await fixture.done("remove", "b.dragbundle", "1")
    try await expectEqual(offers(fixture), [[csv]])
    try await expectEqual(
      fixture.done("load", "b.dragbundle", "--type", csv).output, Array("a,b\n1,2\n".utf8))
    let missing = try await fixture.command("remove", "b.dragbundle", "2")
    expectEqual(missing.status, 2)
    expect(missing.errorText.contains("has no item 2; it has only item 1"), "\(missing.errorText)")
  }

  @Test func namedPlacesComeFirstInANewOrder() async throws {
    let fixture = try await fixture()
    try await fixture.done("reorder", "b.dragbundle", "2")
    try await expectEqual(offers(fixture), [[csv], [html, text]])
    try await fixture.done("reorder", "b.dragbundle", "2.2")
    try await expectEqual(offers(fixture), [[csv], [text, html]])
    try await expectEqual(fixture.command("reorder", "b.dragbundle", "1", "2.1").status, 64)
    try await expectEqual(fixture.command("reorder", "b.dragbundle", "3").status, 2)
  }

  @Test(
    .requires(.program("flock")),
    arguments: [
      "remove b.dragbundle missing", "reorder b.dragbundle missing",
      "rename b.dragbundle missing new", "add b.dragbundle --item missing more.json",
    ])
  func aNameIsResolvedOnlyWhileNoOtherProgramChangesTheBundle(words: String) async throws {
    let fixture = try await fixture()
    let locked = try await fixture.shell("flock b.dragbundle $proffer \(words)")
    expectEqual(locked.status, 2)
    expect(locked.errorText.contains("another program is changing b.dragbundle"), "\(locked.errorText)")
    let unlocked = try await fixture.shell("$proffer \(words)")
    expect(unlocked.errorText.contains("has no item named missing"), "\(unlocked.errorText)")
  }

  @Test func namesAndTypesChangeAndBytesStay() async throws {
    let fixture = try await fixture()
    try await fixture.done("rename", "b.dragbundle", "1", "Rom, Ostern")
    try await fixture.done("rename", "b.dragbundle", "2.1", "zahlen.csv")
    try await fixture.done("retype", "b.dragbundle", "1.2", "public.utf8-plain-text")
    try await expectEqual(offers(fixture), [[html, "public.utf8-plain-text"], [csv]])
    try await fixture.done("unpack", "b.dragbundle", "--into", "out")
    try expectEqual(fixture.folder.read("out/zahlen.csv"), Array("a,b\n1,2\n".utf8))
    #expect(try await fixture.done("list", "b.dragbundle").text.contains("Rom, Ostern"))
    try await expectEqual(fixture.command("retype", "b.dragbundle", "1", "public.data").status, 64)
    try await expectEqual(fixture.command("rename", "b.dragbundle", "2.1", "a/b").status, 64)
  }

  @Test func bundlesAreMergedSplitAndConvertedToFolders() async throws {
    let fixture = try await fixture()
    try await fixture.done("merge", "b.dragbundle", "b.dragbundle", "-o", "twice.dragbundle")
    try await expectEqual(offers(fixture, "twice.dragbundle"), [[html, text], [csv], [html, text], [csv]])
    try await fixture.done("merge", "b.dragbundle", "--folder", "-o", "layout")
    try await expectEqual(offers(fixture, "layout"), [[html, text], [csv]])
    try await fixture.done("add", "layout", "more.json")
    try await fixture.done("merge", "layout", "-o", "back.dragbundle")
    try await expectEqual(offers(fixture, "back.dragbundle"), [[html, text], [csv], ["public.json"]])
    try await fixture.done("split", "twice.dragbundle", "--into", "parts")
    try await expectEqual(offers(fixture, "parts/Note.dragbundle"), [[html, text]])
    try await expectEqual(offers(fixture, "parts/Note 2.dragbundle"), [[html, text]])
    try await expectEqual(offers(fixture, "parts/list.dragbundle"), [[csv]])
  }

  @Test func wholePayloadsOfADamagedBundleAreSaved() async throws {
    let fixture = try await fixture()
    let whole = try fixture.folder.read("b.dragbundle")
    try fixture.folder.write(Array(whole.prefix(whole.count * 2 / 3)), to: "cut.dragbundle")
    try await expectEqual(fixture.command("verify", "cut.dragbundle").status, 1)
    let repair = try await fixture.command("verify", "cut.dragbundle", "--repair", "saved.dragbundle")
    expectEqual(repair.status, 1)
    expect(repair.errorText.contains("manifest"), "\(repair.errorText)")
    #expect(try await offers(fixture, "saved.dragbundle").joined().contains(html))
    try await expectEqual(fixture.command("verify", "b.dragbundle", "--repair", "copy.dragbundle").status, 0)
    try await expectEqual(offers(fixture, "copy.dragbundle"), [[html, text], [csv]])
  }
}
