#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// Members that accept or return objects of classes, in addition to the members for values.
  extension ItemProvider {
    /// Makes a provider and registers an object, visible to all receivers.
    ///
    /// - Parameter object: the object to offer.
    public convenience init(object: any NSItemProviderWriting) {
      self.init()
      registerObject(object, visibility: .all)
    }

    /// Registers an object under every type that it can be written as, in the object's order of preference.
    ///
    /// - Parameters:
    ///   - object: the object to offer.
    ///   - visibility: the receivers that may see the object's representations.
    public func registerObject(_ object: any NSItemProviderWriting, visibility: RepresentationVisibility) {
      registerBoxed(object, visibility: visibility)
      // The box does not expose the size of the object.
      if let sized = object as? any PresentationSizeProviding {
        preferredPresentationSize = sized.preferredPresentationSizeForItemProvider
      }
    }

    private func registerBoxed(_ object: some NSItemProviderWriting, visibility: RepresentationVisibility) {
      RegisteredVisibility.$current.withValue(visibility) {
        registerObject(WrittenObject(object: object), visibility: visibility)
      }
    }

    /// Registers an object that is made on demand.
    ///
    /// The object is registered under the types that every object of its class can be written as.
    ///
    /// - Parameters:
    ///   - type: the class of the object.
    ///   - visibility: the receivers that may see the object's representations.
    ///   - loadHandler: makes the object, and calls its argument once, with the object or an error.
    @preconcurrency
    public func registerObject<Object: NSItemProviderWriting>(
      ofClass type: Object.Type, visibility: RepresentationVisibility,
      loadHandler: @escaping @Sendable (@escaping @Sendable (Object?, (any Error)?) -> Void) -> Progress?
    ) {
      RegisteredVisibility.$current.withValue(visibility) {
        registerObject(ofClass: WrittenObject<Object>.self, visibility: visibility) { completion in
          loadHandler { object, error in completion(object.map { WrittenObject(object: $0) }, error) }
        }
      }
    }

    /// Returns whether an object of a class can be loaded.
    ///
    /// - Parameter type: the class of the object.
    /// - Returns: `true` if the class can read one of the provider's representations.
    public func canLoadObject(ofClass type: any NSItemProviderReading.Type) -> Bool { canLoadBoxed(type) }

    private func canLoadBoxed<Object: NSItemProviderReading>(_ type: Object.Type) -> Bool {
      canLoadObject(ofClass: ReadObject<Object>.self)
    }

    /// Loads an object of a class.
    ///
    /// - Parameters:
    ///   - type: the class of the object.
    ///   - completionHandler: called once, on a background queue, with the object or an error.
    /// - Returns: the progress of the load; cancelling the progress cancels the load.
    @discardableResult
    @preconcurrency
    public func loadObject<Object: NSItemProviderReading>(
      ofClass type: Object.Type, completionHandler: @escaping @Sendable (Object?, (any Error)?) -> Void
    ) -> Progress {
      loadObject(ofClass: ReadObject<Object>.self) { completionHandler($0?.object, $1) }
    }

    // Disfavoured, so that a completion without an explicit type receives an object of the requested
    // class.
    /// Loads an object of a class that is known only at run time.
    ///
    /// This method is also used if the completion has Apple's type.
    ///
    /// - Parameters:
    ///   - type: the class of the object.
    ///   - completionHandler: called once, on a background queue, with the object or an error.
    /// - Returns: the progress of the load; cancelling the progress cancels the load.
    @_disfavoredOverload
    @discardableResult
    @preconcurrency
    public func loadObject(
      ofClass type: any NSItemProviderReading.Type,
      completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress { loadAny(type, completionHandler) }

    private func loadAny<Object: NSItemProviderReading>(
      _ type: Object.Type,
      _ completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
      loadObject(ofClass: ReadObject<Object>.self) { completionHandler($0?.object, $1) }
    }
  }

  /// An object that a provider writes.
  // Unchecked, because `NSItemProviderWriting` requires that an object can be used on the queue of a
  // load.
  struct WrittenObject<Object: NSItemProviderWriting>: ItemProviderWriting, @unchecked Sendable {
    let object: Object

    static var writableTypeIdentifiersForItemProvider: [String] {
      Object.writableTypeIdentifiersForItemProvider
    }

    var writableTypeIdentifiersForItemProvider: [String] { object.writableTypeIdentifiersForItemProvider }

    static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility?
    { Object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }

    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> RepresentationVisibility?
    { object.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier) }

    func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      object.loadData(
        withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
    }
  }

  /// An object that a provider has read.
  // Unchecked, because the object is made for one receiver and passed only to that receiver.
  package struct ReadObject<Object: NSItemProviderReading>: ItemProviderReading, @unchecked Sendable {
    /// The object.
    package let object: Object

    package static var readableTypeIdentifiersForItemProvider: [String] {
      Object.readableTypeIdentifiersForItemProvider
    }

    package static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> ReadObject {
      ReadObject(object: try Object.object(withItemProviderData: data, typeIdentifier: typeIdentifier))
    }
  }
#endif
