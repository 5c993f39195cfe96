import Foundation
import ItemProviders

/// An object on its way into a provider.
// The provider only hands the object on; that it may be used from the load's queue is the promise of its protocol.
struct WrittenObject<Object: NSItemProviderWriting>: ItemProviderWriting, @unchecked Sendable {
  let object: Object

  static var writableTypeIdentifiersForItemProvider: [String] {
    Object.writableTypeIdentifiersForItemProvider
  }

  var writableTypeIdentifiersForItemProvider: [String] { object.writableTypeIdentifiersForItemProvider }

  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { Object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }

  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    object.loadData(
      withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
  }
}

/// An object on its way out of a provider.
// It was made for one receiver, who alone gets it.
struct ReadObject<Object: NSItemProviderReading>: ItemProviderReading, @unchecked Sendable {
  let object: Object

  static var readableTypeIdentifiersForItemProvider: [String] {
    Object.readableTypeIdentifiersForItemProvider
  }

  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> ReadObject {
    ReadObject(object: try Object.object(withItemProviderData: data, typeIdentifier: typeIdentifier))
  }
}
