import Foundation
import JSONText
import TestSupport
import Testing

/// Commands with many input files or many items.
@Suite(.waits) struct BatchTests {
  @Test func filesAreConvertedIntoAFolder() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.command(
      "convert", "docs/one.md", "docs/sub/two.md", "--to", "html", "--into", "out")
    expect(run.status == 0 && run.text == "out/one.html\nout/two.html\n", "\(run.errorText)")
    expectEqual(run.errorText, "proffer: note: 2 converted\n")
    #expect(try String(decoding: fixture.folder.read("out/two.html"), as: UTF8.self).contains("Two</h1>"))
  }

  @Test func aFolderIsConvertedWithItsFolders() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write(ProgramFixture.bytes(ofFixture: "photo.png"), to: "docs/photo.png")
    let run = try await fixture.command("convert", "-r", "docs", "-t", "html", "-o", "site/", "-j", "3")
    expectEqual(run.status, 0, "\(run.errorText)")
    expectEqual(run.text, "site/one.html\nsite/sub/two.html\n")
    expectEqual(run.errorText, "proffer: note: 2 converted, 1 skipped, 1 hidden left out\n")
    let refused = try await fixture.command("convert", "docs", "--to", "html", "--into", "other")
    expect(refused.status == 2 && refused.errorText.contains("add -r"), "\(refused.errorText)")
  }

  @Test func oneThatFailsDoesNotStopTheOthers() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("{", to: "bad.json")
    try fixture.write("{}", to: "good.json")
    let run = try await fixture.command("convert", "bad.json", "good.json", "--to", "plist", "--into", "out")
    expect(run.status == 2 && run.text == "out/good.plist\n", "\(run.text)")
    #expect(
      run.errorText.contains("bad.json") && run.errorText.contains("note: 1 converted, 1 failed"))
  }

  @Test func resultsOfOneNameAreNumbered() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("# Other\n", to: "one.md")
    let run = try await fixture.done("convert", "one.md", "docs/one.md", "--to", "html", "--into", "out")
    expectEqual(run.text, "out/one.html\nout/one 2.html\n")
    let again = try await fixture.command("convert", "one.md", "--to", "html", "--into", "out")
    expect(again.status == 2 && again.errorText.contains("--force"), "\(again.errorText)")
    try await expectEqual(
      fixture.command("convert", "-f", "one.md", "--to", "html", "--into", "out").status, 0)
  }

  @Test func allItemsOfABundleAreConverted() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try await fixture.done("pack", "docs/one.md", "docs/sub/two.md", "-o", "b.dragbundle")
    let run = try await fixture.done("convert", "b.dragbundle", "--to", "txt", "--into", "out")
    expectEqual(run.text, "out/one.txt\nout/two.txt\n")
  }

  @Test func foldersThatAreDocumentsAndBundlesAreConvertedWhereTheyAreFound() async throws {
    let fixture = try ProgramFixture()
    try fixture.write("{\\rtf1 Page}", to: "all/in/Page.rtfd/TXT.rtf")
    try fixture.write("# One\n", to: "one.md")
    try fixture.write("# Two\n", to: "two.md")
    try fixture.write("# Hidden\n", to: "all/.hidden/no.md")
    try await fixture.done("pack", "one.md", "two.md", "-o", "all/pair.dragbundle")
    try await fixture.done("pack", "--folder", "one.md", "-o", "all/alone.dragbundle")
    let run = try await fixture.done("convert", "-r", "all", "--to", "html", "--into", "out")
    let paths = run.text.split(separator: "\n").sorted()
    expectEqual(
      paths, ["out/in/Page.html", "out/one 2.html", "out/one.html", "out/two.html"], "\(run.errorText)")
  }

  @Test func aBatchIsReportedAsJSON() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.command(
      "convert", "docs/one.md", "nothing.md", "--to", "html", "--into", "out", "--json")
    let lines = try run.jsonLines()
    try #require(run.status == 2 && lines.count == 3, "\(run.text)")
    let results = Set(lines.dropLast().compactMap { $0["result"]?.stringValue })
    expectEqual(results, ["converted", "failed"], "\(run.text)")
    expect(lines.contains { $0["error"]?["code"]?.stringValue == "notFound" }, "\(run.text)")
    expectEqual(lines[2]["totals"]?["converted"]?.integerValue, 1, "\(run.text)")
    expectEqual(lines[2]["totals"]?["failed"]?.integerValue, 1, "\(run.text)")
  }

  @Test func aThousandFilesTakeOneProcess() async throws {
    let fixture = try ProgramFixture()
    for number in 0..<1_000 { try fixture.write("# \(number)\n", to: "many/\(number).md") }
    let run = try await fixture.command("convert", "-r", "many", "--to", "html", "--into", "out")
    expect(run.status == 0 && run.text.split(separator: "\n").count == 1_000, "\(run.errorText)")
    expect(run.errorText.contains("note: 1000 converted\n"), run.errorText)
  }

  @Test func theTypeIsThatOfTheOutputName() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try await fixture.done("convert", "docs/one.md", "-o", "one.html")
    #expect(try String(decoding: fixture.folder.read("one.html"), as: UTF8.self).contains("One</h1>"))
    let unknown = try await fixture.command("convert", "docs/one.md", "-o", "one.unknownextension")
    expect(unknown.status == 64 && unknown.errorText.contains("--to"), "\(unknown.errorText)")
    let missing = try await fixture.command("convert", "docs/one.md")
    expect(missing.status == 64 && missing.errorText.contains("add --to TYPE"), "\(missing.errorText)")
  }

  @Test func severalBundlesAreListedAndVerified() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try await fixture.done("pack", "docs/one.md", "-o", "a.dragbundle")
    try await fixture.done("pack", "docs/sub/two.md", "-o", "b.dragbundle")
    try fixture.write("not a bundle", to: "c.dragbundle")
    let list = try await fixture.command("ls", "a.dragbundle", "b.dragbundle")
    #expect(
      list.status == 0 && list.text.hasPrefix("a.dragbundle:\n1")
        && list.text.contains("\n\nb.dragbundle:\n1"))
    let verify = try await fixture.command("verify", "c.dragbundle", "b.dragbundle")
    expect(verify.status == 1 && verify.text.contains("b.dragbundle:\ngood: 1 payload"), "\(verify.text)")
    let json = try await fixture.command("list", "a.dragbundle", "none.dragbundle", "--json")
    let bundles = try json.jsonInputs()
    expect(json.status == 2 && bundles.count == 2 && bundles[1]["error"] != nil, "\(json.text)")
  }

  @Test func whatAFileCanBecomeIsListed() async throws {
    let fixture = try ProgramFixture.ofBatch()
    for words in [["convert", "docs/one.md", "--list"], ["coders", "docs/one.md"]] {
      let run = try await fixture.command(words)
      let html = run.text.split(separator: "\n").first { $0.hasPrefix("html ") }
      expect(
        run.status == 0 && html?.contains(" HTML ") == true && html?.contains("may lose") == true,
        "\(run.text)")
    }
  }
}

extension ProgramFixture {
  /// A folder `docs` with two documents, one of them in a subfolder, and a hidden one.
  static func ofBatch() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.write("# One\n", to: "docs/one.md")
    try fixture.write("# Two\n", to: "docs/sub/two.md")
    try fixture.write("# Hidden\n", to: "docs/.cache/three.md")
    return fixture
  }
}
