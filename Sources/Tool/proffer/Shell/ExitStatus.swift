import DescribedErrors

/// The exit status of the program.
enum ExitStatus: Int32, Sendable {
  /// Done, or yes.
  case done = 0
  /// The question was valid and the answer is no.
  case negative = 1
  /// It could not be done.
  case failure = 2
  /// The command line is wrong; the number is that of `sysexits.h`.
  case usage = 64
}

/// Why a command ends without its result.
struct ProgramError: DescribedError {
  /// The exit status: a negative result, a failure, or wrong usage.
  let code: ExitStatus
  /// The thing that is wrong, as the user wrote it; nil where the reason names it.
  let subject: String?
  /// What is wrong, and what to do about it.
  let reason: String
  /// The error below this one, where there is one.
  let cause: (any Error)?
  /// The stable name that JSON has for it; nil takes that of the cause, or of the status.
  var name: String?
  /// Whether a result that says the same has been printed as JSON.
  var isReported = false

  var codeName: String {
    if let name { return name }
    if let cause = cause as? any DescribedError { return cause.codeName }
    return switch kind {
    case .negative: "no"
    case .failure: "failed"
    case .misuse: "usage"
    }
  }

  var kind: ErrorKind {
    switch code {
    case .negative: .negative
    case .done, .failure: .failure
    case .usage: .misuse
    }
  }

  /// The subject and the reason.
  var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// What is printed for it.
  var description: String { message }

  /// The answer no: printed like an error, with a status of its own.
  static func negative(
    _ reason: String, of subject: String? = nil, name: String? = nil, isReported: Bool = false
  ) -> ProgramError {
    ProgramError(
      code: .negative, subject: subject, reason: reason, cause: nil, name: name, isReported: isReported)
  }

  /// A failure that the program itself finds.
  static func failure(
    _ reason: String, of subject: String? = nil, cause: (any Error)? = nil, name: String? = nil,
    isReported: Bool = false
  ) -> ProgramError {
    ProgramError(
      code: .failure, subject: subject, reason: reason, cause: cause, name: name, isReported: isReported)
  }

  /// A command line whose words are valid one by one and do not go together.
  static func usage(_ reason: String) -> ProgramError {
    ProgramError(code: .usage, subject: nil, reason: reason, cause: nil)
  }
}
