package import ProfferConversions
package import StructuredFormats
package import TestSupport

/// The result of a reader or writer, in the notation of cases.
package struct CaseOutcome {
  /// The content that is compared with the expected section.
  let bytes: [UInt8]
  let losses: [Loss]
  let warnings: [String]

  /// An outcome in any notation.
  package init(_ text: String, losses: [Loss] = [], warnings: [String] = []) {
    self.init(Array(text.utf8), losses: losses, warnings: warnings)
  }

  /// An outcome whose bytes are compared.
  package init(_ bytes: [UInt8], losses: [Loss] = [], warnings: [String] = []) {
    (self.bytes, self.losses, self.warnings) = (bytes, losses, warnings)
  }

  /// A value that was read.
  package init(_ reading: Reading<StructuredValue>) {
    self.init(ValueNotation.text(reading.value), losses: reading.losses, warnings: reading.warnings)
  }

  /// The output of a writer.
  package init(_ written: Written) {
    self.init([UInt8](written.data), losses: written.losses, warnings: written.warnings)
  }
}

extension Case {
  /// Writes the value in the input, and reads what is written back.
  ///
  /// If nothing is lost, the same value must be read back; otherwise the value in the section `read-back`, if the case
  /// has it.
  package func expectWritten(
    _ write: (StructuredValue) throws -> Written, readBack read: ([UInt8]) throws -> StructuredValue
  ) throws {
    let value = try inputValue()
    try expect { CaseOutcome(try write(value)) }
    guard outcome.name != "error" else { return }
    let expected: StructuredValue
    if let text = setting("read-back") {
      expected = try ValueNotation.value(text, path, line)
    } else if losses.isEmpty {
      expected = value
    } else {
      return
    }
    let actual = try read(outcome.bytes)
    if actual != expected {
      expectEqual(ValueNotation.text(actual), ValueNotation.text(expected), "the value that is read back")
    }
  }

  /// The value in the input.
  package func inputValue() throws -> StructuredValue {
    try ValueNotation.value(input.text, path, input.line)
  }

  /// Compares what a function returns or throws with the expected outcome, and all its losses and warnings with the
  /// expected ones.
  ///
  /// A section `value` is compared as a value; another section is compared byte by byte. A section `error` has the
  /// code and the position of the error (`invalidEscape at 2:5`), and on further lines its reason.
  package func expect(_ body: () throws -> CaseOutcome) throws {
    let outcome: CaseOutcome
    do {
      outcome = try body()
    } catch let error as CoderError {
      let actual = Self.notation(error)
      guard self.outcome.name == "error" else {
        return fail("the error “\(actual): \(error.message)” is not expected", at: self.outcome.line)
      }
      expectEqual(
        actual, self.outcome.lines.first ?? "", "the error (\(error.message))", at: self.outcome.line)
      if self.outcome.lines.count > 1 {
        expectEqual(
          error.subject.map { "\($0): \(error.reason)" } ?? error.reason,
          self.outcome.lines.dropFirst().joined(separator: "\n"), "the reason of the error",
          at: self.outcome.line)
      }
      return
    }
    let expected =
      switch self.outcome.name {
      case "error": Array("the error \(self.outcome.text)".utf8)
      case "value":
        Array(ValueNotation.text(try ValueNotation.value(self.outcome.text, path, self.outcome.line)).utf8)
      default: self.outcome.bytes
      }
    expectEqual(outcome.bytes, expected, "the outcome", at: self.outcome.line)
    guard self.outcome.name != "error" else { return }
    expectEqual(
      outcome.losses.total().map(Self.notation).sorted().joined(separator: "\n"),
      losses.sorted().joined(separator: "\n"), "the losses")
    expectEqual(outcome.warnings.joined(separator: "\n"), warnings.joined(separator: "\n"), "the warnings")
  }

  /// The code and the position of an error, as in a section `error`.
  package static func notation(_ error: CoderError) -> String {
    switch error.position {
    case .byte(let offset)?: "\(error.code.rawValue) at byte \(offset)"
    case .line(let line, let column)?: "\(error.code.rawValue) at \(line):\(column)"
    case nil: error.code.rawValue
    }
  }

  /// A loss as in a section `losses`: `comments 2`, `types 1: tags of values`.
  private static func notation(_ loss: Loss) -> String {
    "\(loss.kind) \(loss.isDeclared ? "perhaps" : String(loss.count))\(loss.detail.map { ": \($0)" } ?? "")"
  }
}
