public import ItemProviders
public import ProfferFileSystem
import ProviderBundles
package import UniformTypes

/// An action that finds, for each item of a bundle, the representation that a receiver would load.
///
/// A conversion is considered only if no representation of an item matches an accepted type. The action does
/// not write files.
public struct RepresentationQuery: Action {
  /// The choices for a receiver, computed on demand so that large bundles use little memory.
  public struct Outcome: Sendable {
    /// The bundle.
    public let bundle: FilePath
    /// The number of queried items.
    public var count: Int { items.count }

    fileprivate let items: Range<Int>
    fileprivate let opened: ProviderBundle
    fileprivate let receiver: Receiver

    /// Calls a function with the choice for each item, in order.
    ///
    /// - Parameter body: called with each choice.
    /// - Throws: the errors that `body` throws, or the error of the search for conversions.
    public func forEach(_ body: (RepresentationChoice) throws -> Void) throws {
      var receiver = receiver
      for place in items {
        try body(
          receiver.choice(of: opened.items[place - opened.openedItems.lowerBound], number: place + 1))
      }
    }
  }

  /// The types that a receiver accepts.
  public enum Accepted: Sendable {
    /// Types, in order of preference.
    case types([TypeReference])
    /// The types of the profile with the given name, or in the given file.
    case profile(String)
  }

  /// The bundle.
  public var bundle: ActionInput
  /// The types that the receiver accepts.
  public var accepted: Accepted
  /// The only item or representation to query; if nil, all items are queried.
  public var place: PlaceReference?
  /// Whose order of preference takes precedence: the item's or the receiver's.
  ///
  /// If nil, the profile determines the order. If there is no profile, the receiver's order takes precedence.
  public var outerLoop: FidelityOrder.OuterLoop?

  /// Whether the item's order takes precedence over the receiver's; if nil, the profile determines the order.
  package var prefersItem: Bool? {
    get { outerLoop.map { $0 == .provider } }
    set { outerLoop = newValue.map { $0 ? .provider : .receiver } }
  }

  /// Creates a query about the items of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - accepted: the types that the receiver accepts.
  public init(of bundle: ActionInput, accepting accepted: Accepted) {
    self.bundle = bundle
    self.accepted = accepted
  }

  /// Opens the bundle.
  ///
  /// The choices are computed later, by ``Outcome/forEach(_:)``.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the choices.
  /// - Throws: ``ActionError`` with the code `noSuchPlace`, `unknownProfile` or `unknownType`; another error
  ///   if the bundle cannot be opened.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(item: place?.itemNumber, in: context)
    try context.types.include(typesOf: bundle)
    let place = try place?.resolved(in: bundle, for: context.identity)
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
  /// Returns the accepted types, and the order used to select a representation.
  ///
  /// - Parameter outerLoop: the order that takes precedence; if nil, the profile determines the order.
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
    let types: [UTType]
    do {
      types = try words.flatMap { try $0.accepted(in: context) }
    } catch let error as ActionError where error.isMisuse && isProfile {
      // The word is in the file of the profile, and not in the request.
      throw ActionError.failure(error.reason, code: error.code)
    }
    return (types, FidelityOrder(outerLoop: outerLoop ?? .receiver, registry: context.types.registry))
  }

  private var isProfile: Bool { if case .profile = self { true } else { false } }

  /// Returns the filename extensions that the user typed, keyed by type.
  package func fileExtensions(in context: ActionContext) throws -> [UTType: String] {
    if case .types(let words) = self { try words.fileExtensions(in: context) } else { [:] }
  }
}
