#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// A class whose objects can be written as one or more types.
  ///
  /// The members are Apple's. As on Apple's systems, objects need not be `Sendable`: a provider stores
  /// the object and calls `loadData` on a background queue, so an object that changes concurrently needs
  /// its own lock. In new code, conform values to ``ItemProviderWriting`` instead.
  ///
  /// A subclass can override only members that its base class declares. If the base class uses the default
  /// implementation of a member, the implementation in a subclass is not called, because methods are not
  /// looked up by name outside Apple's platforms.
  public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types that every object of the class can be written as, in order of preference.
    static var writableTypeIdentifiersForItemProvider: [String] { get }
    /// The types that this object can be written as, in order of preference; by default the types of the
    /// class.
    var writableTypeIdentifiersForItemProvider: [String] { get }
    /// Returns the receivers that may see a representation of any object of the class.
    ///
    /// The default implementation returns the visibility of the registration.
    ///
    /// - Parameter typeIdentifier: one of the types of the class.
    /// - Returns: the receivers that may see the representation.
    static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    /// Returns the receivers that may see a representation of this object.
    ///
    /// The default implementation returns the result of the class method.
    ///
    /// - Parameter typeIdentifier: one of the types of this object.
    /// - Returns: the receivers that may see the representation.
    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    /// Makes the bytes for one of this object's types.
    ///
    /// - Parameters:
    ///   - typeIdentifier: one of the types of this object.
    ///   - completionHandler: called once, with bytes or an error.
    /// - Returns: a progress that the load observes and cancels, or nil.
    func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
  }

  extension NSItemProviderWriting {
    /// Default implementation; returns the types that every object of the class can be written as.
    public var writableTypeIdentifiersForItemProvider: [String] {
      type(of: self).writableTypeIdentifiersForItemProvider
    }

    /// Default implementation; returns the visibility of the registration.
    public static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    { RegisteredVisibility.current }

    /// Default implementation; returns the result of the class method.
    public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    { type(of: self).itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }
  }

  /// The visibility of the current registration, which is the default for objects without their own
  /// visibility.
  ///
  /// In Apple's protocol, the visibility methods are optional. In this protocol, the methods have default
  /// implementations. If these implementations returned nil, existing classes would need a different return
  /// type. The default implementations therefore return the visibility of the registration.
  enum RegisteredVisibility {
    @TaskLocal static var current = RepresentationVisibility.all
  }

  /// A class whose objects can be made from bytes of one or more types.
  ///
  /// The members are Apple's. The objects need not be `Sendable`. In new code, conform values to
  /// ``ItemProviderReading`` instead.
  public typealias NSItemProviderReading = ItemProviderReadingObject
#endif
