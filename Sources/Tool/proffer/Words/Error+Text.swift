import JSONText
import ProfferActions
import ProfferFileSystem

extension Error {
  /// What the program prints for the error.
  var programText: String { (self as? ActionError)?.programText ?? "\(self)" }

  /// Whether the command has printed a result that says why it failed, or its output is closed.
  var isReported: Bool {
    if let error = self as? FileSystemError { return error.code == .brokenPipe }
    return (self as? ActionError)?.isReported ?? false
  }
}

extension ExitStatus {
  /// The status for an error that ends a command.
  init(of error: any Error) {
    let error = ActionError.described(error)
    self = error?.isNegative == true ? .negative : error?.isMisuse == true ? .usage : .failure
  }
}

extension Console {
  /// Prints the object of a command that failed.
  func printFailure(of command: String, _ error: any Error) throws {
    try printJSON(
      command, [JSONMember("status", .integer(ExitStatus(of: error).rawValue)), .error(error)])
  }
}

extension JSONMember {
  /// Why something failed.
  static func error(_ error: any Error) -> JSONMember { JSONMember("error", .error(error)) }
}

extension JSONNode {
  /// An error: a stable code, what is printed for it, and its parts.
  static func error(_ error: any Error) -> JSONNode {
    let described = ActionError.described(error)
    var members = [
      JSONMember("code", .string(described?.code.rawValue ?? "failed")),
      JSONMember("message", .string(error.programText)),
    ]
    guard let described else { return .object(members) }
    if let subject = described.subject { members.append(JSONMember("subject", .string(subject))) }
    members.append(JSONMember("reason", .string(described.reason)))
    if let cause = described.cause { members.append(JSONMember("cause", .error(cause))) }
    return .object(members)
  }
}
