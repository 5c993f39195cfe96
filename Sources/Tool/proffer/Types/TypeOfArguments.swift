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
      flag("--explain", to: \.explains, help: "Show the evidence.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands("FILE", appendingTo: \.files, as: FilePath.argument(.file), help: "A file or folder.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    var reports: [JSONNode] = []
    var hasFailed = false
    for file in files {
      do {
        let detection = try types.detect(file)
        if asJSON {
          reports.append(json(file, detection))
        } else {
          try Console.print(lines: lines(file, detection))
        }
      } catch let error as DiscoveryError {
        // The other files still have an answer.
        Console.error(error.message)
        hasFailed = true
      }
    }
    if asJSON { try Console.print(.array(reports)) }
    return hasFailed ? .failure : .done
  }

  private func lines(_ file: FilePath, _ detection: TypeDetection) -> [String] {
    let line =
      files.count == 1 && !explains ? detection.type.identifier : "\(file): \(detection.type.identifier)"
    return explains ? [line] + detection.evidence.map { "  \($0)" } : [line]
  }

  private func json(_ file: FilePath, _ detection: TypeDetection) -> JSONNode {
    .object(
      JSONMember.name("file", file.bytes) + [
        JSONMember("type", .string(detection.type.identifier)),
        JSONMember("byName", detection.nameType.map { .string($0.identifier) } ?? .null),
        JSONMember("byContent", detection.contentType.map { .string($0.identifier) } ?? .null),
        JSONMember("isContradicted", .boolean(detection.isContradicted)),
        JSONMember("evidence", .array(detection.evidence.map { .string(String(describing: $0)) })),
      ])
  }
}
