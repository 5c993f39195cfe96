#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// A class whose objects can be written as one or several types.
  ///
  /// The members are Apple's. As on Apple's systems, objects need not be `Sendable`: a provider stores
  /// the object and calls `loadData` on a background queue, so an object that changes concurrently needs
  /// its own lock. In new code, conform values to ``ItemProviderWriting`` instead.
  ///
  /// A subclass can override only members that its base class declares. If the base class uses the
  /// default implementation of a member, an implementation in the subclass is not called, because methods
  /// are not looked up by name outside Apple's platforms.
  public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
    /// The types that every object of the class can be written as, best first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }
    /// The types that this object can be written as, best first; by default the types of the class.
    var writableTypeIdentifiersForItemProvider: [String] { get }
    /// Returns the receivers that may see a representation of any object; by default the visibility of the
    /// registration.
    ///
    /// - Parameter typeIdentifier: one of the listed types.
    /// - Returns: the receivers that see the representation.
    static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    /// Returns the receivers that may see a representation of this object; by default the result of the
    /// class method.
    ///
    /// - Parameter typeIdentifier: one of the listed types.
    /// - Returns: the receivers that see the representation.
    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility
    /// Makes the bytes for one of the listed types and calls the handler once, with bytes or an error.
    ///
    /// - Parameters:
    ///   - typeIdentifier: one of the listed types.
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

  /// The visibility of the current registration; the default for objects without their own visibility.
  ///
  /// In Apple's protocol, the visibility methods are optional. Here they have default implementations.
  /// These cannot return nil, because that would change the return type in existing classes, so they
  /// return the visibility of the registration.
  enum RegisteredVisibility {
    @TaskLocal static var current = RepresentationVisibility.all
  }

  /// A class whose objects can be made from bytes of one or several types.
  ///
  /// The members are Apple's; the objects need not be `Sendable`. In new code, conform values to
  /// ``ItemProviderReading`` instead.
  public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// The types that objects can be made from, in order of preference.
    static var readableTypeIdentifiersForItemProvider: [String] { get }
    /// Makes an object from bytes.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - typeIdentifier: the registered type if the class lists it as readable, otherwise the listed
    ///     type that it conforms to.
    /// - Returns: the object.
    /// - Throws: any error; the load reports it unchanged.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
  }
#endif
