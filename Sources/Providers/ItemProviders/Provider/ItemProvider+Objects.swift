public import Foundation

extension ItemProvider {
  /// Creates a provider of a value.
  ///
  /// The representations are visible to all receivers, unless the value specifies a different visibility.
  ///
  /// - Parameter object: the object or value to offer.
  public convenience init(object: some ItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  /// Returns whether a registered type is one of the types or conforms to one of them.
  func canLoad(fromTypes readable: [String]) -> Bool {
    fidelityOrder().index(among: registeredTypeIdentifiers, accepting: readable) != nil
  }

  // Disfavoured, so that `AppleNames` can load a value, such as a `String`, as an object of its class.
  /// Loads a value of a type from the representation that the selection rule chooses for the readable
  /// types.
  ///
  /// The result is a new value, even if the provider was created from an equal value.
  ///
  /// - Parameters:
  ///   - type: the type of the object.
  ///   - completionHandler: called once, on a background queue, with the object or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public func loadObject<Object: ItemProviderReading>(
    ofClass type: Object.Type, completionHandler: @escaping @Sendable (Object?, (any Error)?) -> Void
  ) -> Progress {
    let readable = Object.readableTypeIdentifiersForItemProvider
    let offered = registeredTypeIdentifiers
    guard let place = fidelityOrder().winner(among: offered, accepting: readable) else {
      let (load, progress) = Load<Object>.begin { completionHandler($0.value, $0.error) }
      load.finish(
        .failure(ItemProviderError.noRepresentation(of: readable.joined(separator: " or "), among: offered)))
      return progress
    }
    let registered = offered[place.index]
    let passed = readable.first { FidelityOrder.isSame($0, registered) } ?? readable[place.acceptedIndex]
    // The load of the object has a progress of its own, because creating the object can fail after the
    // bytes are loaded.
    let progress = LoadProgress(onCancel: {})
    let bytes = loadDataRepresentation(forTypeIdentifier: registered) { data, error in
      let loaded = Result(data, error, orEmptyAnswerFor: registered)
      var object = loaded.flatMap { data in
        Result { try Object.object(withItemProviderData: data, typeIdentifier: passed) }
      }
      if progress.isCancelled { object = .failure(ItemProviderError.cancelled) }
      progress.finish(isSuccess: object.error == nil)
      completionHandler(object.value, object.error)
    }
    progress.follow(bytes)
    return progress
  }

  /// Loads an object of a class that is known only at run time.
  func loadOpened<Object: ItemProviderReadingObject>(
    _ type: Object.Type,
    _ completionHandler: @escaping @Sendable ((any ItemProviderReadingObject)?, (any Error)?) -> Void
  ) -> Progress {
    loadObject(ofClass: ReadObject<Object>.self) { completionHandler($0?.object, $1) }
  }
}

// MARK: - Representations of values and items

extension Representation {
  /// Returns a representation for one type of a value that a handler creates.
  ///
  /// The load follows the handler's progress. Cancelling the load also cancels the encoding of the value.
  static func object<Object: ItemProviderWriting>(
    _ typeIdentifier: String, visibility: RepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Object?, (any Error)?) -> Void) -> Progress?
  ) -> Representation {
    Representation(typeIdentifier: typeIdentifier, kind: .object, visibility: visibility) { request, answer in
      loadHandler { object, error in
        switch Result(object, error, orEmptyAnswerFor: request.typeIdentifier) {
        case .failure(let error): answer(.failure(error))
        case .success(let object):
          if let progress = hand(object, for: request, answer) { request.follow(progress) }
        }
      }
    }
  }

  /// Returns a representation for one type of an existing value.
  static func object(
    _ object: some ItemProviderWriting, as typeIdentifier: String, visibility: RepresentationVisibility,
    kind: RepresentationKind = .object
  ) -> Representation {
    Representation(typeIdentifier: typeIdentifier, kind: kind, visibility: visibility) { request, answer in
      hand(object, for: request, answer)
    }
  }

  /// Answers a request with the value itself if the receiver requests an item, otherwise with its bytes.
  private static func hand(
    _ object: some ItemProviderWriting, for request: RepresentationRequest,
    _ answer: @escaping @Sendable (Result<RepresentationAnswer, any Error>) -> Void
  ) -> Progress? {
    if case .item = request.form {
      let item = (object as? any BoxedObject)?.item ?? object
      let registered = RegisteredObject(item: item) { completion in
        let progress = object.loadData(withTypeIdentifier: request.typeIdentifier) { data, error in
          completion(Result(data, error, orEmptyAnswerFor: request.typeIdentifier))
        }
        if let progress { request.follow(progress) }
      }
      answer(.success(.object(registered)))
      return nil
    }
    return object.loadData(withTypeIdentifier: request.typeIdentifier) { data, error in
      answer(Result(data, error, orEmptyAnswerFor: request.typeIdentifier).map { .contents(.data($0)) })
    }
  }

  /// Returns a representation for an item of the coercing interface.
  static func item(_ typeIdentifier: String, loadHandler: @escaping ItemProvider.ItemLoadHandler)
    -> Representation
  {
    Representation(typeIdentifier: typeIdentifier, kind: .item, visibility: .all) { request, answer in
      let completion: ItemProvider.ItemCompletionHandler = { item, error in
        answer(Result(item, error, orEmptyAnswerFor: request.typeIdentifier).map { .item($0) })
      }
      switch request.form {
      case .item(let expected, let options): loadHandler(completion, expected, options)
      case .data, .file, .inPlaceFile: loadHandler(completion, Data.self, [:])
      }
      return nil
    }
  }
}
