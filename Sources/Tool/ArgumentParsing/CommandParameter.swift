/// The property that a parameter fills.
package typealias PropertyPath<Arguments, Value> = any WritableKeyPath<Arguments, Value> & Sendable

/// One line of a declaration: an option, a flag or an operand, and the property that it fills.
///
/// Names are given with their dashes, then the placeholder that stands for the value in help:
/// `option("-o", "--output", "BUNDLE", to: \.output, as: .file, help: "Write the bundle there.")`
package struct CommandParameter<Arguments: Sendable>: Sendable {
  enum Kind: Sendable {
    /// An option, or a flag: an option without a placeholder.
    case option(OptionDescription)
    case operand(OperandDescription)
  }

  let kind: Kind
  /// Fills the property; the word is empty for a flag.
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void
}

// MARK: Options

/// An option that may be given once, or must be if it is required; without it the property keeps its first value.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An option that may be given once; without it the property stays nil.
package func option<Arguments, Value>(
  _ spelling: String..., to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  isRequired: Bool = false, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRequired: isRequired, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// An option that may be repeated and adds to a list; parameters that share a list keep their order in it.
package func option<Arguments, Value>(
  _ spelling: String..., appendingTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isRepeatable: true, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    let value = try value.read(word)
    arguments[keyPath: path].append(value)
  }
}

/// An option that may be repeated and whose value is a list, separated by commas.
package func option<Arguments, Value>(
  _ spelling: String..., appendingListTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(spelling, value.kind, isList: true, isRepeatable: true, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    for part in word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      if part.isEmpty { throw ArgumentProblem("an element between the commas is empty") }
      let value = try value.read(Array(part))
      arguments[keyPath: path].append(value)
    }
  }
}

// MARK: Flags

/// A flag that makes a property true; to repeat it changes nothing.
package func flag<Arguments>(
  _ names: String..., to path: PropertyPath<Arguments, Bool>, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = true
  }
}

/// A flag that gives a property a value; of several flags for one property the last one wins.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., to path: PropertyPath<Arguments, Value>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(kind: .option(OptionDescription(flag: names, help: help))) { arguments, _ in
    arguments[keyPath: path] = value
  }
}

/// A flag that adds a value to a list each time it is given.
package func flag<Arguments, Value: Sendable>(
  _ names: String..., appendingTo path: PropertyPath<Arguments, [Value]>, value: Value, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .option(OptionDescription(flag: names, isRepeatable: true, help: help))
  ) { arguments, _ in arguments[keyPath: path].append(value) }
}

// MARK: Operands

/// One operand that is required.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 1...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// One operand that may be omitted; the property then stays nil.
package func operand<Arguments, Value>(
  _ placeholder: String, to path: PropertyPath<Arguments, Value?>, as value: ArgumentValue<Value>,
  help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: 0...1, help: help))
  ) { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
}

/// The remaining operands, each added to a list; options may add to the same list, which keeps the order of the command
/// line.
package func operands<Arguments, Value>(
  _ placeholder: String, appendingTo path: PropertyPath<Arguments, [Value]>,
  as value: ArgumentValue<Value>, count: ClosedRange<Int> = 1 ... .max, help: String
) -> CommandParameter<Arguments> {
  CommandParameter(
    kind: .operand(OperandDescription(placeholder: placeholder, kind: value.kind, count: count, help: help))
  ) { arguments, word throws(ArgumentProblem) in
    let value = try value.read(word)
    arguments[keyPath: path].append(value)
  }
}
