public import ItemProviders
import UniformTypes

/// The types that a view accepts when items are pasted or dropped, most preferred first.
public struct PasteConfiguration: Hashable, Sendable {
  /// The accepted types, most preferred first, each once.
  public private(set) var acceptableTypeIdentifiers: [String] = []

  /// Accepts these types.
  public init(acceptableTypeIdentifiers: [String]) { addAcceptableTypeIdentifiers(acceptableTypeIdentifiers) }

  /// Accepts the types that a value can be read from, in its order.
  public init<Object: ItemProviderReading>(forAccepting type: Object.Type) {
    addTypeIdentifiers(forAccepting: type)
  }

  /// Accepts more types; a type that is already accepted keeps its position.
  public mutating func addAcceptableTypeIdentifiers(_ typeIdentifiers: [String]) {
    for type in typeIdentifiers where !acceptableTypeIdentifiers.contains(type) {
      acceptableTypeIdentifiers.append(type)
    }
  }

  /// Accepts the types that a value of another type can be read from as well.
  public mutating func addTypeIdentifiers<Object: ItemProviderReading>(forAccepting type: Object.Type) {
    addAcceptableTypeIdentifiers(Object.readableTypeIdentifiersForItemProvider)
  }

  /// Whether a provider has a representation of, or conforming to, one of the types.
  public func accepts(_ provider: ItemProvider) -> Bool { bestType(of: provider) != nil }

  /// The registered type of a provider's best representation for this configuration; nil if none is accepted.
  public func bestType(of provider: ItemProvider) -> String? {
    let offered = provider.registeredTypeIdentifiers
    return FidelityOrder().index(among: offered, accepting: acceptableTypeIdentifiers).map { offered[$0] }
  }
}

/// An object that items can be pasted into; a view with a paste configuration also receives drops.
@MainActor
public protocol PasteConfigurationSupporting: AnyObject {
  /// The types that can be pasted; nil if none can.
  var pasteConfiguration: PasteConfiguration? { get set }
  /// Whether at least one of the providers can be pasted.
  func canPaste(_ itemProviders: [ItemProvider]) -> Bool
  /// Pastes the providers.
  func paste(itemProviders: [ItemProvider])
}
