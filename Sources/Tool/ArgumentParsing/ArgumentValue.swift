/// A function that reads a value from the bytes of a word, and the completions of the value.
///
///     option("--count", "N", to: \.count, as: .integer(in: 1...100), help: "…")
///     option("--prefer", "WHO", to: \.order, as: .choice(["receiver": .receiver, "provider": .provider]), help: "…")
///     operands("FILE", appendingTo: \.words, as: PathArgument.input, help: "…")
package struct ArgumentValue<Value: Sendable>: Sendable {
  package let kind: ValueKind
  package let read: @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value

  /// - Parameter read: reads a word; throws the expectation, worded to follow a colon.
  package init(
    _ kind: ValueKind, read: @escaping @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value
  ) {
    self.kind = kind
    self.read = read
  }

  /// The same value, with other completions.
  package func completed(by kind: ValueKind) -> ArgumentValue { ArgumentValue(kind, read: read) }

  /// The same value, converted to another type.
  package func map<Other>(_ convert: @escaping @Sendable (Value) -> Other) -> ArgumentValue<Other> {
    ArgumentValue<Other>(kind) { word throws(ArgumentProblem) in convert(try read(word)) }
  }
}

/// The completions of a value.
package enum ValueKind: Equatable, Sendable {
  /// Any text, without completions.
  case text
  case file
  case folder
  /// A file with this extension, given without its dot, or a folder that may contain one.
  case document(String)
  /// Candidates that the program itself computes for a kind with this name.
  ///
  /// `PROGRAM __complete KIND WORD WORDS…` prints a line for each candidate that begins with WORD, with a
  /// description after a tab. WORDS are the words of the command line.
  case computed(String)
  /// One of these words and no other.
  case choice([String])
}

extension ArgumentValue {
  /// Text in UTF-8, converted by a function.
  package static func text(
    _ convert: @escaping @Sendable (String) throws(ArgumentProblem) -> Value
  ) -> ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      guard let text = String(validating: word, as: UTF8.self) else {
        throw ArgumentProblem("expected text in UTF-8")
      }
      return try convert(text)
    }
  }

  /// One of several words, given as a literal with the value of each.
  package static func choice(_ values: KeyValuePairs<String, Value>) -> ArgumentValue {
    choice(values.map { (name: $0.key, value: $0.value) })
  }

  /// One of several words, each with its value.
  package static func choice(_ values: [(name: String, value: Value)]) -> ArgumentValue {
    let words = values.map(\.name)
    return ArgumentValue(.choice(words)) { word throws(ArgumentProblem) in
      for (name, value) in values where name.utf8.elementsEqual(word) { return value }
      throw ArgumentProblem("expected \(TextLayout.alternatives(words))")
    }
  }
}

extension ArgumentValue where Value == String {
  /// Text in UTF-8; empty text is allowed.
  package static var text: ArgumentValue { text { $0 } }
}

extension ArgumentValue where Value == Int {
  /// A whole number in decimal digits, within a range.
  package static func integer(in range: ClosedRange<Int> = 0 ... .max) -> ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      // `Int` accepts a leading plus sign; the command line does not.
      if let text = String(validating: word, as: UTF8.self), !text.hasPrefix("+"), let value = Int(text),
        range.contains(value)
      {
        return value
      }
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): throw ArgumentProblem("expected a whole number")
      case (let least, .max): throw ArgumentProblem("expected a whole number, \(least) or more")
      case (let least, let most):
        throw ArgumentProblem("expected a whole number from \(least) to \(most)")
      }
    }
  }
}

extension ArgumentValue where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of an enumeration's raw values.
  package static var choice: ArgumentValue {
    let words = Value.allCases.map(\.rawValue)
    return ArgumentValue(.choice(words)) { word throws(ArgumentProblem) in
      for value in Value.allCases where value.rawValue.utf8.elementsEqual(word) { return value }
      throw ArgumentProblem("expected \(TextLayout.alternatives(words))")
    }
  }
}
