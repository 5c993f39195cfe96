public import Foundation

extension ItemProvider {
  /// Makes a provider of a value, visible to all; the same as registering it.
  public convenience init(object: some ItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  /// Whether a value of the type can be loaded: whether a registered type is, or conforms to, one that the
  /// type reads.
  ///
  /// Nothing is loaded or decoded, and what the coercing interface could do does not count: a movie may come
  /// as a file's URL from `loadItem`, and yet no `URL` can be loaded of it.
  public func canLoadObject(ofClass type: any ItemProviderReading.Type) -> Bool {
    fidelityOrder().index(
      among: registeredTypeIdentifiers, accepting: type.readableTypeIdentifiersForItemProvider)
      != nil
  }

  /// Loads a value of a type: of the first type in the type's own list that a representation satisfies.
  ///
  /// The value is a new one also when the provider holds an equal one.
  @discardableResult
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
    return loadDataRepresentation(forTypeIdentifier: registered) { data, error in
      let loaded = Result(data, error, orEmptyAnswerFor: registered)
      let object = loaded.flatMap { data in
        Result { try Object.object(withItemProviderData: data, typeIdentifier: passed) }
      }
      completionHandler(object.value, object.error)
    }
  }

  /// Loads an item and coerces it to a class.
  ///
  /// What has that class already is given as it is. A file's URL becomes its contents as `Data`; bytes, or
  /// the file of a URL, become a value that can be read of bytes; a value that can be written becomes `Data`.
  /// Anything else is an error: `unexpectedValueClassError` where there is no such way,
  /// `unavailableCoercionError` where one failed.
  ///
  /// - Parameter options: reach the source's handler unchanged, as does the class.
  @discardableResult
  public func loadItem<Wanted: Sendable>(
    forTypeIdentifier typeIdentifier: String, as wanted: Wanted.Type, options: [String: any Sendable]? = nil,
    completionHandler: @escaping @Sendable (Wanted?, (any Error)?) -> Void
  ) -> Progress {
    startLoad(
      of: typeIdentifier, form: .item(expected: wanted, options: options ?? [:]),
      deliver: { answered, finish in
        switch answered.delivery.explaining({ try answered.delivery.item(of: answered.answer) }) {
        case .failure(let error): finish(.failure(error))
        case .success(let item):
          ItemCoercion.coerce(
            item, to: wanted, typeIdentifier: answered.delivery.request.typeIdentifier, completion: finish)
        }
      },
      completion: { completionHandler($0.value, $0.error) })
  }
}
