import TestSupport
import Testing

/// Content from a pipe, from process substitution, or from a named pipe.
@Suite(.waits) struct StandardInputTests {
  private static let guess =
    "proffer: note: standard input looks like Markdown; override with --from TYPE\n"

  @Test(arguments: [
    "cat $fixtures/notes.md | $proffer convert --to html",
    "cat $fixtures/notes.md | $proffer convert - --to html",
    "$proffer convert --to html < $fixtures/notes.md",
  ])
  func aPipeIsTypedByItsContentAndTheGuessIsSaid(command: String) async throws {
    let fixture = try ProgramFixture()
    let piped = try await fixture.shell(command)
    #expect(piped.status == 0 && piped.errorText == Self.guess)
    let named = try await fixture.run("convert", ProgramFixture.fixture("notes.md"), "--to", "html")
    expectEqual(piped.output, named.output)
  }

  @Test(arguments: ["notes.md", "notes.txt"])
  func fromOverridesTheGuess(file: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("cat $fixtures/\(file) | $proffer convert --from txt --to html")
    #expect(run.status == 0 && run.errorText == "" && !run.text.contains("<h1"))
  }

  @Test(arguments: [
    ("report.docx", "org.openxmlformats.wordprocessingml.document", nil),
    ("contact.vcf", "public.vcard", "vCard"), ("expenses.csv", "public.comma-separated-values-text", "CSV"),
  ])
  func onlyTheTypeOfTextIsAGuess(file: String, type: String, guess: String?) async throws {
    try await expectType(type, of: file, guess: guess)
  }

  @Test(.requires(.libpng)) func theTypeOfAPictureIsNoGuess() async throws {
    try await expectType("public.png", of: "photo.png", guess: nil)
  }

  private func expectType(_ type: String, of file: String, guess: String?) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("cat $fixtures/\(file) | $proffer type of")
    #expect(run.text == "\(type)\n" && run.status == 0)
    let listed = try await fixture.shell("cat $fixtures/\(file) | $proffer coders - --json")
    try expectEqual((listed.json() as? [String: Any])?["types"] as? [String], [type])
    let note = guess.map { "proffer: note: standard input looks like \($0); override with --from TYPE\n" }
    expectEqual(listed.errorText, note ?? "")
  }

  /// `copy` uses the rule of `convert`; its tests are those of the action, which need no display.
  @Test func commandsAgreeOnTheTypeOfAnInput() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      for file in $fixtures/*.*; do
        [ -f $file ] || continue
        a=$(cat $file | $proffer type of)
        b=$(cat $file | $proffer coders - --json 2> /dev/null | sed 's/.*"types":\\["\\([^"]*\\)".*/\\1/')
        [ "$a" = "$b" ] || case $b in *needsType*|*severalItems*) ;; *) echo "${file##*/}: $a, $b";; esac
      done
      """)
    #expect(run.text == "" && run.errorText == "")
  }

  @Test func plainTextInAPipeIsNoGuess() async throws {
    let run = try await ProgramFixture().shell("echo words | $proffer convert --to html")
    #expect(run.status == 0 && run.errorText == "" && run.text.contains("words"))
  }

  @Test(arguments: [
    "convert --to html", "convert - --to html", "convert --list", "coders -", "copy", "drag -",
  ])
  func emptyInputNeedsFrom(command: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("printf '' | $proffer \(command)")
    #expect(run.status == 2 && run.text == "")
    expectEqual(
      run.errorText, "proffer: standard input is empty, so its type is unknown; add --from TYPE\n")
  }

  @Test func emptyInputOfAGivenTypeIsAnEmptyDocument() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      : > empty.md
      $proffer convert empty.md --to html > file; printf '' | $proffer convert --from md --to html | cmp - file
      """)
    expect(run.status == 0 && run.errorText == "", "\(run.errorText)")
  }

  @Test func contentsThatShowNoTypeNeedFrom() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("printf '\\1\\2\\3\\4\\5' | $proffer convert --to html")
    expectEqual(run.status, 2)
    expectEqual(run.errorText, "proffer: cannot detect the type of standard input; add --from TYPE\n")
  }

  /// Commands that read a bundle, with what they print.
  static let readers: [(words: String, output: String)] = [
    ("list", "1      notes.txt\n  1.1  plain text  625 bytes  notes.txt\n"),
    ("verify", "good: 1 payload checked\n"), ("verify --repair saved", "saved: 1 of 1 payloads\n"),
    ("best --accept txt", "1  notes.txt: plain text  notes.txt\n"),
    ("unpack --into out", "out/notes.txt\n"), ("drop --into out", "out/notes.txt\n"),
    ("split --into out", "out/notes.dragbundle\n"), ("convert --to html --into out", "out/notes.html\n"),
    ("type of", "io.proffer.drag-bundle\n"),
  ]

  @Test(arguments: readers)
  func aBundleInAPipeIsReadLikeAFile(words: String, output: String) async throws {
    let fixture = try ProgramFixture()
    try await fixture.succeed("pack", ProgramFixture.fixture("notes.txt"), "-o", "a")
    let (command, rest) = (words.split(separator: " ")[0], words.split(separator: " ").dropFirst())
    let (name, options) =
      words == "type of" ? (words, "") : (String(command), rest.joined(separator: " "))
    for line in [
      "cat a | $proffer \(words)", "cat a | $proffer \(name) - \(options)",
      "$proffer \(name) <(cat a) \(options)", "mkfifo p; cat a > p & $proffer \(name) p \(options)",
    ] where !(words == "type of" && line.contains("mkfifo")) {
      let run = try await fixture.shell("export XDG_STATE_HOME=$PWD/state; rm -rf out saved p; \(line)")
      expect(run.status == 0 && run.text == output && run.errorText == "", "\(line): \(run.errorText)")
    }
  }

  @Test func bundlesInPipesAreMergedWithFiles() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer pack $fixtures/notes.txt -o a; $proffer pack $fixtures/photo.png -o b
      cat a | $proffer merge - b <(cat a) -o all && $proffer list all
      """)
    #expect(run.status == 0 && run.errorText == "")
    #expect(run.text.matches(of: /notes.txt\n/).count == 4 && run.text.contains("2      photo.png"))
  }

  @Test func declarationsAreCheckedInAPipe() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("echo '{}' | $proffer type check -; $proffer type check <(echo x)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("bad: standard input: the file declares no types"))
    #expect(lines[1].hasPrefix("bad: /dev/fd/") && run.status == 1)
  }

  @Test func aCommandStandsInPlaceOfEachFile() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer type of <(cat $fixtures/photo.png) <(cat $fixtures/notes.rtf) | sed 's/.*: *//'
      $proffer convert <(cat $fixtures/notes.rtf) <(cat $fixtures/notes.rtf) --to txt --into out -q
      cat out/* | grep -c 'Trip notes'
      $proffer pack --from txt <(cat $fixtures/notes.txt) -o a && $proffer load a | cmp - $fixtures/notes.txt
      """)
    expectEqual(run.text, "public.png\npublic.rtf\n2\n", "\(run.errorText)")
  }

  @Test func aNamedPipeIsNotReadForItsTypeOrInAFolder() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      mkdir d; mkfifo d/p.md; cp $fixtures/notes.md d
      timeout 600 $proffer type of d/p.md; timeout 600 $proffer convert -r d --to html --into out
      """)
    #expect(run.text.hasPrefix("public.named-pipe\n") && run.text.contains("out/notes.html\n"))
    expectNotEqual(run.status, 124)
  }

  @Test(arguments: [
    "convert - - --to html --into out", "list - -", "verify - -", "merge - - -o out", "type of - -",
    "type check - -",
  ])
  func standardInputIsReadOnce(command: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.run(command.split(separator: " ").map(String.init), input: [])
    expectEqual(run.status, 64)
    expectEqual(run.errorText, "proffer: standard input can be read only once; omit one -\n")
  }

  @Test(arguments: [
    ("convert --to html", "INPUT"), ("list", "BUNDLE"), ("load", "BUNDLE"), ("drop --into out", "BUNDLE"),
    ("type of", "FILE"),
  ])
  func withoutInputAnOperandIsMissing(command: String, operand: String) async throws {
    let fixture = try ProgramFixture()
    for input in ["< /dev/null", "<&-", "< /"] {
      let run = try await fixture.shell("$proffer \(command) \(input)")
      #expect(run.status == 64 && run.errorText == "proffer: missing operand \(operand)\n")
    }
  }

  @Test(arguments: [
    ("convert - --to html < /", "cannot read standard input: it is a folder"),
    ("convert - --to html <&-", "cannot read standard input: it is not open"),
  ])
  func inputThatCannotBeReadIsAnError(command: String, message: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("$proffer \(command)")
    #expect(run.status == 2 && run.errorText == "proffer: \(message)\n")
  }

  @Test func itemsAreMovedOutOfFilesOnly() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      $proffer pack $fixtures/notes.txt -o a
      cat a | $proffer drop --operation move --into out
      """)
    expectEqual(run.status, 64)
    expectEqual(
      run.errorText,
      "proffer: standard input cannot be changed, so its items can only be copied; omit --operation move\n"
    )
  }

  @Test func aPipeThatEndsTooEarlyIsAnErrorAtEveryLength() async throws {
    let fixture = try ProgramFixture()
    try await fixture.succeed("pack", ProgramFixture.fixture("notes.txt"), "-o", "a")
    let bundle = try fixture.folder.read("a")
    var generator = SeededGenerator(seed: SeededGenerator.testSeed(for: "truncated pipes"))
    for count in Repetitions.some(4, of: Array(1..<bundle.count), using: &generator) {
      let run = try await fixture.run(["list", "-"], input: Array(bundle[..<count]))
      expect(run.status == 2 && run.hasOneErrorLine && run.text == "", "\(count): \(run.errorText)")
    }
  }

  @Test(arguments: ["pack $fixtures/notes.txt -o -", "merge a a -o -"])
  func aBundleIsNotPrintedOnATerminal(command: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      "$proffer pack $fixtures/notes.txt -o a; script -qec \"$proffer \(command)\" /dev/null < /dev/null")
    #expect(run.status == 64 && !run.text.contains("PK"))
    expect(
      run.text.contains("a bundle cannot be printed on a terminal; use -o FILE, or -o - with a pipe"),
      run.text)
  }
}
