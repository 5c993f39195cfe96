public import Foundation

/// A class whose objects can be made from bytes of one or more types.
///
/// This is Apple's protocol `NSItemProviderReading`, under a name that exists on every platform. The objects
/// need not be `Sendable`. In new code, conform values to ``ItemProviderReading`` instead.
public protocol ItemProviderReadingObject: NSObjectProtocol, SendableMetatype {
  /// The types from which objects can be made, in order of preference.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Makes an object from bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the registered type if the class lists it as readable; otherwise the listed type
  ///     to which the registered type conforms.
  /// - Returns: the object.
  /// - Throws: any error; the load reports the error unchanged.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

// Unchecked, because the object is made for one receiver and passed only to that receiver.
/// An object that a provider has read.
package struct ReadObject<Object: ItemProviderReadingObject>: ItemProviderReading, @unchecked Sendable {
  /// The object.
  package let object: Object

  package static var readableTypeIdentifiersForItemProvider: [String] {
    Object.readableTypeIdentifiersForItemProvider
  }

  package static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> ReadObject {
    ReadObject(object: try Object.object(withItemProviderData: data, typeIdentifier: typeIdentifier))
  }
}
