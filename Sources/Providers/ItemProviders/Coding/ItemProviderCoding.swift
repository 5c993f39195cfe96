public import Foundation

/// A value that can be written as bytes of one or several types.
///
/// Values conform directly, without a class or a cast. A `Codable` type only declares its type identifiers: its bytes
/// are JSON, or a property list for types that conform to `com.apple.property-list`.
///
/// ```swift
/// struct Note: Codable, ItemProviderWriting, ItemProviderReading {
///   var text: String
///   static let writableTypeIdentifiersForItemProvider = ["org.example.note"]
///   static let readableTypeIdentifiersForItemProvider = ["org.example.note"]
/// }
/// let provider = ItemProvider(object: Note(text: "Milk"))
/// ```
public protocol ItemProviderWriting: Sendable {
  /// The types that every value can be written as, best first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }
  /// The types that this value can be written as, best first; by default those of every value.
  var writableTypeIdentifiersForItemProvider: [String] { get }
  /// The visibility of a representation of any value; nil, the default, leaves it to the registration.
  ///
  /// - Parameter typeIdentifier: one of the listed types.
  /// - Returns: the receivers that see the representation, or nil.
  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// The visibility of a representation of this value; by default that of any value.
  ///
  /// - Parameter typeIdentifier: one of the listed types.
  /// - Returns: the receivers that see the representation, or nil.
  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Makes the bytes of one of the listed types and calls the handler once, with bytes or an error.
  ///
  /// Called on a background queue. The handler may be called before the method returns or later on any thread.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the listed types.
  ///   - completionHandler: called once, with bytes or an error.
  /// - Returns: a progress that the load follows and cancels, or nil.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension ItemProviderWriting {
  /// Default implementation; the types of every value.
  public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

  /// Default implementation; nil, which leaves the visibility to the registration.
  ///
  /// - Parameter typeIdentifier: one of the types that the value can be written as.
  /// - Returns: the visibility; nil leaves it to the registration.
  public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { nil }

  /// Default implementation; the visibility for any value.
  ///
  /// - Parameter typeIdentifier: one of the types that the value can be written as.
  /// - Returns: the visibility; nil leaves it to the registration.
  public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}

/// A type whose values can be read from bytes of one or several types.
public protocol ItemProviderReading: Sendable {
  /// The types that values can be read from, most wanted first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Reads a value from bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the registered type where the list above contains it, otherwise the type in the list that it
  ///     conforms to, so that a `switch` over the list always matches.
  /// - Returns: the value.
  /// - Throws: any error; the load reports it unchanged.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
