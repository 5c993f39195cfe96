public import Foundation

/// A document with what was lost in writing it.
public struct Written: Sendable {
  /// What was written.
  public let contents: DocumentContents
  /// What the step really dropped.
  public let losses: [Loss]
  /// Remarks that are not losses; a sentence each.
  public let warnings: [String]

  /// Makes a result of bytes; without losses it is exact.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - losses: what the step dropped.
  ///   - warnings: remarks that are not losses; a sentence each.
  public init(_ data: Data, losses: [Loss] = [], warnings: [String] = []) {
    self.init(.data(data), losses: losses, warnings: warnings)
  }

  /// Makes a result of bytes or a folder; without losses it is exact.
  ///
  /// - Parameters:
  ///   - contents: the bytes, or the files of a folder.
  ///   - losses: what the step dropped.
  ///   - warnings: remarks that are not losses; a sentence each.
  public init(_ contents: DocumentContents, losses: [Loss] = [], warnings: [String] = []) {
    self.contents = contents
    self.losses = losses
    self.warnings = warnings
  }

  /// The bytes; none for a folder.
  public var data: Data { contents.bytes }
}

/// Makes a type's bytes of a value.
///
/// A writer writes only the types it names: bytes that suit a type do not suit all that conform to it.
public struct RepresentationWriter: Sendable {
  /// The writer's name, unique among writers: `json`.
  public let name: String
  /// The types it writes, and no others.
  public let typeIdentifiers: [String]
  /// The kind of value it takes.
  public let kind: AnyValueKind
  /// What writing can lose; what it did lose is in the result.
  public let mayLose: Set<LossKind>
  /// The work it takes, compared with that of other writers; decides only between otherwise equal paths.
  public let cost: Int
  /// How many of the values can be written.
  public let acceptance: Acceptance
  package let write: @Sendable (any Sendable, _ typeIdentifier: String) throws -> Written
  /// Returns what the writer needs and does not find, such as a library that is not installed; nil if nothing is
  /// missing.
  ///
  /// It is called only for a writer that a plan would use.
  package var missing: (@Sendable () -> CoderError?)?
  /// Whether the writer holds all events before it writes the document.
  var holdsDocument = true
  /// The writer's event form: an ``EventWriter``; nil for a writer that takes only whole values.
  var events: (any Sendable)?

  /// Makes a writer of a function, which is given the value and the one type requested.
  ///
  /// - Parameters:
  ///   - name: its name, unique among coders of this sort.
  ///   - typeIdentifiers: the types it writes, and no others.
  ///   - kind: the kind of value that it takes.
  ///   - mayLose: the kinds of loss that are possible.
  ///   - cost: the work, compared with that of other coders.
  ///   - acceptance: how many of the values it takes.
  ///   - write: makes the bytes of a value, in the type of its second argument.
  public init<Value>(
    _ name: String, writes typeIdentifiers: [String], from kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, takes acceptance: Acceptance = .every,
    write: @escaping @Sendable (Value, _ typeIdentifier: String) throws -> Written
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.kind = kind.erased
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.acceptance = acceptance
    self.write = { value, typeIdentifier in
      guard let value = value as? Value else {
        preconditionFailure("a plan handed \(name) a value of another kind")
      }
      return try write(value, typeIdentifier)
    }
  }
}
