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

    /// Returns whether a value that has an object, such as a `String` or a `URL`, can be loaded.
    ///
    /// The question is asked for the class of the object, so that a subclass's override of
    /// `canLoadObject(ofClass:)` also answers it.
    ///
    /// - Parameter type: the type of the value.
    /// - Returns: `true` if the class can read one of the provider's representations.
    public func canLoadObject<Value: _ObjectiveCBridgeable>(ofClass type: Value.Type) -> Bool
    where Value._ObjectiveCType: NSItemProviderReading {
      canLoadObject(ofClass: Value._ObjectiveCType.self as any NSItemProviderReading.Type)
    }

    /// Loads a value that has an object, such as a `String` or a `URL`.
    ///
    /// The object is loaded by the method for classes, so that a subclass's override of
    /// `loadObject(ofClass:completionHandler:)` also answers this method.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - completionHandler: called once, on a background queue, with the value or an error.
    /// - Returns: the progress of the load; cancelling the progress cancels the load.
    @discardableResult
    @preconcurrency
    public func loadObject<Value: _ObjectiveCBridgeable & Sendable>(
      ofClass type: Value.Type, completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) -> Progress where Value._ObjectiveCType: NSItemProviderReading {
      loadObject(ofClass: Value._ObjectiveCType.self) { object, error in
        completionHandler(object.map(Value._unconditionallyBridgeFromObjectiveC), error)
      }
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
      loadObject(ofClass: type as any NSItemProviderReading.Type) {
        (object: (any NSItemProviderReading)?, error: (any Error)?) in
        guard let object else { return completionHandler(nil, error) }
        guard let wanted = object as? Object else {
          // An override may answer with an object of any class.
          let error = ItemProviderError(
            .unexpectedValueClassError, reason: "\(Swift.type(of: object)) is not a \(Object.self)")
          return completionHandler(nil, error)
        }
        completionHandler(wanted, nil)
      }
    }
  }

  /// An object that a provider writes.
  // Unchecked, because `NSItemProviderWriting` requires that an object can be used on the queue of a
  // load.
  struct WrittenObject<Object: NSItemProviderWriting>: ItemProviderWriting, BoxedObject, @unchecked Sendable {
    let object: Object

    var item: any Sendable {
      (object as? any NSSecureCoding).map(SecurelyCodedItem.value) ?? SecurelyCodedItem.asSendable(object)
    }

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
#endif
