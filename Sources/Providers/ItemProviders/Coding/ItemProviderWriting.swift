public import Foundation

/// A value that can give its bytes in one or several types.
///
/// Values conform directly; no class and no cast is needed. A `Codable` type only says its type identifiers:
/// its bytes are then JSON, or a property list for types that conform to `com.apple.property-list`.
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
  /// What every value of the type can be written as, best first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }
  /// What this value can be written as, best first; by default what every value can.
  var writableTypeIdentifiersForItemProvider: [String] { get }
  /// Who may see a representation of any value; nil leaves it to the registration, which is the default.
  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Who may see a representation of this value; by default what the type answers.
  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  /// Makes the bytes of one of the listed types and calls the handler once, with bytes or an error.
  ///
  /// Called on a background queue. The handler may be called before the method returns or later from
  /// anywhere.
  ///
  /// - Returns: a progress that the load follows and cancels, or nil.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension ItemProviderWriting {
  /// What every value of the type can be written as.
  public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }

  /// Nil: the registration says who may see it.
  public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { nil }

  /// What the type answers.
  public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility?
  { Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}
