/// A function that parses the value of an argument, and the completions for the value.
///
///     option("--count", "N", to: \.count, as: .integer(in: 1...100), help: "…")
///     option("--prefer", "WHO", to: \.order, as: .choice(["receiver": .receiver, "provider": .provider]), help: "…")
///     operands("FILE", appendingTo: \.words, as: PathArgument.input, help: "…")
package struct ArgumentValue<Value: Sendable>: Sendable {
  package let kind: ValueKind
  package let read: @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value

  /// - Parameter read: parses a word. The text of a thrown error is printed after a colon.
  package init(
    _ kind: ValueKind, read: @escaping @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value
  ) {
    self.kind = kind
    self.read = read
  }

  /// Returns the same parser with other completions.
  package func completed(by kind: ValueKind) -> ArgumentValue { ArgumentValue(kind, read: read) }

  /// Returns a parser that converts the parsed value.
  package func map<Other>(_ convert: @escaping @Sendable (Value) -> Other) -> ArgumentValue<Other> {
    ArgumentValue<Other>(kind) { word throws(ArgumentProblem) in convert(try read(word)) }
  }
}

/// The kind of a value, which determines its completions.
package enum ValueKind: Equatable, Sendable {
  /// Text without completions.
  case text
  case file
  case folder
  /// A file with the given extension. The extension has no leading dot.
  ///
  /// Folders are also completed, because they can contain such files.
  case document(String)
  /// Candidates that the program computes for the kind with the given name.
  ///
  /// The command `PROGRAM __complete KIND WORD WORDS…` prints each candidate that begins with WORD on a
  /// separate line. A description can follow a candidate after a tab. WORDS are the words of the command
  /// line.
  case computed(String)
  /// One of the given words.
  case choice([String])
}

extension ArgumentValue {
  /// Parses text in UTF-8 with a function.
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

  /// Parses one of several words and returns its value.
  ///
  /// The words and values are given as a literal.
  package static func choice(_ values: KeyValuePairs<String, Value>) -> ArgumentValue {
    choice(values.map { (name: $0.key, value: $0.value) })
  }

  /// Parses one of several words and returns its value.
  package static func choice(_ values: [(name: String, value: Value)]) -> ArgumentValue {
    let words = values.map(\.name)
    return ArgumentValue(.choice(words)) { word throws(ArgumentProblem) in
      for (name, value) in values where name.utf8.elementsEqual(word) { return value }
      throw ArgumentProblem("expected \(TextLayout.alternatives(words))")
    }
  }
}

extension ArgumentValue where Value == String {
  /// Parses text in UTF-8, which may be empty.
  package static var text: ArgumentValue { text { $0 } }
}

extension ArgumentValue where Value == Int {
  /// Parses an integer in decimal digits, within a range.
  package static func integer(in range: ClosedRange<Int> = 0 ... .max) -> ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in
      // `Int` accepts a leading plus sign, but a command line must not contain one.
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
  /// Parses one of the raw values of an enumeration.
  package static var choice: ArgumentValue {
    let words = Value.allCases.map(\.rawValue)
    return ArgumentValue(.choice(words)) { word throws(ArgumentProblem) in
      for value in Value.allCases where value.rawValue.utf8.elementsEqual(word) { return value }
      throw ArgumentProblem("expected \(TextLayout.alternatives(words))")
    }
  }
}
