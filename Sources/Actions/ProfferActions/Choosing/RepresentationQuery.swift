public import ItemProviders
public import ProfferFileSystem
import ProviderBundles
package import UniformTypes

/// Which representation of each item of a bundle a receiver would get.
///
/// A conversion is considered only where nothing that an item offers fits an accepted type. Nothing is written.
public struct RepresentationQuery: Action {
  /// What a receiver would get; each choice is made when it is asked for, so that bundles of any size take little memory.
  public struct Outcome: Sendable {
    /// The bundle.
    public let bundle: FilePath
    /// How many items are asked about.
    public var count: Int { items.count }

    fileprivate let items: Range<Int>
    fileprivate let opened: ProviderBundle
    fileprivate let receiver: Receiver

    /// Gives the choice of each item, in their order.
    ///
    /// - Parameter body: called with each choice.
    /// - Throws: what the function throws, or the error of looking for conversions.
    public func forEach(_ body: (RepresentationChoice) throws -> Void) throws {
      var receiver = receiver
      for place in items {
        try body(
          receiver.choice(of: opened.items[place - opened.openedItems.lowerBound], number: place + 1))
      }
    }
  }

  /// What a receiver accepts.
  public enum Accepted: Sendable {
    /// Types, most wanted first.
    case types([TypeReference])
    /// What a profile says: its name, or the path of its file.
    case profile(String)
  }

  /// The bundle.
  public var bundle: ActionInput
  /// What the receiver accepts.
  public var accepted: Accepted
  /// The only item, or the only representation, that is asked about; nil asks about all.
  public var place: BundlePlace?
  /// Whose order takes precedence; nil is that of the profile, or the receiver's.
  public var outerLoop: FidelityOrder.OuterLoop?

  /// Whether the order of the item takes precedence over that of the receiver; nil leaves it to the profile.
  package var prefersItem: Bool? {
    get { outerLoop.map { $0 == .provider } }
    set { outerLoop = newValue.map { $0 ? .provider : .receiver } }
  }

  /// Asks about the items of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - accepted: what the receiver accepts.
  public init(of bundle: ActionInput, accepting accepted: Accepted) {
    self.bundle = bundle
    self.accepted = accepted
  }

  /// Opens the bundle; the choices are made as they are asked for.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the choices.
  /// - Throws: the error of opening the bundle, and `noSuchPlace`, `unknownProfile` or `unknownType`.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(item: place?.item, in: context)
    try context.types.include(typesOf: bundle)
    let (types, order) = try accepted.resolved(preferring: outerLoop, in: context)
    let items = try bundle.places(numbered: place?.item)
    if let place, let first = items.first {
      try place.requireRepresentation(of: bundle.items[first - bundle.openedItems.lowerBound], in: bundle)
    }
    return Outcome(
      bundle: bundle.path, items: items, opened: bundle,
      receiver: Receiver(
        of: bundle, accepting: types, by: order, onlyAt: place?.representationIndex, in: context))
  }
}

extension RepresentationQuery.Accepted {
  /// The types, and the rule of choice.
  ///
  /// - Parameter outerLoop: whose order takes precedence; nil leaves it to the profile.
  package func resolved(
    preferring outerLoop: FidelityOrder.OuterLoop? = nil, in context: ActionContext
  ) throws -> (types: [UTType], order: FidelityOrder) {
    var outerLoop = outerLoop
    let words: [TypeReference]
    switch self {
    case .types(let types): words = types
    case .profile(let name):
      let profile = try ReceiverProfile(name, in: context.folders)
      words = profile.accepts
      if outerLoop == nil, profile.prefersProvider { outerLoop = .provider }
    }
    let types = try words.map { try $0.resolved(in: context) }
    return (types, FidelityOrder(outerLoop: outerLoop ?? .receiver, registry: context.types.registry))
  }
}
