/// How the bytes of a word become a value, and what completions may offer for it.
///
///     Option("--count", "N", \.count, as: .integer(in: 1...100), help: "…")
///     Option("--as", "KIND", \.kind, as: .choice(["data": .data, "file": .file]), help: "…")
///     Operands("FILE", appendingTo: \.words, as: .file(PackWord.file), help: "…")
package struct ArgumentValue<Value: Sendable>: Sendable {
  package let kind: ValueKind
  package let read: @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value

  /// - Parameter read: throws what was expected, in words that go on after a colon.
  package init(
    _ kind: ValueKind, read: @escaping @Sendable (_ word: [UInt8]) throws(ArgumentProblem) -> Value
  ) {
    self.kind = kind
    self.read = read
  }
}

/// What completions may offer for a value.
package enum ValueKind: Equatable, Sendable {
  /// Anything; nothing can be offered.
  case text
  case file
  case folder
  /// One of these words and no other.
  case choice([String])
  /// The lines that the program prints when it is run with these words and then the one being completed.
  case computed([String])
}

// MARK: - Bytes and text

extension ArgumentValue {
  /// The path of a file, made into something else.
  package static func file(
    _ make: @escaping @Sendable ([UInt8]) throws(ArgumentProblem) -> Value
  ) -> ArgumentValue {
    ArgumentValue(.file, read: make)
  }

  /// Text, made into something else.
  package static func text(
    _ make: @escaping @Sendable (String) throws(ArgumentProblem) -> Value
  ) -> ArgumentValue {
    ArgumentValue(.text) { word throws(ArgumentProblem) in try make(decodedText(word)) }
  }

  /// Text that the program itself can complete, made into something else; `words` are those of `ValueKind.computed`.
  package static func computed(
    by words: String..., make: @escaping @Sendable (String) throws(ArgumentProblem) -> Value
  ) -> ArgumentValue {
    ArgumentValue(.computed(words)) { word throws(ArgumentProblem) in try make(decodedText(word)) }
  }

  private static func decodedText(_ word: [UInt8]) throws(ArgumentProblem) -> String {
    guard let text = String(validating: word, as: UTF8.self) else {
      throw ArgumentProblem("expected text in UTF-8")
    }
    return text
  }
}

extension ArgumentValue where Value == [UInt8] {
  /// The path of a file, byte by byte as it was typed; empty is refused.
  package static var file: ArgumentValue { path(.file) }

  /// The path of a folder, byte by byte as it was typed; empty is refused.
  package static var folder: ArgumentValue { path(.folder) }

  private static func path(_ kind: ValueKind) -> ArgumentValue {
    ArgumentValue(kind) { word throws(ArgumentProblem) in
      if word.isEmpty { throw ArgumentProblem("expected a path") }
      return word
    }
  }
}

extension ArgumentValue where Value == String {
  /// Text in UTF-8, empty text included.
  package static var text: ArgumentValue { text { $0 } }

  /// Text that the program itself can complete; `words` are those of `ValueKind.computed`.
  package static func computed(by words: String...) -> ArgumentValue {
    ArgumentValue(.computed(words), read: text.read)
  }
}

// MARK: - Numbers and choices

extension ArgumentValue where Value == Int {
  /// A whole number in decimal digits, within a range.
  package static func integer(in range: ClosedRange<Int> = 0 ... .max) -> ArgumentValue {
    let expected =
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): "expected a whole number"
      case (let least, .max): "expected a whole number, \(least) or more"
      case (let least, let most): "expected a whole number from \(least) to \(most)"
      }
    return ArgumentValue(.text) { word throws(ArgumentProblem) in
      // A leading plus is no way to write a number here, though `Int` takes it.
      guard let text = String(validating: word, as: UTF8.self), !text.hasPrefix("+"), let value = Int(text),
        range.contains(value)
      else { throw ArgumentProblem(expected) }
      return value
    }
  }
}

extension ArgumentValue {
  /// One of some words, each with what it means.
  package static func choice(_ values: KeyValuePairs<String, Value>) -> ArgumentValue {
    let words = values.map(\.key)
    return ArgumentValue(.choice(words)) { word throws(ArgumentProblem) in
      guard let match = values.first(where: { $0.key.utf8.elementsEqual(word) }) else {
        throw ArgumentProblem("expected \(WordText.alternatives(words))")
      }
      return match.value
    }
  }
}

extension ArgumentValue where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of an enumeration's raw values.
  package static var choice: ArgumentValue {
    let words = Value.allCases.map(\.rawValue)
    return ArgumentValue(.choice(words)) { word throws(ArgumentProblem) in
      guard let match = Value.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word) }) else {
        throw ArgumentProblem("expected \(WordText.alternatives(words))")
      }
      return match
    }
  }
}
