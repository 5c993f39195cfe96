/// Whether a step accepts all values of its source kind, or only some or few.
///
/// The step throws an error for a value that it does not accept.
public enum Acceptance: Sendable, Comparable {
  /// All values, although some content may be lost.
  case every
  /// Values of a certain form, such as file URLs among links.
  ///
  /// A plan includes such a step only if there is no other path.
  case some
  /// Very few values, such as text that consists of one link.
  ///
  /// In a plan, only a writer may follow such a step.
  case few
}

/// A choice that a document converter offers.
public enum ConverterChoice: Sendable {
  /// The page of the document that is converted.
  case page
  /// The size of the picture that is drawn.
  case size
}

/// Converts one kind of value to another.
public struct ValueBridge: Sendable {
  /// The bridge's name, unique among bridges, such as `link to text`.
  public let name: String
  /// The kind of value that the bridge accepts.
  public let source: AnyValueKind
  /// The kind of value that the bridge makes.
  public let destination: AnyValueKind
  /// The kinds of loss that bridging can cause; each ``Reading`` reports the actual losses.
  public let mayLose: Set<LossKind>
  /// The relative cost of bridging; used only to choose between otherwise equal paths.
  public let cost: Int
  /// The values that can be bridged: all of them, or only some.
  public let acceptance: Acceptance
  /// Converts a value; the limits apply to documents that are read on the way.
  package let bridge: @Sendable (any Sendable, ReadingLimits) throws -> Reading<any Sendable>
  /// Returns an error if a dependency of the reader or writer in the bridge is missing; see
  /// ``RepresentationReader``.
  var missing: (@Sendable () -> CoderError?)?
  /// The name of the document converter that the bridge runs; nil for any other bridge.
  package var converterName: String?
  /// The choices that the document converter of the bridge offers; empty if the bridge runs no converter.
  package var converterChoices: Set<ConverterChoice> = []
  /// Joins the bridge's streaming form with the streaming form of the next writer.
  ///
  /// Returns the streaming form of a writer for the bridge's source kind; nil if the event types differ.
  var join: (@Sendable (_ writer: any Sendable) -> (any Sendable)?)?

  /// Makes a bridge from a function.
  ///
  /// - Parameters:
  ///   - name: the bridge's name, unique among bridges.
  ///   - source: the kind of value that the bridge accepts.
  ///   - destination: the kind of value that the bridge makes.
  ///   - mayLose: the kinds of loss that bridging can cause.
  ///   - cost: the cost relative to other coders.
  ///   - acceptance: the values that can be bridged: all of them, or only some.
  ///   - bridge: converts a value; throws if the value cannot be converted.
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
    self.bridge = { value, _ in
      guard let value = value as? From else {
        preconditionFailure("the conversion plan passed \(name) a value of the wrong kind")
      }
      let reading = try bridge(value)
      return Reading(reading.value, losses: reading.losses, warnings: reading.warnings)
    }
  }

  /// Makes a bridge between kinds whose Swift types are known only at run time.
  init(
    _ name: String, from source: AnyValueKind, to destination: AnyValueKind, mayLose: Set<LossKind>,
    cost: Int, takes acceptance: Acceptance,
    bridge: @escaping @Sendable (any Sendable, ReadingLimits) throws -> Reading<any Sendable>
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
