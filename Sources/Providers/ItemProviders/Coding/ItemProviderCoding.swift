public import Foundation

/// A value that can be written as bytes of one or several types.
///
/// Values conform directly, without a class or a cast. A `Codable` type only lists its type
/// identifiers. Its bytes are JSON, or a property list for types that conform to
/// `com.apple.property-list`.
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
  /// Returns the visibility of a representation of any value; nil, the default, for that of the
  /// registration.
  ///
  /// - Parameter typeIdentifier: one of the listed types.
  /// - Returns: the receivers that can see the representation, or nil.
  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Returns the visibility of a representation of this value; by default that of any value.
  ///
  /// - Parameter typeIdentifier: one of the listed types.
  /// - Returns: the receivers that can see the representation, or nil.
  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Creates the bytes of one of the listed types and calls the handler once, with the bytes or an error.
  ///
  /// This method is called on a background queue. The handler may be called before the method returns, or
  /// later on any thread.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the listed types.
  ///   - completionHandler: called once, with bytes or an error.
  /// - Returns: a progress object for the load that can also cancel it, or nil.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension ItemProviderWriting {
  /// The types of every value, as the default implementation.
  public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

  /// Returns nil as the default implementation, so that the registration determines the visibility.
  ///
  /// - Parameter typeIdentifier: one of the types that the value can be written as.
  /// - Returns: the visibility; nil for that of the registration.
  public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { nil }

  /// Returns the visibility for any value, as the default implementation.
  ///
  /// - Parameter typeIdentifier: one of the types that the value can be written as.
  /// - Returns: the visibility; nil for that of the registration.
  public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}

/// A type whose values can be read from bytes of one or several types.
public protocol ItemProviderReading: Sendable {
  /// The types that values can be read from, most preferred first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Reads a value from bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the registered type if `readableTypeIdentifiersForItemProvider` contains it,
  ///     otherwise the type in this list that the registered type conforms to. A `switch` over the list
  ///     therefore always matches.
  /// - Returns: the value.
  /// - Throws: any error; the load reports it unchanged.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
