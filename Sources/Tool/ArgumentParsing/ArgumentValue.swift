/// How the bytes of a word become a value, and what completions offer for it.
///
///     option("--count", "N", to: \.count, as: .integer(in: 1...100), help: "…")
///     option("--prefer", "WHO", to: \.order, as: .choice(["receiver": .receiver, "provider": .provider]), help: "…")
///     operands("FILE", appendingTo: \.words, as: PathArgument.input, help: "…")
package struct ArgumentValue<Value: Sendable>: Sendable {
  package let kind: ValueKind
  package let read: @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value

  /// - Parameter read: throws what was expected, in words that continue after a colon.
  package init(
    _ kind: ValueKind, read: @escaping @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value
  ) {
    self.kind = kind
    self.read = read
  }

  /// The same value, with other completions.
  package func completed(by kind: ValueKind) -> ArgumentValue { ArgumentValue(kind, read: read) }

  /// The same word, converted to something else.
  package func map<Other>(_ convert: @escaping @Sendable (Value) -> Other) -> ArgumentValue<Other> {
    ArgumentValue<Other>(kind) { word throws(ArgumentProblem) in convert(try read(word)) }
  }
}

/// What completions offer for a value.
package enum ValueKind: Equatable, Sendable {
  /// Any text; nothing can be offered.
  case text
  case file
  case folder
  /// A file whose name ends in an extension, given without its dot; folders lead to it.
  case document(String)
  /// What the program itself prints for a kind of that name: `PROGRAM __complete KIND WORD WORDS…` prints a line for each
  /// candidate that begins with the word, with a description after a tab. The further words are those on the command line.
  case computed(String)
  /// One of these words and no other.
  case choice([String])
}

extension ArgumentValue {
  /// Text in UTF-8, converted to something else.
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

  /// One of some words, each with the value that it stands for.
  package static func choice(_ values: KeyValuePairs<String, Value>) -> ArgumentValue {
    choice(values.map { (name: $0.key, value: $0.value) })
  }

  /// One of some words, each with its value.
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
