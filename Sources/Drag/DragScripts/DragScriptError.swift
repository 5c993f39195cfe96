import DescribedErrors

/// Why a line of a script cannot be played.
package struct DragScriptError: DescribedError, Sendable {
  /// What kind of failure this is; the list is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name, the same as the constant's.
    package let rawValue: String

    /// Makes a code from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A line is not in the language of scripts, or names something that is not declared.
    package static let invalidLine = Code(rawValue: "invalidLine")
    /// A step is not possible where it stands, such as a move without a drag.
    package static let misplacedStep = Code(rawValue: "misplacedStep")
  }

  /// What kind of failure this is.
  package let code: Code
  /// The number of the line, from 1.
  package let line: Int
  /// What is wrong with the line.
  package let reason: String
  /// The underlying error, if there is one.
  package let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, line: Int, _ reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.line = line
    self.reason = reason
    self.cause = cause
  }

  /// The line that the error is about.
  package var subject: String? { "line \(line)" }

  /// The subject and the reason; one line without a full stop.
  package var message: String { "line \(line): \(reason)" }

  /// The message, followed by the description of the cause.
  package var description: String { cause.map { "\(message): \($0)" } ?? message }
}
