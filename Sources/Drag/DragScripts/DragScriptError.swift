import DescribedErrors

/// An error in a line of a script.
package struct DragScriptError: DescribedError, Sendable {
  /// The kind of failure; further kinds can be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, which is also the name of its constant.
    package let rawValue: String

    /// Makes a code from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A line does not follow the syntax of scripts, or uses an undeclared name.
    package static let invalidLine = Code(rawValue: "invalidLine")
    /// A step is not possible at its place in the script, such as a move without a drag.
    package static let misplacedStep = Code(rawValue: "misplacedStep")
  }

  /// The kind of failure.
  package let code: Code
  /// The line number, counted from 1.
  package let line: Int
  /// A description of the error in the line.
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

  /// The line with the error.
  package var subject: String? { "line \(line)" }

  /// The subject and the reason; one line without a full stop.
  package var message: String { "line \(line): \(reason)" }

  /// The message, followed by the description of the cause.
  package var description: String { cause.map { "\(message): \($0)" } ?? message }
}
