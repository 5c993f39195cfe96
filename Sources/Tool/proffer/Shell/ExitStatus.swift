/// What the program's end tells whoever started it.
enum ExitStatus: Int32, Sendable {
  /// Done, or yes.
  case done = 0
  /// An honest no: the question was understood and the answer is no.
  case no = 1
  /// It could not be done.
  case failure = 2
  /// The command line is wrong; the number is that of `sysexits.h`.
  case usage = 64
}

/// An answer that ends a command with no: printed like an error, but none.
struct NegativeResult: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A failure that the program itself finds.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A command line whose words are right one by one and make no sense together.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
