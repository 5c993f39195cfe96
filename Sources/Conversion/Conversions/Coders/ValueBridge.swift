/// How many of the values of its kind a step takes; the others it refuses with an error.
public enum Acceptance: Sendable, Comparable {
  /// Every value, whatever is lost of it.
  case every
  /// Values of a certain form, such as arrays of objects where a table is wanted. A plan leads through such a step only
  /// where no other way is.
  case some
  /// Hardly any value, such as the texts that are one link. A plan crosses no bridge after such a step.
  /// Values that the step refuses need another plan anyway.
  case few
}

/// Makes one kind of value of another.
public struct ValueBridge: Sendable {
  /// The bridge's name, unique among bridges: `link to text`.
  public let name: String
  /// The kind of value it takes.
  public let source: AnyValueKind
  /// The kind of value it makes.
  public let destination: AnyValueKind
  /// What bridging can lose; what it did lose is in the reading.
  public let mayLose: Set<LossKind>
  /// The work it takes, compared with that of other bridges; decides only between otherwise equal paths.
  public let cost: Int
  /// How many of the values can cross.
  public let acceptance: Acceptance
  package let bridge: @Sendable (any Sendable) throws -> Reading<any Sendable>
  /// Returns what the reader or writer behind the bridge lacks; see ``RepresentationReader``.
  var missing: (@Sendable () -> CoderError?)?
  /// Joins the bridge's event form with that of a writer after it, as an event form of a writer of what the bridge
  /// takes; nil for others.
  var join: (@Sendable (_ writer: any Sendable) -> (any Sendable)?)?

  /// Makes a bridge of a function, which throws when this value cannot cross.
  ///
  /// - Parameters:
  ///   - name: its name, unique among coders of this sort.
  ///   - source: the kind of value that it takes.
  ///   - destination: the kind of value that it makes.
  ///   - mayLose: the kinds of loss that are possible.
  ///   - cost: the work, compared with that of other coders.
  ///   - acceptance: how many of the values it takes.
  ///   - bridge: makes the value.
  public init<From, To>(
    _ name: String, from source: ValueKind<From>, to destination: ValueKind<To>, mayLose: [LossKind] = [],
    cost: Int = 1, takes acceptance: Acceptance = .every,
    bridge: @escaping @Sendable (From) throws -> Reading<To>
  ) {
    self.name = name
    self.source = source.erased
    self.destination = destination.erased
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.acceptance = acceptance
    self.bridge = { value in
      guard let value = value as? From else {
        preconditionFailure("a plan handed \(name) a value of another kind")
      }
      let reading = try bridge(value)
      return Reading(reading.value, losses: reading.losses, warnings: reading.warnings)
    }
  }

  /// Makes a bridge between kinds whose Swift types are known only at run time.
  init(
    _ name: String, from source: AnyValueKind, to destination: AnyValueKind, mayLose: Set<LossKind>,
    cost: Int, takes acceptance: Acceptance,
    bridge: @escaping @Sendable (any Sendable) throws -> Reading<any Sendable>
  ) {
    self.name = name
    self.source = source
    self.destination = destination
    self.mayLose = mayLose
    self.cost = cost
    self.acceptance = acceptance
    self.bridge = bridge
  }
}
