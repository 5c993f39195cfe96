public import Foundation
public import ItemProviders

/// A class whose objects can give their bytes in one or several types.
///
/// The members are Apple's. Objects need not be `Sendable`, as they need not be there: a provider keeps the object and
/// calls `loadData` on a background queue, so an object that changes meanwhile has to guard itself. New code conforms
/// values to ``ItemProviderWriting`` instead.
///
/// A subclass overrides what its base class declares. Where the base class leaves a member to its default, a subclass
/// that declares it is not asked: off Apple's platforms nothing looks a method up by its name.
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
  /// What every object of the class can be written as, best first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }
  /// What this object can be written as, best first; by default what every object can.
  var writableTypeIdentifiersForItemProvider: [String] { get }
  /// Who may see a representation of any object; by default the registration says so.
  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility
  /// Who may see a representation of this object; by default what the class answers.
  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility
  /// Makes the bytes of one of the listed types and calls the handler once, with bytes or an error.
  ///
  /// - Returns: a progress that the load follows and cancels, or nil.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension NSItemProviderWriting {
  /// What every object of the class can be written as.
  public var writableTypeIdentifiersForItemProvider: [String] {
    type(of: self).writableTypeIdentifiersForItemProvider
  }

  /// What the registration says.
  public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility
  { RegisteredVisibility.current }

  /// What the class answers.
  public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> RepresentationVisibility
  { type(of: self).itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
}

/// The visibility of the registration that asks an object for its own.
///
/// In Apple's protocol the methods that answer are optional. Here they have defaults, which cannot say “nothing”
/// without changing the type that existing classes return; so the default repeats what the registration says.
enum RegisteredVisibility {
  @TaskLocal static var current = RepresentationVisibility.all
}
