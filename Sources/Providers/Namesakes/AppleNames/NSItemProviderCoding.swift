#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// A class whose objects can be written as one or several types.
  ///
  /// The members are Apple's. Objects need not be `Sendable`, as on Apple's systems: a provider keeps the object and
  /// calls `loadData` on a background queue, so an object that changes meanwhile needs a lock of its own. New code conforms
  /// values to ``ItemProviderWriting`` instead.
  ///
  /// A subclass overrides what its base class declares. Where the base class has a default implementation of a member, the
  /// one of a subclass is not called: off Apple's platforms methods are not looked up by name.
  public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// What every object of the class can be written as, best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }
    /// What this object can be written as, best first; by default what every object can.
    var writableTypeIdentifiersForItemProvider: [String] { get }
    /// Who may see a representation of any object; by default the visibility of the registration.
    ///
    /// - Parameter typeIdentifier: one of the listed types.
    /// - Returns: the receivers that see the representation.
    static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    /// Who may see a representation of this object; by default what the class returns.
    ///
    /// - Parameter typeIdentifier: one of the listed types.
    /// - Returns: the receivers that see the representation.
    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    /// Makes the bytes of one of the listed types and calls the handler once, with bytes or an error.
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

  extension NSItemProviderWriting {
    /// Default implementation; what every object of the class can be written as.
    public var writableTypeIdentifiersForItemProvider: [String] {
      type(of: self).writableTypeIdentifiersForItemProvider
    }

    /// Default implementation; the visibility of the registration.
    public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    { RegisteredVisibility.current }

    /// Default implementation; what the class returns.
    public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    { type(of: self).itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
  }

  /// The visibility of the registration during which an object's own visibility is read.
  ///
  /// In Apple's protocol the methods are optional. Here they have default implementations, which cannot return nil
  /// without a change of the type that existing classes return; so they return the visibility of the registration.
  enum RegisteredVisibility {
    @TaskLocal static var current = RepresentationVisibility.all
  }

  /// A class whose objects can be made of bytes of one or several types.
  ///
  /// The members are Apple's; the objects need not be `Sendable`. New code conforms values to ``ItemProviderReading``
  /// instead.
  public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// What objects can be made of, most wanted first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }
    /// Makes an object of bytes.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - typeIdentifier: the registered type when the list above names it, otherwise the type of the list that it
    ///     conforms to.
    /// - Returns: the object.
    /// - Throws: any error; the load reports it unchanged.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
  }
#endif
