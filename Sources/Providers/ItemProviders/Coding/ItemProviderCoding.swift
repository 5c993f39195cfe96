public import Foundation

/// A value that can be written as bytes of one or more types.
///
/// Structures and enumerations can conform directly, without a wrapper class. A `Codable` type only needs
/// to list its type identifiers. Its values are encoded as JSON, or as property lists for types that
/// conform to `com.apple.property-list`.
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
  /// The types that this value can be written as, best first.
  ///
  /// By default, these are the types that every value can be written as.
  var writableTypeIdentifiersForItemProvider: [String] { get }
  /// Returns the visibility of a type's representation; the result applies to every value.
  ///
  /// The default implementation returns nil, so that the registration determines the visibility.
  ///
  /// - Parameter typeIdentifier: one of the writable types.
  /// - Returns: the receivers that can see the representation; nil if the registration determines them.
  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Returns the visibility of a type's representation; the result applies only to this value.
  ///
  /// The default implementation returns the result of the static method.
  ///
  /// - Parameter typeIdentifier: one of the writable types.
  /// - Returns: the receivers that can see the representation; nil if the registration determines them.
  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Creates bytes of one of the writable types, and passes the bytes or an error to the handler.
  ///
  /// This method is called on a background queue. The handler may be called before the method returns, or
  /// later on any thread.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the writable types.
  ///   - completionHandler: called once, with bytes or an error.
  /// - Returns: a progress that reports on the work and can cancel it; nil if the work has no progress.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension ItemProviderWriting {
  /// Default implementation; the types that every value can be written as.
  public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

  /// Default implementation; returns nil, so that the registration determines the visibility.
  ///
  /// - Parameter typeIdentifier: one of the types that the value can be written as.
  /// - Returns: the visibility; nil if the registration determines it.
  public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { nil }

  /// Default implementation; returns the visibility that applies to every value.
  ///
  /// - Parameter typeIdentifier: one of the types that the value can be written as.
  /// - Returns: the visibility; nil if the registration determines it.
  public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}

/// A Swift type whose values can be read from bytes of one or more type identifiers.
public protocol ItemProviderReading: Sendable {
  /// The types that values can be read from, most preferred first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Reads a value from bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the registered type if `readableTypeIdentifiersForItemProvider` contains it,
  ///     otherwise the type in that list that the registered type conforms to. The argument is therefore
  ///     always an element of the list.
  /// - Returns: the value.
  /// - Throws: any error; the load reports it unchanged.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
