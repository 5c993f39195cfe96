/// The values of its kind that a step accepts; it throws an error for the others.
public enum Acceptance: Sendable, Comparable {
  /// All values, whatever losses occur.
  case every
  /// Values of a certain form, such as arrays of objects for a table.
  ///
  /// A plan includes such a step only if there is no other path.
  case some
  /// Very few values, such as text that consists of one link.
  ///
  /// A plan has no bridge after such a step. Values that the step rejects need another plan anyway.
  case few
}

/// Converts one kind of value to another.
public struct ValueBridge: Sendable {
  /// The bridge's name, unique among bridges: `link to text`.
  public let name: String
  /// The kind of value that it accepts.
  public let source: AnyValueKind
  /// The kind of value that it makes.
  public let destination: AnyValueKind
  /// The losses that bridging can cause; the reading reports the actual losses.
  public let mayLose: Set<LossKind>
  /// The relative cost of bridging; used only to choose between otherwise equal paths.
  public let cost: Int
  /// Whether all values can be bridged, or only some.
  public let acceptance: Acceptance
  package let bridge: @Sendable (any Sendable) throws -> Reading<any Sendable>
  /// Returns an error for a missing dependency of the reader or writer in the bridge; see
  /// ``RepresentationReader``.
  var missing: (@Sendable () -> CoderError?)?
  /// Joins the bridge's streaming form with that of the next writer; nil if their events differ.
  ///
  /// The result is the streaming form of a writer of the bridge's source kind.
  var join: (@Sendable (_ writer: any Sendable) -> (any Sendable)?)?

  /// Makes a bridge from a function, which throws if it cannot convert the value.
  ///
  /// - Parameters:
  ///   - name: the bridge's name, unique among bridges.
  ///   - source: the kind of value that it accepts.
  ///   - destination: the kind of value that it makes.
  ///   - mayLose: the kinds of loss that are possible.
  ///   - cost: the relative cost compared with other coders.
  ///   - acceptance: whether it accepts all values, or only some.
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
