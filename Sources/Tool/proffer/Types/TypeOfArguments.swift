import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// `type of`: the types of files.
struct TypeOfArguments: ProgramCommand {
  var files: [PathArgument] = []
  var isRecursive = false
  var explains = false
  var asJSON = false

  static var declaration: CommandDeclaration<TypeOfArguments> {
    CommandDeclaration(
      summary: "Determine the types of files by name and contents.",
      details: """
        The type is that of the name, unless the name has no known extension, has one of several types, or is contradicted
        by the contents of the file; then the contents decide. A hyphen stands for standard input, which has no name.
        """,
      examples: [
        "proffer type of misnamed.txt --explain": "The type of the file, and how it was determined.",
        "proffer type of -r Documents": "Every file below a folder.",
        "gunzip -c data.gz | proffer type of -": "The type of what comes through a pipe.",
      ]
    ) {
      flag("-r", "--recursive", to: \.isRecursive, help: "Show the types of the files below folders.")
      flag("--explain", to: \.explains, help: "Show the evidence for each type.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands("FILE", appendingTo: \.files, as: PathArgument.input, help: "A file or folder, or -.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    var hasFailed = false
    let questions = files.flatMap { file -> [PathArgument] in
      guard isRecursive, case .path(let path) = file else { return [file] }
      do throws(FileSystemError) {
        return try Self.files(at: path).map { .path($0) }
      } catch {
        Console.shared.error(error.message)
        hasFailed = true
        return []
      }
    }
    let isForOne = files.count == 1 && !isRecursive && !explains
    var table = TextTable()
    for question in questions { table.measure([Self.name(question) + ":", "", ""]) }
    var reports: [JSONNode] = []
    for question in questions {
      do {
        let detection = try Self.detection(of: question, context)
        if asJSON {
          reports.append(Self.json(question, detection))
        } else if isForOne {
          try Console.shared.print(detection.type.identifier)
        } else {
          try Console.shared.print(table.line([Self.name(question) + ":", detection.type.identifier]))
          if explains { try Console.shared.print(lines: detection.evidence.map { "  \($0)" }) }
        }
      } catch let error as DiscoveryError {
        // The other files still have an answer.
        Console.shared.error(error.message)
        hasFailed = true
      }
    }
    if asJSON {
      try Console.shared.print(JSONEnvelope.result(of: "type of", [JSONMember("files", .array(reports))]))
    }
    return hasFailed ? .failure : .done
  }

  /// The files below a folder, or the path itself if it is not a folder.
  private static func files(at path: FilePath) throws(FileSystemError) -> [FilePath] {
    guard try FileStatus.of(path).kind == .folder else { return [path] }
    let list = try FileList(below: path)
    return (0..<list.count).map { list.path(at: $0) }
  }

  private static func name(_ file: PathArgument) -> String {
    switch file {
    case .path(let path): path.description
    case .standardStream: "-"
    }
  }

  private static func detection(of file: PathArgument, _ context: ActionContext) throws -> TypeDetection {
    switch file {
    case .path(let path): try context.types.detectUndeclared(path)
    case .standardStream: try streamDetection(context)
    }
  }

  /// The type of what standard input holds from where it stands.
  ///
  /// A file that is read from its beginning is examined as a whole, so that an archive is known by its directory.
  private static func streamDetection(_ context: ActionContext) throws -> TypeDetection {
    let stream = OpenFile.standardInput
    var prefix = [UInt8](repeating: 0, count: TypeDetector.prefixByteCount + 1)
    var count = 0
    while count < prefix.count {
      let step = try prefix.withUnsafeMutableBytes {
        try stream.readNext(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      if step == 0 { break }
      count += step
    }
    prefix.removeLast(prefix.count - count)
    if try stream.status().kind == .regular, try stream.bytes(at: 0, count: count) == prefix {
      return try context.types.detectUndeclared(stream)
    }
    return try prefix.withUnsafeBytes { bytes in
      let isWhole = bytes.count <= TypeDetector.prefixByteCount
      return try context.types.detectUndeclared(
        prefix: UnsafeRawBufferPointer(rebasing: bytes.prefix(TypeDetector.prefixByteCount)), isWhole: isWhole
      )
    }
  }

  private static func json(_ file: PathArgument, _ detection: TypeDetection) -> JSONNode {
    let name: [UInt8] =
      switch file {
      case .path(let path): path.bytes
      case .standardStream: [UInt8(ascii: "-")]
      }
    return .object(
      JSONMember.name("file", name) + [
        JSONMember("type", .string(detection.type.identifier)),
        JSONMember("byName", detection.nameType.map { .string($0.identifier) } ?? .null),
        JSONMember("byContent", detection.contentType.map { .string($0.identifier) } ?? .null),
        JSONMember("isContradicted", .boolean(detection.isContradicted)),
        JSONMember("evidence", .array(detection.evidence.map { .string(String(describing: $0)) })),
      ])
  }
}
