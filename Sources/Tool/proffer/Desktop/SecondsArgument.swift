import ArgumentParsing

extension ArgumentValue where Value == Duration {
  /// Parses a time in seconds, which may have a fraction.
  static var seconds: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      guard text.first?.isNumber == true, let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000
      else {
        throw ArgumentProblem("expected a number of seconds, such as 30 or 0.5")
      }
      return .milliseconds(Int64(max(1, seconds * 1000)))
    }
  }
}
