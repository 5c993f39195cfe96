/// The exit status of the program.
enum ExitStatus: Int32, Sendable {
  /// The command succeeded, or the answer is yes.
  case done = 0
  /// The question was valid, and the answer is no.
  case negative = 1
  /// The command failed.
  case failure = 2
  /// The command line is invalid; the number is `EX_USAGE` in `sysexits.h`.
  case usage = 64
}
