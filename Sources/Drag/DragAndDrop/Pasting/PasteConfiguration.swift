public import ItemProviders
import UniformTypes

/// The types that a view takes when something is pasted or dropped, most wanted first.
public struct PasteConfiguration: Hashable, Sendable {
  /// The types, in the order of wanting, each once.
  public private(set) var acceptableTypeIdentifiers: [String] = []

  /// Takes these types.
  public init(acceptableTypeIdentifiers: [String]) { addAcceptableTypeIdentifiers(acceptableTypeIdentifiers) }

  /// Takes what a value of the type can be read of, in its order.
  public init<Object: ItemProviderReading>(forAccepting type: Object.Type) {
    addTypeIdentifiers(forAccepting: type)
  }

  /// Takes more types; one that is there keeps its place.
  public mutating func addAcceptableTypeIdentifiers(_ typeIdentifiers: [String]) {
    for type in typeIdentifiers where !acceptableTypeIdentifiers.contains(type) {
      acceptableTypeIdentifiers.append(type)
    }
  }

  /// Takes what a value of another type can be read of, too.
  public mutating func addTypeIdentifiers<Object: ItemProviderReading>(forAccepting type: Object.Type) {
    addAcceptableTypeIdentifiers(Object.readableTypeIdentifiersForItemProvider)
  }

  /// Whether a provider has a representation of, or conforming to, one of the types.
  public func accepts(_ provider: ItemProvider) -> Bool { bestType(of: provider) != nil }

  /// The representation of a provider that fits best, as its registered type; nil when none does.
  public func bestType(of provider: ItemProvider) -> String? {
    let offered = provider.registeredTypeIdentifiers
    return FidelityOrder().index(among: offered, accepting: acceptableTypeIdentifiers).map { offered[$0] }
  }
}
