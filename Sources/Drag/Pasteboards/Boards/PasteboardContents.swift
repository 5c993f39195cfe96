package import Foundation
package import ItemProviders
import UniformTypes

/// The contents of a pasteboard at one moment.
///
/// The values belong together: items must not be combined with the flag or the date of later contents. An
/// item itself can still change.
package struct PasteboardContents: Sendable {
  /// The items, in order; empty if they have expired.
  package let items: [PasteboardItem]
  /// Whether the contents are hidden from other processes.
  package let isLocalOnly: Bool
  /// The date from which there are no items; nil for no expiration.
  package let expirationDate: Date?
  /// The program that put the contents on the pasteboard.
  package let source: PasteboardChange.Source

  /// The types of all items, without duplicates, in the order of the items.
  package var types: [String] { Self.types(of: items) }

  /// Returns the types of items, without duplicates, in the order of the items.
  static func types(of items: [PasteboardItem]) -> [String] {
    var seen: Set<TypeIdentifier> = []
    return items.flatMap(\.types).filter { seen.insert(TypeIdentifier($0)).inserted }
  }

  /// Returns the items as providers with the representations that are visible to a receiver; empty if the contents are
  /// local only and the receiver is in another process.
  package func itemProviders(for receiver: ReceiverIdentity) -> [ItemProvider] {
    let providers = items.map(\.provider)
    if receiver.isOwnProcess { return providers }
    return isLocalOnly ? [] : providers.map { $0.view(for: receiver) }
  }
}
