import JSONText
import ProfferActions
import ProfferFileSystem

extension Error {
  /// The message that the program prints for the error.
  var programText: String { (self as? ActionError)?.programText ?? "\(self)" }

  /// Whether a printed result already contains the error, or the reader has closed the output.
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
  /// Prints the JSON object for a failed command.
  func printFailure(of command: String, _ error: any Error) throws {
    try printJSON(
      command, [JSONMember("status", .integer(ExitStatus(of: error).rawValue)), .error(error)])
  }
}

extension JSONMember {
  /// The member that describes an error.
  static func error(_ error: any Error) -> JSONMember { JSONMember("error", .error(error)) }
}

extension JSONNode {
  /// An error: a stable code, the printed message, and the parts of the message.
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
