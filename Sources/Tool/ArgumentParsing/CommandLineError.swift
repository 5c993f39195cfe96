/// Why a command line cannot be understood.
package struct CommandLineError: Error, Equatable, Sendable {
  /// The kind of an error; a program may add its own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let missingCommand = Code(rawValue: "missingCommand")
    package static let unknownCommand = Code(rawValue: "unknownCommand")
    package static let unknownOption = Code(rawValue: "unknownOption")
    /// An option that takes a value stands last.
    package static let missingValue = Code(rawValue: "missingValue")
    /// A flag was given a value, as in `--flag=x`.
    package static let unexpectedValue = Code(rawValue: "unexpectedValue")
    package static let badValue = Code(rawValue: "badValue")
    package static let missingOption = Code(rawValue: "missingOption")
    package static let missingOperand = Code(rawValue: "missingOperand")
    package static let unexpectedOperand = Code(rawValue: "unexpectedOperand")
    /// An option that may stand once stands twice.
    package static let repeatedOption = Code(rawValue: "repeatedOption")
    /// Arguments that are right each and do not go together.
    package static let conflict = Code(rawValue: "conflict")
  }

  package let code: Code
  /// What is wrong, naming the culprit as it was typed.
  package let message: String
  /// The known name that is nearest to a wrong one.
  package let suggestion: String?
  /// The program and the command that was being read, as in `["proffer", "type", "show"]`.
  package let commandPath: [String]

  package init(_ code: Code, _ message: String, suggestion: String? = nil, in commandPath: [String]) {
    self.code = code
    self.message = message
    self.suggestion = suggestion
    self.commandPath = commandPath
  }
}

extension CommandLineError: CustomStringConvertible {
  /// The message, with the suggestion as a question.
  package var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \(suggestion)?"
  }
}

/// What is wrong with one value, in words that go on after a colon: "expected a whole number".
package struct ArgumentProblem: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
