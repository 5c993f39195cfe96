import CommandLineArguments
import Conversions
import JSONText
import RepresentationCoders

/// `coders`: what can be read, bridged and written.
struct CodersArguments: CommandArguments {
  var showsMatrix = false
  var asJSON = false

  static var declaration: CommandDeclaration<CodersArguments> {
    CommandDeclaration(
      summary: "List the readers, bridges and writers, and what converts to what.",
      examples: ["proffer coders --matrix": "For each type that is read, the types it can become."]
    ) {
      Flag("--matrix", to: \.showsMatrix, help: "Show what each type can be converted to.")
      Flag("--json", to: \.asJSON, help: "Print JSON.")
    }
  }

  func run() throws -> ExitStatus {
    let console = Console()
    let registry = try ConversionRegistry.program
    let programs = FoundPrograms(console: console)
    switch (asJSON, showsMatrix) {
    case (true, _): try console.print(json(registry, programs))
    case (false, true): try console.write(Array(matrix(registry).utf8))
    case (false, false): try console.write(Array((text(.standard) + text(programs)).utf8))
    }
    return .done
  }

  private func text(_ coders: CoderSet) -> String {
    var rows: [[String]] = []
    for reader in coders.readers {
      rows.append(["read", reader.name, reader.typeIdentifiers.joined(separator: ", "), "→ \(reader.kind)"])
    }
    for bridge in coders.bridges {
      rows.append(["bridge", bridge.name, "\(bridge.source)", "→ \(bridge.destination)"])
    }
    for writer in coders.writers {
      rows.append([
        "write", writer.name, "\(writer.kind)", "→ \(writer.typeIdentifiers.joined(separator: ", "))",
      ])
    }
    return TextTable.text(rows)
  }

  /// Outside programs, those that are not there last.
  private func text(_ programs: FoundPrograms) -> String {
    let found = programs.found.map { ($0.program, $0.file) }
    return (found + programs.missing.map { ($0, "\($0.command[0]) is not there") }).map { program, place in
      """
      run  \(program.name)  (\(place))
           \(program.reads.joined(separator: ", "))
           → \(program.writes.joined(separator: ", "))

      """
    }.joined()
  }

  private func matrix(_ registry: ConversionRegistry) -> String {
    sources(registry).map { source in
      "\(source)\n" + registry.destinations(from: source).map { "  → \($0)\n" }.joined()
    }.joined()
  }

  private func json(_ registry: ConversionRegistry, _ programs: FoundPrograms) -> JSONNode {
    let coders = CoderSet.standard
    return .object([
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
