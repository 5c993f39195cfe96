public import Foundation

/// The bytes of a representation on their way into a reader.
public struct RepresentationSource: Sendable {
  /// The bytes.
  public let data: Data
  /// The type the bytes were declared under; it conforms to one that the reader names.
  public let typeIdentifier: String
  /// The name of the thing, where it has one.
  public let name: String?

  /// Makes a source of bytes declared as a type.
  public init(_ data: Data, typeIdentifier: String, name: String? = nil) {
    self.data = data
    self.typeIdentifier = typeIdentifier
    self.name = name
  }
}

/// A value with what was lost in making it and what its maker wants to say.
public struct Reading<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// What the step really dropped.
  public let losses: [Loss]
  /// Remarks that are no losses, such as a repaired mistake in the input; a sentence each.
  public let warnings: [String]

  /// Makes a reading; without losses it is exact.
  public init(_ value: Value, losses: [Loss] = [], warnings: [String] = []) {
    self.value = value
    self.losses = losses
    self.warnings = warnings
  }
}

/// Makes a value of a type's bytes.
///
/// A reader reads every type that conforms to one it names.
public struct RepresentationReader: Sendable {
  /// The reader's name, unique among readers: `json`.
  public let name: String
  /// The types it reads, with all that conform to them.
  public let typeIdentifiers: [String]
  /// The kind of value it makes.
  public let kind: AnyValueKind
  /// What reading can lose; what it did lose is in the reading.
  public let mayLose: Set<LossKind>
  /// The work it takes, against that of other readers; decides only between otherwise equal paths.
  public let cost: Int
  let read: @Sendable (RepresentationSource) throws -> Reading<any Sendable>

  /// Makes a reader of a function.
  ///
  /// The function throws when the bytes are not of the type; it reports what it drops and never drops in silence.
  public init<Value>(
    _ name: String, reads typeIdentifiers: [String], as kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, read: @escaping @Sendable (RepresentationSource) throws -> Reading<Value>
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.kind = kind.erased
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.read = { source in
      let reading = try read(source)
      return Reading(reading.value, losses: reading.losses, warnings: reading.warnings)
    }
  }
}
