import ArgumentParsing
import ExternalConverters
import ImageCoders
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import StandardCoders

/// `coders`: what can be read, bridged and written, and what a file can become.
struct CodersArguments: ProgramCommand {
  var file: PathArgument?
  var showsMatrix = false
  var asJSON = false

  static var declaration: CommandDeclaration<CodersArguments> {
    CommandDeclaration(
      summary: "List what can be converted to what.",
      details: """
        Without a file, all readers, bridges and writers are listed, with the external converters that are installed and the
        libraries of images, with their versions or the packages to install. With a file, the types that it can be converted
        to are listed, with what each conversion may lose. Of a color, the color itself comes first, with a patch of it in
        terminals that show all colors.
        """,
      examples: [
        "proffer coders notes.md": "What a file can be converted to.",
        "proffer coders --matrix": "For each type that is read, the types it can be converted to.",
      ]
    ) {
      flag("--matrix", to: \.showsMatrix, help: "Show what each type can be converted to.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("FILE", to: \.file, as: PathArgument.input, help: "A file whose conversions are listed.")
    }
  }

  func check() throws(ArgumentProblem) {
    if file != nil, showsMatrix { throw ArgumentProblem("--matrix shows all types; omit it or the file") }
    if file == .standardStream {
      throw ArgumentProblem("standard input has no name that shows its type; name a file")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    if let file {
      return try PossibleConversions(of: file.actionInput).run(in: context)
        .print(as: "coders", asJSON: asJSON, on: program.console)
    }
    let programs = InstalledConverters(in: context)
    let own = CoderSet.standard
    let registry = ConversionRegistry(
      own.joined(with: try programs.converters(types: context.types.registry), types: context.types.registry),
      types: context.types.registry)
    switch (asJSON, showsMatrix) {
    case (true, _): try program.console.print(json(registry, programs))
    case (false, true): try program.console.print(lines: matrix(registry))
    case (false, false):
      for row in rows(.standard) + rows(programs) { try program.console.print(lines: row.lines) }
      try program.console.print(lines: libraryLines)
    }
    return .done
  }

  private func rows(_ coders: CoderSet) -> [CoderRow] {
    coders.readers.map { CoderRow("read", $0.name, from: $0.typeIdentifiers, to: ["\($0.kind)"]) }
      + coders.bridges.map { CoderRow("bridge", $0.name, from: ["\($0.source)"], to: ["\($0.destination)"]) }
      + coders.writers.map { CoderRow("write", $0.name, from: ["\($0.kind)"], to: $0.typeIdentifiers) }
  }

  /// External converters, those that are not installed last.
  private func rows(_ programs: InstalledConverters) -> [CoderRow] {
    let found = programs.found.map { ($0.program, $0.file) }
    return (found + programs.missing.map { ($0, "\($0.command[0]) is not installed") }).map {
      program, place in
      CoderRow("run", program.name, from: program.reads, to: program.writes, remark: place)
    }
  }

  /// A line for each library of images: its version, or what to install.
  private var libraryLines: [String] {
    ImageFormat.libraries.map { library, formats in
      let state = library.version().map { "\($0), found" } ?? "is not installed; install \(library.packages)"
      return CoderRow.line("library", library.name, "\(formats.joined(separator: ", ")) (\(state))")
    }
  }

  private func matrix(_ registry: ConversionRegistry) -> [String] {
    sources(registry).flatMap { source in
      [source] + registry.destinations(from: source).map { "  → \($0)" }
    }
  }

  private func json(_ registry: ConversionRegistry, _ programs: InstalledConverters) -> JSONNode {
    let coders = CoderSet.standard
    return JSONEnvelope.result(
      of: "coders",
      [
        JSONMember(
          "readers",
          .array(
            coders.readers.map {
              coder($0.name, "reads", $0.typeIdentifiers, "\($0.kind)", $0.mayLose)
            })),
        JSONMember(
          "bridges",
          .array(
            coders.bridges.map {
              coder($0.name, "from", ["\($0.source)"], "\($0.destination)", $0.mayLose)
            })),
        JSONMember(
          "writers",
          .array(
            coders.writers.map {
              coder($0.name, "writes", $0.typeIdentifiers, "\($0.kind)", $0.mayLose)
            })),
        JSONMember(
          "programs",
          .array(
            (programs.found.map { ($0.program, $0.file) } + programs.missing.map { ($0, nil) }).map {
              program, file in
              .object([
                JSONMember("name", .string(program.name)),
                JSONMember("file", file.map(JSONNode.string) ?? .null),
                JSONMember("reads", .array(program.reads.map(JSONNode.string))),
                JSONMember("writes", .array(program.writes.map(JSONNode.string))),
                JSONMember("mayLose", .array(program.losses.map { .string($0.rawValue) })),
              ])
            })),
        JSONMember(
          "libraries",
          .array(
            ImageFormat.libraries.map { library, formats in
              .object([
                JSONMember("name", .string(library.name)),
                JSONMember("version", library.version().map(JSONNode.string) ?? .null),
                JSONMember("formats", .array(formats.map(JSONNode.string))),
                JSONMember("packages", .string(library.packages)),
              ])
            })),
        JSONMember(
          "matrix",
          .object(
            sources(registry).map { source in
              JSONMember(source, .array(registry.destinations(from: source).map(JSONNode.string)))
            })),
      ])
  }

  private func coder(
    _ name: String, _ key: String, _ types: [String], _ value: String, _ losses: Set<LossKind>
  ) -> JSONNode {
    .object([
      JSONMember("name", .string(name)), JSONMember(key, .array(types.map(JSONNode.string))),
      JSONMember("value", .string(value)),
      JSONMember("mayLose", .array(losses.sorted().map { .string($0.rawValue) })),
    ])
  }

  /// The types that readers name, each once.
  private func sources(_ registry: ConversionRegistry) -> [String] {
    var seen: Set<String> = []
    return registry.coders.readers.flatMap(\.typeIdentifiers).filter { seen.insert($0).inserted }
  }
}

/// A coder in a line, or several where it has many types.
private struct CoderRow {
  private let verb: String
  private let name: String
  /// What follows the name, in pieces that are not broken.
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

  private static let width = 100
  private static let nameColumn = 8
  private static let wordColumn = 36

  /// A row that is one line.
  static func line(_ verb: String, _ name: String, _ text: String) -> String {
    padded(padded(verb, to: nameColumn) + name, to: wordColumn) + text
  }

  /// The row in lines of 100 columns, unless an identifier is longer.
  var lines: [String] {
    var lines = [
      CoderRow.padded(CoderRow.padded(verb, to: CoderRow.nameColumn) + name, to: CoderRow.wordColumn)
    ]
    var isAtStart = true
    for word in words {
      let length = lines[lines.count - 1].unicodeScalars.count + word.unicodeScalars.count + 1
      if !isAtStart, length > CoderRow.width {
        lines.append(String(repeating: " ", count: CoderRow.wordColumn))
        isAtStart = true
      }
      lines[lines.count - 1] += (isAtStart ? "" : " ") + word
      isAtStart = false
    }
    return lines
  }

  /// A text with spaces up to a column, at least one.
  private static func padded(_ text: String, to column: Int) -> String {
    text + String(repeating: " ", count: max(1, column - text.unicodeScalars.count))
  }
}
