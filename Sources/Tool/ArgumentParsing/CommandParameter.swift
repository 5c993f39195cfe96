/// The property that a parameter fills.
package typealias PropertyPath<Arguments, Value> = any WritableKeyPath<Arguments, Value> & Sendable

/// An option that takes a value.
///
/// Names are given with their dashes, then the placeholder that stands for the value in help:
/// `Option("-o", "--output", "BUNDLE", \.output, as: .file, help: "Write the bundle there.")`
package struct Option<Arguments: Sendable>: Sendable {
  let description: OptionDescription
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void

  /// An option that may stand once, or must if it is required; without it the property keeps its first value.
  package init<Value>(
    _ spelling: String..., to path: PropertyPath<Arguments, Value>,
    as value: ArgumentValue<Value>,
    isRequired: Bool = false, help: String
  ) {
    description = OptionDescription(spelling, value.kind, isRequired: isRequired, help: help)
    apply = { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
  }

  /// An option that may stand once; without it the property stays nil.
  package init<Value>(
    _ spelling: String..., to path: PropertyPath<Arguments, Value?>,
    as value: ArgumentValue<Value>,
    isRequired: Bool = false, help: String
  ) {
    description = OptionDescription(spelling, value.kind, isRequired: isRequired, help: help)
    apply = { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
  }

  /// An option that may stand often, each time adding to a list; several parameters may share one list, which then
  /// has their order.
  package init<Value>(
    _ spelling: String..., appendingTo path: PropertyPath<Arguments, [Value]>,
    as value: ArgumentValue<Value>, isRequired: Bool = false, help: String
  ) {
    description = OptionDescription(
      spelling, value.kind, isRequired: isRequired, isRepeatable: true, help: help)
    apply = { arguments, word throws(ArgumentProblem) in
      let value = try value.read(word)
      arguments[keyPath: path].append(value)
    }
  }

  /// An option whose value is several, parted by commas, and which may stand often too.
  package init<Value>(
    _ spelling: String..., appendingListTo path: PropertyPath<Arguments, [Value]>,
    as value: ArgumentValue<Value>, isRequired: Bool = false, help: String
  ) {
    description = OptionDescription(
      spelling, value.kind, isList: true, isRequired: isRequired, isRepeatable: true, help: help)
    apply = { arguments, word throws(ArgumentProblem) in
      for part in word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        if part.isEmpty { throw ArgumentProblem("an element between the commas is empty") }
        let value = try value.read(Array(part))
        arguments[keyPath: path].append(value)
      }
    }
  }
}

/// An option without a value.
///
/// It may stand often and then says nothing more, unless it adds to a list.
package struct Flag<Arguments: Sendable>: Sendable {
  let description: OptionDescription
  let apply: @Sendable (inout Arguments) -> Void

  /// A flag that makes a property true.
  package init(_ names: String..., to path: PropertyPath<Arguments, Bool>, help: String) {
    description = OptionDescription(flag: names, help: help)
    apply = { $0[keyPath: path] = true }
  }

  /// A flag that gives a property a value; of several for one property the last counts.
  package init<Value: Sendable>(
    _ names: String..., to path: PropertyPath<Arguments, Value>, value: Value, help: String
  ) {
    description = OptionDescription(flag: names, help: help)
    apply = { $0[keyPath: path] = value }
  }

  /// A flag that adds a value to a list each time it stands.
  package init<Value: Sendable>(
    _ names: String..., appendingTo path: PropertyPath<Arguments, [Value]>, value: Value,
    help: String
  ) {
    description = OptionDescription(flag: names, isRepeatable: true, help: help)
    apply = { $0[keyPath: path].append(value) }
  }
}

/// An operand that stands once.
package struct Operand<Arguments: Sendable>: Sendable {
  let description: OperandDescription
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void

  /// An operand that must be there.
  package init<Value>(
    _ placeholder: String, to path: PropertyPath<Arguments, Value>,
    as value: ArgumentValue<Value>,
    help: String
  ) {
    description = OperandDescription(placeholder: placeholder, kind: value.kind, count: 1...1, help: help)
    apply = { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
  }

  /// An operand that may be left out; the property then stays nil.
  package init<Value>(
    _ placeholder: String, to path: PropertyPath<Arguments, Value?>,
    as value: ArgumentValue<Value>,
    help: String
  ) {
    description = OperandDescription(placeholder: placeholder, kind: value.kind, count: 0...1, help: help)
    apply = { arguments, word throws(ArgumentProblem) in arguments[keyPath: path] = try value.read(word) }
  }
}

/// The operands that are left when those before them have theirs.
package struct Operands<Arguments: Sendable>: Sendable {
  let description: OperandDescription
  let apply: @Sendable (inout Arguments, _ word: [UInt8]) throws(ArgumentProblem) -> Void

  /// Adds each operand to a list; options may add to the same list, which then has the order of the command line.
  package init<Value>(
    _ placeholder: String, appendingTo path: PropertyPath<Arguments, [Value]>,
    as value: ArgumentValue<Value>, count: ClosedRange<Int> = 1 ... .max, help: String
  ) {
    description = OperandDescription(placeholder: placeholder, kind: value.kind, count: count, help: help)
    apply = { arguments, word throws(ArgumentProblem) in
      let value = try value.read(word)
      arguments[keyPath: path].append(value)
    }
  }
}

extension OptionDescription {
  /// From names and a placeholder, as in `"-o", "--output", "BUNDLE"`.
  init(
    _ spelling: [String], _ kind: ValueKind, isList: Bool = false, isRequired: Bool,
    isRepeatable: Bool = false,
    help: String
  ) {
    guard let placeholder = spelling.last, !placeholder.hasPrefix("-") else {
      preconditionFailure("the option \(spelling) has no placeholder")
    }
    self.init(
      names: OptionDescription.checked(Array(spelling.dropLast())), placeholder: placeholder, kind: kind,
      isList: isList, isRequired: isRequired, isRepeatable: isRepeatable, help: help)
  }

  init(flag names: [String], isRepeatable: Bool = false, help: String) {
    self.init(
      names: OptionDescription.checked(names), placeholder: nil, kind: .text, isList: false,
      isRequired: false,
      isRepeatable: isRepeatable, help: help)
  }

  private static func checked(_ names: [String]) -> [String] {
    precondition(!names.isEmpty, "an option without a name")
    for name in names {
      let isShort = name.utf8.count == 2 && name.hasPrefix("-") && name != "--"
      let isLong = name.utf8.count > 3 && name.hasPrefix("--") && !name.contains("=")
      precondition(isShort || isLong, "\(name) is no option's name")
      precondition(!help.names.contains(name), "\(name) is the option that every command has")
    }
    return names
  }
}
