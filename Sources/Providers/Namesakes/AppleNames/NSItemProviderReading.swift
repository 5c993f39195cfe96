public import Foundation

/// A class whose objects can be made of bytes of one or several types.
///
/// The members are Apple's; the objects need not be `Sendable`. New code conforms values to ``ItemProviderReading``
/// instead.
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
  /// What objects can be made of, most wanted first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Makes an object of bytes.
  ///
  /// - Parameter typeIdentifier: the registered type when the list above names it, otherwise the type of the list that
  ///   it conforms to.
  /// - Throws: any error; the load reports it unchanged.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
