public import Foundation

/// A type whose values can be made of bytes of one or several types.
public protocol ItemProviderReading: Sendable {
  /// What values can be made of, most wanted first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Makes a value of bytes.
  ///
  /// - Parameter typeIdentifier: the registered type when the list above names it, otherwise the type of the
  ///   list that it conforms to, so that a `switch` over the list always finds a case.
  /// - Throws: any error; the load reports it unchanged.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
