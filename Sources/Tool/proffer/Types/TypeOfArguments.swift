import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The command `type of`: determines the types of files.
struct TypeOfArguments: ProgramCommand {
  var files: [PathArgument] = []
  var isRecursive = false
  var explains = false
  var asJSON = false

  static var declaration: CommandDeclaration<TypeOfArguments> {
    CommandDeclaration(
      summary: "Determine the types of files by name and contents.",
      details: """
        The extension of the name determines the type. If the extension is unknown, belongs to several types,
        or contradicts the contents, then the contents determine the type. Standard input has no name.
        """,
      examples: [
        "proffer type of misnamed.txt --explain": "The type of the file, and how it was determined.",
        "proffer type of -r Documents": "Every file below a folder.",
        "gunzip -c data.gz | proffer type of": "The type of data from a pipe.",
      ]
    ) {
      flag("-r", "--recursive", to: \.isRecursive, help: "Show the types of the files below folders.")
      flag("--explain", to: \.explains, help: "Show the evidence for each type.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "FILE", appendingTo: \.files, as: PathArgument.input, orInput: true, help: "A file or folder.")
    }
  }

  func check() throws(ArgumentProblem) { try files.requireOneStream() }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    var query = FileTypeQuery(of: files.map(\.actionInput))
    query.isRecursive = isRecursive
    let found = query.run(in: program.actions)
    let isForOne = files.count == 1 && !isRecursive && !explains
    var table = TextTable()
    for input in found.inputs { table.measure([Self.name(input) + ":", "", ""]) }
    var (count, failedCount) = (0, 0)
    try found.forEach { input, result in
      count += 1
      switch result {
      case .success(let detected):
        if asJSON {
          try console.printJSON("type of", JSONMember.input("file", input) + detected.members)
        } else if isForOne {
          try console.print(detected.type.identifier)
        } else {
          try console.print(table.line([Self.name(input) + ":", detected.type.identifier]))
          if explains { try console.print(lines: detected.evidence.map { "  \($0)" }) }
        }
      case .failure(let error):
        failedCount += 1
        console.error(error.programText)
        if asJSON { try console.printJSON("type of", JSONMember.input("file", input) + [.error(error)]) }
      }
    }
    if asJSON { try console.printTotals("type of", ["files": count, "failed": failedCount]) }
    return failedCount > 0 ? .failure : .done
  }

  private static func name(_ input: ActionInput) -> String { input.path?.description ?? "-" }
}

extension DetectedFileType {
  /// The type and its evidence, as members of a JSON object.
  fileprivate var members: [JSONMember] {
    [
      JSONMember("type", .string(type.identifier)),
      JSONMember("byName", nameType.map { .string($0.identifier) } ?? .null),
      JSONMember("byContent", contentType.map { .string($0.identifier) } ?? .null),
      JSONMember("isContradicted", .boolean(isContradicted)), JSONMember("evidence", .strings(evidence)),
    ]
  }
}
