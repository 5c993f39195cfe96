/// The exit status of the program.
enum ExitStatus: Int32, Sendable {
  /// The command succeeded.
  ///
  /// For a question, the answer is yes.
  case done = 0
  /// The request was valid, but the answer is no.
  case negative = 1
  /// The command failed.
  case failure = 2
  /// The command line is invalid.
  ///
  /// The number is `EX_USAGE` in `sysexits.h`.
  case usage = 64
}
