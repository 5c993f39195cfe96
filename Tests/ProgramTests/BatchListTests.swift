import Foundation
import JSONText
import TestSupport
import Testing

/// Batches whose inputs are named by a list, repeated batches, and the output folder among the inputs.
@Suite(.waits) struct BatchListTests {
  private func names(in fixture: ProgramFixture, _ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path(folder)).sorted()
  }

  // MARK: Lists

  @Test func listedFilesKeepTheirFolders() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.shell(
      "printf '%s\\n' docs/one.md ./docs/sub/two.md '' | $proffer convert --files-from - --to html --into out"
    )
    expect(run.status == 0 && run.text == "out/docs/one.html\nout/docs/sub/two.html\n", "\(run.errorText)")
    expectEqual(run.errorText, "proffer: note: 2 converted\n")
  }

  @Test func operandsAndAFileOfNamesAreOneBatch() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("# Other\n", to: "other.md")
    try fixture.write("docs/one.md", to: "list")
    let run = try await fixture.run(
      "convert", "other.md", "--files-from", "list", "--to", "html", "--into", "out")
    expect(run.status == 0 && run.text == "out/other.html\nout/docs/one.html\n", "\(run.errorText)")
  }

  @Test func aNameOutsideTheFolderStaysInTheOutputFolder() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.shell(
      """
      mkdir in && cd in
      printf '%s\\n' ../docs/one.md "$PWD/../docs/sub/two.md" | \
        $proffer convert --files-from - --to html --into out | sed "s|${PWD#/}|HERE|"
      """)
    expectEqual(run.text, "out/docs/one.html\nout/HERE/docs/sub/two.html\n", "\(run)")
  }

  @Test func aFileThatIsMissingFailsAlone() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.shell(
      "printf 'missing.md\\ndocs/one.md\\n' | $proffer convert --files-from - --to html --into out")
    expect(run.status == 2 && run.text == "out/docs/one.html\n", "\(run.text)")
    expectEqual(
      run.errorText,
      "proffer: cannot examine missing.md: no such file or folder\nproffer: note: 1 converted, 1 failed\n"
    )
  }

  @Test func anEmptyListIsDone() async throws {
    let fixture = try ProgramFixture.ofBatch()
    for list in ["", "\\n\\n"] {
      let run = try await fixture.shell(
        "printf '\(list)' | $proffer convert --files-from - --to html --into out --json")
      let totals = try require(run.jsonLines().last?["totals"])
      expect(run.status == 0 && totals["converted"]?.integerValue == 0, "\(run)")
    }
  }

  @Test func aNameWithNULFailsAlone() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.shell(
      "printf 'docs/one.md\\0x\\ndocs/one.md\\n' | $proffer convert --files-from - --to html --into out")
    expect(run.status == 2 && run.text == "out/docs/one.html\n", "\(run.text)")
    expect(
      run.errorText.contains("docs/one.md\\x00x: the name contains a NUL character"), "\(run.errorText)")
    expect(run.errorText.contains("add -0"), "\(run.errorText)")
  }

  @Test func namesThatEndInNULCanContainLineBreaks() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("# Break\n", to: "a\nb.md")
    let run = try await fixture.shell(
      "printf 'a\\nb.md\\0docs/one.md\\0' | $proffer convert --files-from - -0 --to html --into out --json")
    let lines = try run.jsonLines()
    let paths = Set(lines.compactMap { $0["sourcePath"]?.stringValue })
    expect(run.status == 0 && paths == ["a\nb.md", "docs/one.md"], "\(run.text)")
    try expectEqual(names(in: fixture, "out"), ["a\nb.html", "docs", "docs/one.html"])
  }

  @Test func aNameThatIsListedTwiceIsConvertedOnce() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.shell(
      "printf 'docs/one.md\\ndocs/one.md\\n' | $proffer convert --files-from - --to html --into out -v")
    expect(run.status == 0 && run.text == "out/docs/one.html\n", "\(run)")
    expect(run.errorText.contains("skipped docs/one.md: it is listed twice"), "\(run.errorText)")
    expect(run.errorText.hasSuffix("note: 1 converted, 1 skipped\n"), "\(run.errorText)")
  }

  @Test(arguments: [
    ("--files-from list --to html", "several inputs need a folder"),
    ("one.md -0 --to html --into out", "--files-from"),
    ("- --files-from - --to html --into out", "standard input can be read only once"),
    ("one.md -f --skip-existing --to html --into out", "cannot be combined"),
    ("--files-from list --to html --list", "neither --files-from nor --dry-run"),
    ("one.md --dry-run --to html --plan", "neither --files-from nor --dry-run"),
    ("--to html --into out", "INPUT"),
  ])
  func contradictionsAreMisuse(words: String, reason: String) async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("docs/one.md", to: "list")
    let run = try await fixture.run(["convert"] + words.split(separator: " ").map(String.init))
    expect(run.status == 64 && run.errorText.contains(reason), "\(run.errorText)")
  }

  @Test func aListThatCannotBeReadIsAFailure() async throws {
    let fixture = try ProgramFixture.ofBatch()
    let run = try await fixture.run("convert", "--files-from", "nowhere", "--to", "html", "--into", "out")
    expect(run.status == 2 && run.errorText.contains("nowhere"), "\(run.errorText)")
  }

  @Test(.requires(.program("parallel")))
  func aListIsDividedByGNUParallel() async throws {
    let fixture = try ProgramFixture()
    for number in 0..<60 { try fixture.write("# \(number)\n", to: "in/\(number % 3)/same \(number / 3).md") }
    let run = try await fixture.shell(
      """
      find in -name '*.md' -print0 | parallel -0 --pipe --recend '\\0' -N 7 -j 4 \
        "$proffer" convert --files-from - -0 --to html --into out --json >log
      cat log
      """)
    let lines = try run.jsonLines()
    expect(run.status == 0 && lines.count { $0["result"]?.stringValue == "converted" } == 60, "\(run)")
    try expectEqual(names(in: fixture, "out").count { $0.hasSuffix(".html") }, 60)
  }

  // MARK: Repeated batches

  @Test func existingResultsAreLeftOutOnRequest() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try await fixture.done("convert", "docs/one.md", "--to", "html", "--into", "out")
    try fixture.write("mine", to: "out/one.html")
    let run = try await fixture.command(
      "convert", "docs/one.md", "docs/sub/two.md", "--to", "html", "--into", "out", "--skip-existing")
    expect(run.status == 0 && run.text == "out/two.html\n", "\(run)")
    expectEqual(run.errorText, "proffer: note: 1 converted, 1 skipped\n")
    try expectEqual(fixture.folder.read("out/one.html"), Array("mine".utf8))
    let again = try await fixture.command(
      "convert", "docs/one.md", "docs/sub/two.md", "--to", "html", "--into", "out", "--skip-existing",
      "--json")
    let totals = try require(again.jsonLines().last?["totals"])
    expect(again.status == 0 && totals["existing"]?.integerValue == 2, "\(again.text)")
    let one = try await fixture.command("convert", "docs/one.md", "-o", "out/one.html", "--skip-existing")
    expect(one.status == 0 && one.errorText.contains("out/one.html exists already"), "\(one.errorText)")
  }

  @Test func twoProcessesShareABatch() async throws {
    let fixture = try ProgramFixture()
    for number in 0..<120 { try fixture.write("# \(number)\n", to: "in/\(number).md") }
    let run = try await fixture.shell(
      """
      for name in a b; do
        $proffer convert -r in --to html --into out --skip-existing --json >$name & pids+=($!)
      done
      for pid in "${pids[@]}"; do wait $pid || exit 1; done
      cat a b
      """)
    let lines = try run.jsonLines()
    expectEqual(run.status, 0, "\(run.errorText)")
    expectEqual(lines.count { $0["result"]?.stringValue == "converted" }, 120, "each file by one of them")
    expectEqual(lines.count { $0["result"]?.stringValue == "existing" }, 120)
    try expectEqual(names(in: fixture, "out").count, 120)
  }

  @Test func anInterruptedBatchIsContinued() async throws {
    let fixture = try ProgramFixture()
    for number in 0..<400 { try fixture.write("# \(number)\n", to: "in/\(number).md") }
    let run = try await fixture.shell(
      """
      env --default-signal $proffer convert -j 1 -r in --to html --into out >log & pid=$!
      for ((i = 0; i < 60000; i++)); do [[ -s log ]] && break; sleep 0.005; done
      kill -s INT $pid; wait $pid; echo $?
      """)
    // The batch may have ended before the signal.
    expect(["130\n", "0\n"].contains(run.text), "\(run)")
    #expect(try !names(in: fixture, "out").contains { $0.contains("proffer-partial") })
    let rest = try await fixture.run(
      "convert", "-r", "in", "--to", "html", "--into", "out", "--skip-existing")
    expectEqual(rest.status, 0, "\(rest.errorText)")
    try expectEqual(names(in: fixture, "out").count, 400)
  }

  // MARK: The output folder

  @Test func theOutputFolderIsNeverAnInput() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("# New\n", to: "docs/new/new.md")
    for _ in 0..<2 {
      let run = try await fixture.run("convert", "-f", "-r", "docs", "--to", "md", "--into", "docs/new")
      expect(run.status == 0 && run.text == "docs/new/one.md\ndocs/new/sub/two.md\n", "\(run)")
    }
    let star = try await fixture.shell("mkdir site; $proffer convert -r * --to html --into site")
    expect(star.status == 0 && !star.text.contains("site/site"), "\(star)")
    let again = try await fixture.shell("$proffer convert -f -r * --to html --into site")
    expectEqual(again.text, star.text, "\(again)")
    let only = try await fixture.run("convert", "-r", "docs", "--to", "html", "--into", "docs")
    expect(only.status == 64 && only.errorText.contains("never an input"), "\(only.errorText)")
  }

  @Test func aFolderAmongFilesFailsAlone() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("# Top\n", to: "top.md")
    let run = try await fixture.command("convert", "docs", "top.md", "--to", "html", "--into", "out")
    expect(run.status == 2 && run.text == "out/top.html\n", "\(run)")
    expect(run.errorText.contains("docs is a folder; add -r"), "\(run.errorText)")
  }

  @Test func aDamagedBundleAmongFilesFailsAlone() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try await fixture.done("pack", "docs/one.md", "-o", "bad.dragbundle")
    try fixture.write(Array(fixture.folder.read("bad.dragbundle").dropLast(9)), to: "bad.dragbundle")
    let run = try await fixture.command(
      "convert", "bad.dragbundle", "docs/one.md", "--to", "html", "--into", "out")
    expect(run.status == 2 && run.text == "out/one.html\n", "\(run)")
    #expect(run.errorText.contains("bad.dragbundle") && run.errorText.hasSuffix("1 failed\n"))
  }

  @Test func aBundleIsFoundByItsContents() async throws {
    let fixture = try ProgramFixture.ofBatch()
    try fixture.write("", to: "in/.keep")
    try await fixture.done("pack", "docs/one.md", "docs/sub/two.md", "-o", "in/archive.bin")
    try await fixture.done("pack", "--folder", "docs/one.md", "docs/sub/two.md", "-o", "in/folder")
    let run = try await fixture.done("convert", "-r", "in", "--to", "html", "--into", "out")
    expectEqual(
      run.text, "out/one.html\nout/two.html\nout/one 2.html\nout/two 2.html\n",
      "\(run.text)\(run.errorText)")
  }

  // MARK: Reports

  @Test func lossesOfABatchAreOneLine() async throws {
    let fixture = try ProgramFixture()
    let page = "<p><b>a</b> <a href='https://example.org'>b</a></p>"
    for name in ["a", "b", "c"] { try fixture.write(page, to: "\(name).html") }
    try fixture.write("<p>plain</p>", to: "d.html")
    let words = ["convert", "a.html", "b.html", "c.html", "d.html", "--to", "txt", "--into", "out"]
    let run = try await fixture.command(words)
    let lines = run.errorText.split(separator: "\n")
    expect(lines.count == 2 && lines.last == "proffer: note: 4 converted", "\(run.errorText)")
    expect(
      lines.first?.hasPrefix("proffer: lost: ") == true
        && lines.first?.hasSuffix(", in 3 files; -v lists them by file") == true
        && lines.first?.contains("3 links") == true, "\(run.errorText)")
    let quiet = try await fixture.command(words + ["-f", "-q"])
    expect(quiet.text == "" && quiet.errorText == lines[0] + "\n", "\(quiet)")
    let verbose = try await fixture.command(words + ["-f", "-v"])
    expectEqual(
      verbose.errorText.components(separatedBy: "lost: b.html: ").count, 3, "\(verbose.errorText)")
    expect(verbose.errorText.hasSuffix("note: 4 converted\n"), "\(verbose.errorText)")
  }
}
