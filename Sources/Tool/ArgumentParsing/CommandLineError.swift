import ByteTools

/// An error in a command line.
package struct CommandLineError: Error, Sendable {
  package enum Code: Sendable {
    case missingCommand
    case unknownCommand
    case unknownOption
    /// The last word is an option that requires a value.
    case missingValue
    /// A flag was given a value, as in `--flag=x`.
    case unexpectedValue
    case badValue
    case missingOption
    case missingOperand
    case unexpectedOperand
    /// An option that can be given only once was given twice.
    case repeatedOption
    /// The arguments are valid individually, but cannot be combined.
    case conflict
  }

  package let code: Code
  /// The invalid word, quoted as typed, or the name of the missing argument; nil if no single word is
  /// invalid.
  package let subject: String?
  /// The problem with the subject, or the missing requirement; nil if the code is sufficient.
  package let reason: String?
  /// The problem reported when a value was parsed or the arguments were checked; nil if there is none.
  package let cause: ArgumentProblem?
  /// The known name that is most similar to an unknown name; nil if none is similar.
  package let suggestion: String?
  /// The unknown command as given; nil for other codes.
  package let word: [UInt8]?
  /// The names of the program and the command, as in `["proffer", "type", "show"]`.
  package let commandPath: [String]

  init(
    _ code: Code, _ subject: String? = nil, reason: String? = nil, suggestion: String? = nil,
    cause: ArgumentProblem? = nil, word: [UInt8]? = nil, in commandPath: [String]
  ) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
    self.suggestion = suggestion
    self.word = word
    self.commandPath = commandPath
  }
}

extension CommandLineError: CustomStringConvertible {
  /// The message, without the suggestion.
  package var message: String {
    let subject = subject ?? ""
    let reason = reason ?? ""
    let further = reason.isEmpty ? "" : ": \(reason)"
    return switch code {
    case .missingCommand: "\(subject) needs a command\(further)"
    case .unknownCommand: "unknown command \(subject)\(further)"
    case .unknownOption: "unknown option \(subject)\(further)"
    case .missingValue: "\(subject) needs a value\(further)"
    case .unexpectedValue: "\(subject) takes no value, but was given \(reason)"
    case .badValue: "bad value \(subject) for \(reason)"
    case .missingOption: "missing option \(subject)\(further)"
    case .missingOperand: "missing operand \(subject)\(further)"
    case .unexpectedOperand: "unexpected operand \(subject)\(further)"
    case .repeatedOption: "\(subject) is given twice\(further)"
    case .conflict: reason
    }
  }

  /// The message, followed by the suggestion as a question.
  package var description: String {
    guard let suggestion else { return message }
    return "\(message); did you mean \(suggestion)?"
  }
}

extension CommandLineError {
  /// Returns the error for an unknown option.
  static func unknownOption(_ name: [UInt8], known: [String], in path: [String]) -> CommandLineError {
    // Similarity does not distinguish names of a single letter.
    let suggestion =
      name.count > 2 ? synonym(of: name, among: known) ?? Spelling.nearest(to: name, among: known) : nil
    return CommandLineError(.unknownOption, TextLayout.quoted(name), suggestion: suggestion, in: path)
  }

  /// Options of other programs, each with its equivalents here, in order of preference.
  private static let synonyms = [
    "--overwrite": ["--force"], "--replace": ["--force"], "--clobber": ["--force"],
    "--format": ["--to", "--type"], "--out": ["--output", "--into"], "--outfile": ["--output"],
    "--outdir": ["--into"], "--output-dir": ["--into"], "--dest": ["--output", "--into"],
  ]

  /// Returns the known option that is equivalent to an option of another program; nil if there is none.
  private static func synonym(of name: [UInt8], among known: [String]) -> String? {
    let meant = synonyms[String(decoding: name, as: UTF8.self)] ?? []
    return meant.first { known.contains($0) }
  }

  /// Returns the error for a flag that was given a value.
  static func unexpectedValue(_ value: [UInt8], for name: String, in path: [String]) -> CommandLineError {
    CommandLineError(.unexpectedValue, name, reason: TextLayout.quoted(value), in: path)
  }

  /// Returns the error for an invalid value of an option or operand.
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

/// A problem with arguments.
///
/// If the problem concerns a single value, the message is worded to follow a colon: "expected a whole
/// number".
package struct ArgumentProblem: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
