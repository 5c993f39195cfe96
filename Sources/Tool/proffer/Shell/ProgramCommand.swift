import ArgumentParsing
import DescribedErrors
import JSONText
import ProfferActions
import ProfferFileSystem

/// What a command does once its arguments are read.
typealias CommandRun = (ProgramContext) throws -> ExitStatus

/// A command of the program: its arguments, and what it does with them.
protocol ProgramCommand: CommandArguments {
  /// Whether the result is printed as JSON.
  var asJSON: Bool { get }

  func run(in program: ProgramContext) throws -> ExitStatus
}

extension ProgramCommand {
  /// Default implementation; the command prints no JSON.
  var asJSON: Bool { false }
}

extension Command where Outcome == CommandRun {
  /// A command of the program.
  ///
  /// - Parameter group: the first word of its name, where it has two.
  init<Arguments: ProgramCommand>(
    _ name: String, aliases: [String] = [], in group: String? = nil, _ command: Arguments.Type
  ) {
    let fullName = group.map { "\($0) \(name)" } ?? name
    self.init(name, aliases: aliases) { (arguments: Arguments) -> CommandRun in
      { program in
        do {
          return try arguments.run(in: program)
        } catch  where arguments.asJSON && !JSONEnvelope.isReported(error) {
          // A script that reads the result learns of a failure in the same form.
          try program.console.print(JSONEnvelope.failure(of: fullName, error))
          throw error
        }
      }
    }
  }
}

/// The object around every result that is printed as JSON: the version of the form, the command, then its own members.
enum JSONEnvelope {
  /// The version of the form; it changes when a member is removed or gets another meaning, not when one is added.
  static let version = 1

  /// The first members of a result.
  static func head(_ command: String) -> [JSONMember] {
    [JSONMember("proffer", .integer(version)), JSONMember("command", .string(command))]
  }

  /// A result whose members are all known.
  static func result(of command: String, _ members: [JSONMember]) -> JSONNode {
    .object(head(command) + members)
  }

  /// The result of a command that failed.
  static func failure(of command: String, _ error: any Error) -> JSONNode {
    let status = (error as? any DescribedError).map { ExitStatus($0.kind) } ?? .failure
    return result(
      of: command,
      [JSONMember("status", .integer(status.rawValue)), JSONMember("error", errorNode(error))])
  }

  /// An error as a member of a result: a stable code, what is printed for it, and its parts.
  static func errorNode(_ error: any Error) -> JSONNode {
    let described = error as? any DescribedError
    var members = [
      JSONMember("code", .string(described?.codeName ?? "failed")),
      JSONMember("message", .string((error as? ActionError)?.programText ?? String(describing: error))),
    ]
    guard let described else { return .object(members) }
    if let subject = described.subject { members.append(JSONMember("subject", .string("\(subject)"))) }
    members.append(JSONMember("reason", .string(described.reason)))
    if let cause = described.cause { members.append(JSONMember("cause", errorNode(cause))) }
    return .object(members)
  }

  /// Whether the command has printed a result that says why it failed, or its output is closed.
  static func isReported(_ error: any Error) -> Bool {
    if let error = error as? FileSystemError { return error.code == .brokenPipe }
    return (error as? ActionError)?.isReported ?? false
  }
}
