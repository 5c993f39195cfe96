import ByteTools

/// An error in a command line.
package struct CommandLineError: Error, Sendable {
  package enum Code: Sendable {
    case missingCommand
    case unknownCommand
    case unknownOption
    /// The last word is an option that takes a value.
    case missingValue
    /// A flag has a value, as in `--flag=x`.
    case unexpectedValue
    case badValue
    case missingOption
    case missingOperand
    case unexpectedOperand
    /// An option that may be given once is given twice.
    case repeatedOption
    /// Arguments that are valid separately but not together.
    case conflict
  }

  package let code: Code
  /// The wrong word, quoted as typed, or the name of what is missing; nil if no single word is wrong.
  package let subject: String?
  /// The problem with the subject, or the requirement; nil if the code is sufficient.
  package let reason: String?
  /// The problem that reading a value or the command's own check reported; nil if there is none.
  package let cause: ArgumentProblem?
  /// The known name that is most similar to an unknown one.
  package let suggestion: String?
  /// The program and the command that was parsed, as in `["proffer", "type", "show"]`.
  package let commandPath: [String]

  init(
    _ code: Code, _ subject: String? = nil, reason: String? = nil, suggestion: String? = nil,
    cause: ArgumentProblem? = nil, in commandPath: [String]
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
    self.suggestion = suggestion
    self.commandPath = commandPath
  }
}

extension CommandLineError: CustomStringConvertible {
  /// The message, with the word as it was typed.
  package var message: String {
    let subject = subject ?? ""
    let reason = reason ?? ""
    let further = reason.isEmpty ? "" : ": \(reason)"
    return switch code {
    case .missingCommand: "\(subject) needs a command\(further)"
    case .unknownCommand: "unknown command \(subject)\(further)"
    case .unknownOption: "unknown option \(subject)\(further)"
    case .missingValue: "\(subject) needs a value\(further)"
    case .unexpectedValue: "\(subject) takes no value, but has \(reason)"
    case .badValue: "bad value \(subject) for \(reason)"
    case .missingOption: "missing option \(subject)\(further)"
    case .missingOperand: "missing operand \(subject)\(further)"
    case .unexpectedOperand: "unexpected operand \(subject)\(further)"
    case .repeatedOption: "\(subject) is given twice\(further)"
    case .conflict: reason
    }
  }

  /// The message, with the suggestion as a question.
  package var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \(suggestion)?"
  }
}

extension CommandLineError {
  /// The error for an unknown option.
  static func unknownOption(_ name: [UInt8], known: [String], in path: [String]) -> CommandLineError {
    // All names of one letter are equally similar.
    let suggestion = name.count > 2 ? Spelling.nearest(to: name, among: known) : nil
    return CommandLineError(.unknownOption, TextLayout.quoted(name), suggestion: suggestion, in: path)
  }

  /// The error for a flag with a value.
  static func unexpectedValue(_ value: [UInt8], for name: String, in path: [String]) -> CommandLineError {
    CommandLineError(.unexpectedValue, name, reason: TextLayout.quoted(value), in: path)
  }

  /// The error for an invalid value of an option or operand.
  static func badValue(
    _ word: [UInt8], for name: String, _ kind: ValueKind, problem: ArgumentProblem, in path: [String]
  ) -> CommandLineError {
    var suggestion: String?
    if case .choice(let words) = kind { suggestion = Spelling.nearest(to: word, among: words) }
    return CommandLineError(
      .badValue, TextLayout.quoted(word), reason: "\(name): \(problem.message)", suggestion: suggestion,
      cause: problem, in: path)
  }
}

/// A problem with arguments; for a single value, it is worded to follow a colon: "expected a whole number".
package struct ArgumentProblem: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
