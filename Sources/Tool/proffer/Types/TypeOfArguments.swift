import ArgumentParsing
import FileSystem
import JSONText
import TypeDiscovery
import UniformTypes

/// `type of`: the types of files.
struct TypeOfArguments: CommandArguments {
  var files: [FilePath] = []
  var explains = false
  var asJSON = false

  static var declaration: CommandDeclaration<TypeOfArguments> {
    CommandDeclaration(
      summary: "Tell the types of files, by name and content.",
      details: """
        The name decides; the first bytes do when it says nothing, means several types, or is contradicted by them.
        """,
      examples: ["proffer type of misnamed.txt --explain": "What the file really is, and how that was found."]
    ) {
      Flag("--explain", to: \.explains, help: "Show the evidence.")
      Flag("--json", to: \.asJSON, help: "Print JSON.")
      Operands("FILE", appendingTo: \.files, as: FilePath.argument(.file), help: "A file or folder.")
    }
  }

  func run() throws -> ExitStatus {
    let console = Console()
    // All answers are there before the first is printed, as the desktop's types may change them.
    let answers = try ProgramTypes.withDesktopTypesIfNeeded {
      try files.map { file -> (file: FilePath, answer: Result<TypeDetection, DiscoveryError>) in
        do {
          return (file, .success(try ProgramTypes.detect(file)))
        } catch let error as DiscoveryError {
          return (file, .failure(error))
        }
      }
    }
    var reports: [JSONNode] = []
    var hasFailed = false
    for (file, answer) in answers {
      switch answer {
      case .success(let detection) where asJSON: reports.append(TypeOfArguments.json(file, detection))
      case .success(let detection): try console.print(lines: lines(file, detection))
      case .failure(let error):
        // The other files are still worth an answer.
        console.error(error.message)
        hasFailed = true
      }
    }
    if asJSON { try console.print(.array(reports)) }
    return hasFailed ? .failure : .done
  }

  private func lines(_ file: FilePath, _ detection: TypeDetection) -> [String] {
    let line =
      files.count == 1 && !explains ? detection.type.identifier : "\(file): \(detection.type.identifier)"
    return explains ? [line] + detection.evidence.map { "  \($0)" } : [line]
  }

  private static func json(_ file: FilePath, _ detection: TypeDetection) -> JSONNode {
    .object(
      BundleReport.name("file", file.bytes) + [
        JSONMember("type", .string(detection.type.identifier)),
        JSONMember("byName", detection.nameType.map { .string($0.identifier) } ?? .null),
        JSONMember("byContent", detection.contentType.map { .string($0.identifier) } ?? .null),
        JSONMember("isContradicted", .boolean(detection.isContradicted)),
        JSONMember("evidence", .array(detection.evidence.map { .string(String(describing: $0)) })),
      ])
  }
}
