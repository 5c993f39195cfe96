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
