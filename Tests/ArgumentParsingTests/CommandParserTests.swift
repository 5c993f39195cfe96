import ArgumentParsing
import TestSupport
import Testing

@Suite struct CommandParserTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(arguments: ["-o a.box", "-oa.box", "-o=a.box", "--output a.box", "--output=a.box"])
  func valueMayBeSpelledInEachWay(spelling: String) throws {
    for line in ["\(spelling) f", "f \(spelling)"] {
      let arguments = try require(Sample.pack(line))
      expectEqual(arguments.output, bytes("a.box"))
      expectEqual(arguments.words, [.file(bytes("f"))])
    }
  }

  @Test func propertiesKeepTheirValuesUnlessAWordSetsThem() throws {
    try expectEqual(Sample.pack("f"), PackArguments(words: [.file(bytes("f"))]))
  }

  @Test func optionsAndOperandsKeepTheirOrderInOneList() throws {
    let arguments = try require(Sample.pack("-t x a -i --type=y b c -i d"))
    expectEqual(
      arguments.words,
      [
        .type("x"), .file(bytes("a")), .item, .type("y"), .file(bytes("b")), .file(bytes("c")), .item,
        .file(bytes("d")),
      ])
  }

  @Test func clusterEndsInAnOptionWithItsValue() throws {
    let arguments = try require(Sample.pack("-iitx f -il3"))
    expectEqual(arguments.words, [.item, .item, .type("x"), .file(bytes("f")), .item])
    expectEqual(arguments.level, 3)
  }

  @Test func everythingAfterTwoDashesIsAnOperand() throws {
    let arguments = try require(Sample.pack("-- -o --help - --"))
    expectEqual(arguments.words, ["-o", "--help", "-", "--"].map { .file(bytes($0)) })
  }

  @Test func listsAreReadElementByElementAndMayBeRepeated() throws {
    let arguments = try require(Sample.pack("--accept red,blue f --accept=green"))
    expectEqual(arguments.accepted, ["red", "blue", "green"])
  }

  @Test func lastOfSeveralFlagsForOnePropertyWins() throws {
    try expectEqual(Sample.pack("f --up --down --down")?.order, -1)
    try expectEqual(Sample.pack("f --no-times --no-times")?.withoutTimes, true)
  }

  @Test func choicesAndNumbersAreRead() throws {
    let arguments = try require(Sample.pack("f --as object -o x -l 0"))
    expectEqual(arguments.kind, .object)
    expectEqual(arguments.level, 0)
  }

  @Test func operandsFillInOrder() throws {
    try expectEqual(Sample.run("type show a"), .show(ShowArguments(name: "a")))
    try expectEqual(Sample.run("type show a 3"), .show(ShowArguments(name: "a", count: 3)))
    try expectEqual(Sample.run("type names"), .names)
    try expectEqual(
      Sample.run("unpack b --into d"),
      .unpack(UnpackArguments(box: bytes("b"), folder: bytes("d"))))
    try expectEqual(Sample.run("merge a b c"), .merge(MergeArguments(boxes: [[97], [98], [99]])))
  }

  @Test func pathsThatAreNotUTF8Survive() throws {
    let name: [UInt8] = [0x66, 0xFF, 0xC3, 0x2E]
    let words =
      Sample.words("pack -o") + [name, name, Array("--type=x".utf8), Array("--".utf8), [0x2D, 0x80]]
    guard case .pack(let arguments) = try Sample.run(words) else {
      Issue.record("not packed")
      return
    }
    expectEqual(arguments.output, name)
    expectEqual(arguments.words, [.file(name), .type("x"), .file([0x2D, 0x80])])
  }

  // MARK: Help and version

  @Test(arguments: ["--help", "-h", "help", "--help pack", "--bogus -h"])
  func programShowsItsHelp(line: String) throws {
    guard case .help(let text) = try Sample.table.parse(Sample.words(line)) else {
      Issue.record("no help")
      return
    }
    expect(text.hasPrefix("Put files into boxes.\n"), text)
  }

  @Test(arguments: [
    "pack --help", "pack -h", "help pack", "pack a --help", "pack -o x --bogus -h", "pack -ih",
    "pack --levle 3 -h",
    "pack -l x --help", "help pack --help",
  ])
  func commandShowsItsHelpWhateverElseIsWrong(line: String) throws {
    guard case .help(let text) = try Sample.table.parse(Sample.words(line)) else {
      Issue.record("no help")
      return
    }
    expect(text.hasPrefix("Pack files into a box.\n\nUsage: sample pack "), text)
  }

  @Test(arguments: ["type --help", "type -h", "help type", "type --bogus --help"])
  func groupShowsItsHelp(line: String) throws {
    guard case .help(let text) = try Sample.table.parse(Sample.words(line)) else {
      Issue.record("no help")
      return
    }
    expect(text.hasPrefix("Ask about types.\n\nUsage: sample type COMMAND"), text)
  }

  @Test func helpAsTheValueOfAnOptionIsNotARequestForHelp() throws {
    try expectEqual(Sample.pack("-o --help f")?.output, bytes("--help"))
  }

  @Test func aFormerNameIsAcceptedAndReported() throws {
    let table = CommandTable<String>(
      "renamed", version: "1", summary: "Rename.",
      commands: [Command("it") { (arguments: RenamedArguments) in "\(arguments.name) \(arguments.isSet)" }])
    for (line, former) in [
      ("it --name x --set", []), ("it -o x --old-set", ["-o → --name", "--old-set → --set"]),
      ("it --old=x", ["--old → --name"]), ("it --old-set --old-set", ["--old-set → --set"]),
    ] {
      var shared = SharedArguments()
      guard case .run(let outcome) = try table.parse(Sample.words(line), shared: &shared) else {
        Issue.record("\(line)")
        continue
      }
      expectEqual(shared.formerNames.map { "\($0.typed) → \($0.current)" }, former)
      expectEqual(outcome, "\(line.contains("x") ? "x" : "") \(line.contains("set"))")
    }
    expectThrows(CommandLineError.self) { try table.parse(Sample.words("it --name x --old y")) }
    let scripts = CompletionShell.allCases.map(table.description.completions)
    expect(scripts.allSatisfy { !$0.contains("--old") && !$0.contains("'old'") }, scripts)
  }

  @Test func aWordThatIsNoCommandGoesToTheFallback() throws {
    let table = CommandTable<String>(
      "fallen", version: "1", summary: "Fall back.",
      commands: [
        Command(
          "type", summary: "Types.",
          commands: [
            Command("of") { (arguments: RenamedArguments) in
              "of \(arguments.word ?? "") \(arguments.isSet)"
            },
            Command("list", aliases: ["cat --set"]) { (arguments: RenamedArguments) in
              "list \(arguments.word ?? "") \(arguments.isSet)"
            },
          ], fallback: Command.Fallback("of") { $0.contains(UInt8(ascii: ".")) })
      ])
    for (line, expected) in [
      ("type a.b", "of a.b false"), ("type --set a.b", "of a.b true"), ("type of ab", "of ab false"),
      ("type list a.b", "list a.b false"), ("type cat a.b", "list a.b true"),
    ] {
      guard case .run(let outcome) = try table.parse(Sample.words(line)) else {
        Issue.record("\(line)")
        continue
      }
      expectEqual(outcome, expected)
    }
    let error = expectThrows(CommandLineError.self) { try table.parse(Sample.words("type lst")) }
    #expect(error?.code == .unknownCommand && error?.suggestion == "list")
  }

  @Test func versionIsAnOptionBeforeTheCommandOnly() throws {
    guard case .version(let text) = try Sample.table.parse(Sample.words("--version")) else {
      Issue.record("no version")
      return
    }
    expectEqual(text, "sample 1.2")
    expectThrows(CommandLineError.self) { try Sample.table.parse(Sample.words("pack --version f")) }
  }

  // MARK: Any words

  @Test func anyWordsAreParsedOrRefused() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "pack", "type", "show", "help", "unpack", "--into", "-o", "--output", "=", "-", "--", "-it", "--type",
      "a", ",",
      "red", "--accept", "-l", "9", "--as", "data", "",
    ]
    for _ in 0..<3000 {
      let words = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        var word = bytes(pieces.randomElement(using: &generator) ?? "")
        if Int.random(in: 0..<4, using: &generator) == 0 {
          word += bytes(pieces.randomElement(using: &generator) ?? "")
        }
        if Int.random(in: 0..<10, using: &generator) == 0 { word += generator.bytes(count: 2) }
        return word
      }
      do throws(CommandLineError) {
        _ = try Sample.table.parse(words)
      } catch {
        // A message is safe on a terminal, whatever the user typed.
        let isSafe = error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        expect(isSafe && !error.message.isEmpty, "seed \(seed): \(words)")
      }
    }
  }
}

private struct RenamedArguments: CommandArguments {
  var name = ""
  var isSet = false
  var word: String?

  static var declaration: CommandDeclaration<RenamedArguments> {
    CommandDeclaration(summary: "Do it.") {
      option("--name", "TEXT", to: \.name, as: .text, help: "The name.").formerly("-o", "--old")
      flag("--set", to: \.isSet, help: "Set it.").formerly("--old-set")
      operand("WORD", to: \.word, as: .text, help: "A word.")
    }
  }
}
