import JSONText
import ProfferActions
import ProfferFileSystem

extension Error {
  /// The printed message of the error.
  var programText: String { (self as? ActionError)?.programText ?? "\(self)" }

  /// Whether the error need not be printed.
  ///
  /// This is the case if a printed result already contains the error, or if the reader has closed standard
  /// output.
  var isReported: Bool {
    if let error = self as? FileSystemError { return error.code == .brokenPipe }
    return (self as? ActionError)?.isReported ?? false
  }
}

extension ExitStatus {
  /// Creates the exit status for an error that ends a command.
  init(of error: any Error) {
    let error = ActionError.described(error)
    self = error?.isNegative == true ? .negative : error?.isMisuse == true ? .usage : .failure
  }
}

extension Console {
  /// Prints the JSON object of a command that failed.
  func printFailure(of command: String, _ error: any Error) throws {
    try printJSON(
      command, [JSONMember("status", .integer(ExitStatus(of: error).rawValue)), .error(error)])
  }
}

extension JSONMember {
  /// Creates a member with the JSON object for an error.
  static func error(_ error: any Error) -> JSONMember { JSONMember("error", .error(error)) }
}

extension JSONNode {
  /// Returns the JSON object for an error: its code, the printed message, and the parts of the message.
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
