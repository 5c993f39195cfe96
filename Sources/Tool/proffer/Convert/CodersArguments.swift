import ArgumentParsing
import ByteTools
import JSONText
import ProfferActions

/// The command `coders`: lists all coders, or the types to which a file can be converted.
struct CodersArguments: ProgramCommand {
  var file: PathArgument?
  var from: TypeArgument?
  var showsMatrix = false
  var asJSON = false

  static var declaration: CommandDeclaration<CodersArguments> {
    CommandDeclaration(
      summary: "List the supported conversions.",
      details: """
        Without a file, the command lists all readers, bridges and writers, the external
        converters, and the image libraries. Each program and library is shown with its version, or with
        the package to install on this system. With a file, the command lists the types to which the file can be converted, and
        what each conversion may lose. If the file contains a color, the color is shown first, with a
        sample in terminals that support 24-bit color.
        """,
      examples: [
        "proffer coders notes.md": "The types to which the file can be converted.",
        "proffer coders --matrix": "For each type, the types to which it can be converted.",
      ]
    ) {
      flag("--matrix", to: \.showsMatrix, help: "For each type, show the types to which it can be converted.")
      option("--from", "TYPE", to: \.from, as: TypeArgument.value, help: "The type of the file.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand(
        "FILE", to: \.file, as: PathArgument.input,
        help: "A file whose conversions are listed; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if file != nil, showsMatrix { throw ArgumentProblem("--matrix shows all types; omit it or the file") }
    if from != nil, file == nil { throw ArgumentProblem("--from needs a file; add one, or omit --from") }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    if let file {
      return try PossibleConversions(of: file.actionInput, from: from).run(in: context)
        .print(as: "coders", asJSON: asJSON, on: program.console)
    }
    let console = program.console
    let listing = try CoderListing().run(in: context)
    switch (asJSON, showsMatrix) {
    case (true, _): try console.printJSON("coders", members(of: listing))
    case (false, true):
      for source in listing.sources {
        try console.print(lines: [source] + listing.destinations(from: source).map { "  → \($0)" })
      }
    case (false, false): for row in rows(of: listing) { try console.print(lines: row.lines) }
    }
    return .done
  }

  private func rows(of listing: CoderListing.Outcome) -> [CoderRow] {
    listing.readers.map { CoderRow("read", $0.name, from: $0.types, to: [$0.value]) }
      + listing.bridges.map { CoderRow("bridge", $0.name, from: $0.types, to: [$0.value]) }
      + listing.writers.map { CoderRow("write", $0.name, from: [$0.value], to: $0.types) }
      + listing.programs.map { program in
        CoderRow(
          "run", program.name, from: program.reads, to: program.writes,
          remark: program.file.map { file in program.version.map { "\(file), \($0)" } ?? file }
            ?? "\(program.command) is not installed; \(program.installation)")
      } + listing.libraries.map(row)
  }

  /// Returns the row for an image library, with the version of the library or the packages to install.
  private func row(of library: CoderListing.Library) -> CoderRow {
    let state = library.version.map { "\($0), found" } ?? "is not installed; \(library.installation)"
    let text = "\(library.formats.joined(separator: ", ")) (\(state))"
    return CoderRow("library", library.name, words: text.split(separator: " ").map(String.init))
  }

  private func members(of listing: CoderListing.Outcome) -> [JSONMember] {
    func coders(_ coders: [CoderListing.Coder], _ node: (CoderListing.Coder) -> JSONMember) -> JSONNode {
      .array(
        coders.map { coder in
          .object([
            JSONMember("name", .string(coder.name)), node(coder), JSONMember("value", .string(coder.value)),
            JSONMember("mayLose", .strings(coder.mayLose)),
          ])
        })
    }
    let programs = listing.programs.map { program in
      JSONNode.object([
        JSONMember("name", .string(program.name)),
        JSONMember("file", program.file.map(JSONNode.string) ?? .null),
        JSONMember("version", program.version.map(JSONNode.string) ?? .null),
        JSONMember("installation", .string(program.installation)),
        JSONMember("reads", .strings(program.reads)), JSONMember("writes", .strings(program.writes)),
        JSONMember("mayLose", .strings(program.mayLose)),
      ])
    }
    let libraries = listing.libraries.map { library in
      JSONNode.object([
        JSONMember("name", .string(library.name)),
        JSONMember("version", library.version.map(JSONNode.string) ?? .null),
        JSONMember("formats", .strings(library.formats)),
        JSONMember("installation", .string(library.installation)),
      ])
    }
    let matrix = listing.sources.map { JSONMember($0, .strings(listing.destinations(from: $0))) }
    return [
      JSONMember("readers", coders(listing.readers) { JSONMember("reads", .strings($0.types)) }),
      JSONMember("bridges", coders(listing.bridges) { JSONMember("from", .strings($0.types)) }),
      JSONMember("writers", coders(listing.writers) { JSONMember("writes", .strings($0.types)) }),
      JSONMember("programs", .array(programs)), JSONMember("libraries", .array(libraries)),
      JSONMember("matrix", .object(matrix)),
    ]
  }
}

/// A coder in the printed list, on one or more lines.
private struct CoderRow {
  private let verb: String
  private let name: String
  /// The words after the name.
  ///
  /// Lines can be broken only between words.
  private let words: [String]

  init(_ verb: String, _ name: String, from source: [String], to destination: [String], remark: String? = nil)
  {
    self.verb = verb
    self.name = name
    var words = source.dropLast().map { "\($0)," }
    words += source.suffix(1)
    words.append("→")
    words += destination.dropLast().map { "\($0)," }
    words += destination.suffix(1)
    if let remark { words.append("(\(remark))") }
    self.words = words
  }

  init(_ verb: String, _ name: String, words: [String]) {
    self.verb = verb
    self.name = name
    self.words = words
  }

  private static let width = 100
  private static let nameColumn = 8
  private static let wordColumn = 36

  /// The lines of the row, which have at most 100 columns unless a single word is longer.
  var lines: [String] {
    var lines = [
      CoderRow.padded(CoderRow.padded(verb, to: CoderRow.nameColumn) + name, to: CoderRow.wordColumn)
    ]
    var isAtStart = true
    for word in words {
      let length = lines[lines.count - 1].columnWidth + word.columnWidth + 1
      if !isAtStart, length > CoderRow.width {
        lines.append(String(repeating: " ", count: CoderRow.wordColumn))
        isAtStart = true
      }
      lines[lines.count - 1] += (isAtStart ? "" : " ") + word
      isAtStart = false
    }
    return lines
  }

  /// Returns the text padded with spaces to a column; at least one space is added.
  private static func padded(_ text: String, to column: Int) -> String {
    text + String(repeating: " ", count: max(1, column - text.columnWidth))
  }
}
