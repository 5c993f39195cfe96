import ByteTools
public import Foundation
public import ItemProviders
import UniformTypes

/// The types that a view accepts when items are pasted or dropped, most preferred first.
@preconcurrency @MainActor
open class PasteConfiguration: NSObject, NSCopying {
  /// The accepted types, most preferred first, without duplicates.
  public var acceptableTypeIdentifiers: [String] { types.withLock { $0 } }
  // Locked, because `NSObject` compares, hashes and copies objects on any thread.
  private nonisolated let types: Locked<[String]>

  /// Makes a configuration that accepts no types.
  public override init() { types = Locked([]) }

  /// Makes a configuration that accepts the given types.
  ///
  /// - Parameter acceptableTypeIdentifiers: the types, most preferred first.
  public init(acceptableTypeIdentifiers: [String]) {
    types = Locked([])
    super.init()
    addAcceptableTypeIdentifiers(acceptableTypeIdentifiers)
  }

  /// Makes a configuration that accepts the types from which values of a class can be read.
  ///
  /// The class determines the order of the types.
  ///
  /// - Parameter type: the class of the values.
  public convenience init<Object: ItemProviderReading>(forAccepting type: Object.Type) {
    self.init(acceptableTypeIdentifiers: Object.readableTypeIdentifiersForItemProvider)
  }

  /// Adds accepted types; a type that is already accepted keeps its position.
  ///
  /// - Parameter typeIdentifiers: the types, most preferred first.
  open func addAcceptableTypeIdentifiers(_ typeIdentifiers: [String]) {
    types.withLock { types in
      for type in typeIdentifiers where !types.contains(type) { types.append(type) }
    }
  }

  /// Adds the types from which values of a class can be read.
  ///
  /// - Parameter type: the class of the values.
  public func addTypeIdentifiers<Object: ItemProviderReading>(forAccepting type: Object.Type) {
    addAcceptableTypeIdentifiers(Object.readableTypeIdentifiersForItemProvider)
  }

  /// Returns whether a provider has a representation that conforms to an accepted type.
  ///
  /// - Parameter provider: the provider.
  /// - Returns: `true` if one of the provider's representations is accepted.
  public func accepts(_ provider: ItemProvider) -> Bool { bestType(of: provider) != nil }

  /// Returns the registered type of a provider's best accepted representation; nil if no representation is
  /// accepted.
  ///
  /// - Parameter provider: the provider.
  /// - Returns: the type identifier.
  public func bestType(of provider: ItemProvider) -> String? {
    let offered = provider.registeredTypeIdentifiers
    return FidelityOrder().index(among: offered, accepting: acceptableTypeIdentifiers).map { offered[$0] }
  }

  /// Returns a configuration with the same types.
  open nonisolated func copy(with zone: NSZone? = nil) -> Any { PasteConfiguration(copying: self) }

  private nonisolated init(copying other: PasteConfiguration) {
    types = Locked(other.types.withLock { $0 })
  }

  /// Returns whether the other object accepts the same types in the same order.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? PasteConfiguration)?.types.withLock { $0 } == types.withLock { $0 }
  }

  /// A hash of the types.
  open override var hash: Int { types.withLock { $0 }.hashValue }
}

/// An object into which items can be pasted; a view with a paste configuration also receives drops.
@preconcurrency @MainActor
public protocol PasteConfigurationSupporting: AnyObject {
  /// The types that can be pasted; nil if nothing can be pasted.
  var pasteConfiguration: PasteConfiguration? { get set }
  /// Returns whether at least one of the providers can be pasted.
  ///
  /// - Parameter itemProviders: the providers, in order.
  /// - Returns: `true` if at least one provider can be pasted.
  func canPaste(_ itemProviders: [ItemProvider]) -> Bool
  /// Pastes the providers.
  ///
  /// - Parameter itemProviders: the providers, in order.
  func paste(itemProviders: [ItemProvider])
}
