/// Why a command line is not understood.
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
    /// Arguments that are valid each and do not go together.
    case conflict
  }

  package let code: Code
  /// The word that is wrong, quoted as it was typed, or the name of what is missing; nil where no single word is wrong.
  package let subject: String?
  /// What is wrong with the subject, or what is needed; nil where the code says all.
  package let reason: String?
  /// The error of the command's own check, where there is one.
  package let cause: ArgumentProblem?
  /// The known name that is nearest to an unknown one.
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
  /// What is wrong, with the word as it was typed.
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
  /// The error for an option that is not among the known ones.
  static func unknownOption(_ name: [UInt8], known: [String], in path: [String]) -> CommandLineError {
    // All names of one letter are equally near.
    let suggestion = name.count > 2 ? nearest(to: name, among: known) : nil
    return CommandLineError(.unknownOption, TextLayout.quoted(name), suggestion: suggestion, in: path)
  }

  /// The error for a flag that was given a value.
  static func unexpectedValue(_ value: [UInt8], for name: String, in path: [String]) -> CommandLineError {
    CommandLineError(.unexpectedValue, name, reason: TextLayout.quoted(value), in: path)
  }

  /// The error for a value that an option or an operand refuses.
  static func badValue(
    _ word: [UInt8], for name: String, _ kind: ValueKind, problem: ArgumentProblem, in path: [String]
  ) -> CommandLineError {
    var suggestion: String?
    if case .choice(let words) = kind { suggestion = nearest(to: word, among: words) }
    return CommandLineError(
      .badValue, TextLayout.quoted(word), reason: "\(name): \(problem.message)", suggestion: suggestion,
      cause: problem, in: path)
  }

  /// The candidate nearest to what was typed, the first of several; nil if none is near.
  ///
  /// Near is one slip (a letter missing, extra, wrong, or two exchanged) for every three letters, one at least.
  ///
  /// - Parameter most: the most slips of a long word.
  package static func nearest(
    to typed: [UInt8], among candidates: some Sequence<String>, within most: Int = .max
  ) -> String? {
    let letters = typed.filter { $0 != UInt8(ascii: "-") }
    guard !letters.isEmpty else { return nil }
    var nearest: (name: String, distance: Int)?
    for name in candidates {
      let known = Array(name.utf8)
      let allowed = max(1, min(min(letters.count, known.count) / 3, most))
      guard abs(known.count - typed.count) <= allowed else { continue }
      let distance = distance(typed, known)
      if distance <= allowed && distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    return nearest?.name
  }

  /// How many slips lead from one word to the other, where no letter is part of two slips.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let change = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}

/// What is wrong with one value, in words that continue after a colon: "expected a whole number".
package struct ArgumentProblem: Error, Equatable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
