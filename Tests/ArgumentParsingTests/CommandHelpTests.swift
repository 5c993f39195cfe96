import ArgumentParsing
import TestSupport
import Testing

@Suite struct CommandHelpTests {
  private func help(_ line: String, width: Int = 80) throws -> String {
    guard case .help(let text) = try Sample.table.parse(Sample.words(line), helpWidth: width) else {
      Issue.record("no help")
      return ""
    }
    return text
  }

  @Test func helpOfACommandIsComplete() throws {
    try expectEqual(
      help("pack --help"),
      """
      Pack files into a box.

      Usage: sample pack [OPTION…] FILE…

      Operands:
        FILE…  A file to pack; - is standard input.

      Options:
        -o, --output BOX    Write the box there; - is standard output.
            --no-times      Leave out the files' times.
        -i, --item          Begin an item. May be repeated.
        -t, --type TYPE     The type of the files that follow. May be repeated.
            --as KIND       How the files are stored [data]. KIND: data, file or
                            object.
        -l, --level N       How hard to pack.
            --accept WORDS  Colors that are taken. WORDS: red, green or blue. May be
                            repeated.
            --up            Sort upwards.
            --down          Sort downwards.
        -h, --help          Show the help. With -h, only the most important options
                            are shown.

      Each file becomes an item. The order of types and files on the command line is
      kept, as a type speaks of the files after it.

      A layout like this one is kept:

        a.txt   first
        b.txt   second

      Examples:
        sample pack -o a.box a.txt
            Pack one file.

      """)
  }

  @Test func helpOfTheProgramListsItsCommands() throws {
    try expectEqual(
      help("--help"),
      """
      Put files into boxes.

      Usage: sample COMMAND [ARGUMENT…]

      Commands:
        pack    Pack files into a box.
        unpack  Unpack a box.
        merge   Merge two or three boxes.
        type    Ask about types.
        help    Show the help for a command.

      Options:
        -h, --help     Show the help. With -h, only the most important options are
                       shown.
        -V, --version  Show the version.

      A box holds files. 'sample' fills it.

      Help for one command: sample help COMMAND

      """)
  }

  @Test func synopsisShowsWhatIsRequired() throws {
    #expect(try help("unpack -h").contains("Usage: sample unpack --into FOLDER BOX\n"))
    #expect(try help("type show -h").contains("Usage: sample type show TYPE [COUNT]\n"))
    #expect(try help("type --help").hasSuffix("Help for one command: sample help type COMMAND\n"))
  }

  @Test(arguments: [40, 60, 80, 120])
  func noLineOfHelpIsWiderThanAsked(width: Int) throws {
    for line in [
      "-h", "pack -h", "unpack -h", "type -h", "type show -h", "--help", "pack --help", "type --help",
    ] {
      for text in try help(line, width: width).split(separator: "\n") {
        expectAtMost(text.count, width, "\(text)")
      }
    }
  }

  @Test func theShortHelpHasALineForEachOption() throws {
    try expectEqual(
      help("pack -h"),
      """
      Pack files into a box.

      Usage: sample pack [OPTION…] FILE…

        FILE…               A file to pack.
        -o, --output BOX    Write the box there.
            --no-times      Leave out the files' times.
        -i, --item          Begin an item.
        -t, --type TYPE     The type of the files that follow.
            --as KIND       How the files are stored [data].
        -l, --level N       How hard to pack.
            --accept WORDS  Colors that are taken.
            --up            Sort upwards.
            --down          Sort downwards.

        sample pack -o a.box a.txt  Pack one file.

      All options, details and examples: sample pack --help

      """)
  }

  @Test func theShortHelpHasAtMost24Lines() throws {
    let table = CommandTable<Int>(
      "many", version: "1", summary: "Have many options.",
      commands: [Command("it") { (_: ManyArguments) in 0 }])
    guard case .help(let short) = try table.parse(Sample.words("it -h")),
      case .help(let full) = try table.parse(Sample.words("it --help"))
    else { throw CancellationError() }
    expectEqual(short.split(separator: "\n", omittingEmptySubsequences: false).count, 25)
    #expect(short.contains("--option1 ") && !short.contains("--option30") && !short.contains("--rare"))
    #expect(full.contains("--option30") && full.contains("--rare"))
    #expect(short.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func commandsAreListedBelowHeadings() throws {
    let table = CommandTable<Int>(
      "grouped", version: "1", summary: "Have groups.",
      groups: [
        CommandGroup(
          "Boxes",
          [
            Command("list", aliases: ["ls", "cat -o -"]) { (_: NoArguments) in 0 },
            Command("trace", isRare: true) { (_: NoArguments) in 0 },
          ])
      ])
    guard case .help(let short) = try table.parse(Sample.words("-h")),
      case .help(let full) = try table.parse(Sample.words("--help"))
    else { throw CancellationError() }
    #expect(short.contains("  Boxes:  list (ls, cat)\n") && !short.contains("trace"))
    expect(
      full.contains(
        "\nBoxes:\n  list, ls  List what is known.\n  cat       The same as list -o -.\n  trace "), full
    )
    expect(full.contains("\nOther:\n  help "), full)
  }

  // MARK: The manual

  @Test func manualEscapesWhatRoffWouldInterpret() {
    let table = CommandTable<Int>(
      "dots", version: "1", summary: "Say 'a-b' \\ \"c\".",
      details: ".TH is no macro here\n\n  .verbatim ~ ^ `x`",
      commands: [Command("list") { (_: NoArguments) in 0 }])
    let page = table.description.manual(date: "2024-01-01")
    expect(page.hasPrefix(".TH \"DOTS\" \"1\" \"2024-01-01\""), page)
    expect(page.contains("Say \\(aqa\\-b\\(aq \\e \\(dqc\\(dq\n"), page)
    expect(
      page.contains("\n\\&.TH is no macro here\n.PP\n.nf\n\\&.verbatim \\(ti \\(ha \\(gax\\(ga\n.fi\n"), page)
  }

  @Test(.requires(.program("groff")))
  func groffFindsNothingWrongWithTheManual() async throws {
    let page = Array(Sample.table.description.manual().utf8)
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["groff", "-man", "-ww", "-Tutf8", "-P-c"], input: page)
    expectEqual(run.status, 0)
    expectEqual(run.errorText, "")
    let lines = run.text.replacingBackspaces.split(separator: "\n").map { $0.drop { $0 == " " } }
    for expected in [
      "sample - Put files into boxes", "-o, --output BOX", "A box holds files. 'sample' fills it.",
      "sample type show TYPE [COUNT]", "sample pack -o a.box a.txt", "EXIT STATUS",
    ] {
      expect(lines.contains { $0 == expected }, "\(expected) is not in the page")
    }
  }

  /// A manual page for the commands that fill boxes; the others are on the program's page.
  private static let boxPage = ManualPage(
    "boxes", summary: "Fill boxes.", commands: ["pack", "merge"],
    sections: [ManualSection("Files", terms: ["~/.samplerc": "The boxes."])])

  @Test func aCommandIsDescribedOnOnePageOfTheManual() {
    let description = Sample.table(pages: [Self.boxPage]).description
    let (program, boxes) = (description.manual(), description.manual(of: Self.boxPage))
    expect(boxes.hasPrefix(".TH \"SAMPLE\\-BOXES\" \"1\""), boxes)
    expect(boxes.contains("\nsample\\-boxes \\- Fill boxes\n"), boxes)
    #expect(boxes.contains(".SS \"sample pack") && !program.contains(".SS \"sample pack"))
    #expect(program.contains(".SS \"sample unpack") && !boxes.contains(".SS \"sample unpack"))
    // Each page refers to the other.
    #expect(
      program.contains("Fill boxes: sample\\-boxes(1)") && program.contains("\\fBsample\\-boxes\\fR(1)"))
    expect(boxes.contains(".SH \"SEE ALSO\"\n\\fBsample\\fR(1)\n"), boxes)
    expect(boxes.contains(".SH \"FILES\"\n.TP\n\\fB\\(ti/.samplerc\\fR\nThe boxes.\n"), boxes)
  }

  @Test(.requires(.program("mandoc")))
  func mandocFindsNothingWrongWithTheManual() async throws {
    let description = Sample.table(pages: [Self.boxPage]).description
    let pages = [
      Sample.table.description.manual(date: "2024-01-01"), description.manual(date: "2024-01-01"),
      description.manual(of: Self.boxPage, date: "2024-01-01"),
    ]
    for page in pages {
      let run = try await ProgramRun.run(
        "/usr/bin/env", ["mandoc", "-Tlint"], input: Array(page.utf8))
      expectEqual(run.text, "")
    }
  }
}

extension String {
  /// The text without the overprinting for bold and underlined letters on a line printer.
  fileprivate var replacingBackspaces: String {
    var letters: [Character] = []
    for letter in self {
      if letter == "\u{8}" { letters.removeLast() } else { letters.append(letter) }
    }
    return String(letters)
  }
}

private struct ManyArguments: CommandArguments {
  var isSet = false

  static var declaration: CommandDeclaration<ManyArguments> {
    CommandDeclaration(
      summary: "Do it.",
      examples: ["many it": "Once.", "many it --option1": String(repeating: "long ", count: 20)]
    ) {
      (1...30).map { number in
        flag(
          "--option\(number)", to: \ManyArguments.isSet,
          help:
            "An option with a long explanation of what it is, what it does, and when it is of use to anybody."
        )
      }
      flag("--rare", to: \.isSet, help: "A rare option.").rare
    }
  }
}
