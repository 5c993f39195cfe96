public import Foundation
public import ItemProviders

extension Pasteboard {
  /// Replaces the contents with values, each in its own provider.
  ///
  /// - Parameters:
  ///   - objects: the values, in order.
  ///   - localOnly: whether the contents are hidden from other processes.
  ///   - expirationDate: the date from which there are no items; nil for no expiration.
  public func setObjects(
    _ objects: [any ItemProviderWriting], localOnly: Bool = false, expirationDate: Date? = nil
  ) {
    func provider(_ object: some ItemProviderWriting) -> ItemProvider { ItemProvider(object: object) }
    setItemProviders(objects.map { provider($0) }, localOnly: localOnly, expirationDate: expirationDate)
  }

  /// Returns whether at least one provider can load a value of the type.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: `true` if at least one provider can load such a value.
  public func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool {
    itemProviders.contains { $0.canLoadObject(ofClass: type) }
  }

  /// Loads values of the type from the providers, in order; failed loads are omitted.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: the values.
  public func objects<Object: ItemProviderReading>(ofClass type: Object.Type) async -> [Object] {
    var objects: [Object] = []
    for provider in itemProviders where provider.canLoadObject(ofClass: type) {
      do { objects.append(try await provider.loadObject(ofClass: type)) } catch {
        // Unreadable values are omitted, as in Apple's convenience properties. To receive the error, load
        // from the provider.
      }
    }
    return objects
  }

  /// The first string that can be loaded from a provider; nil if there is no such string.
  ///
  /// Setting the property replaces the contents. The getter blocks until the provider has delivered its data.
  /// If the load may take long, or if the provider needs this thread, use ``objects(ofClass:)`` instead.
  public var string: String? {
    get { first(String.self) }
    set { setObjects(newValue.map { [$0] } ?? []) }
  }

  /// The first URL that can be loaded from a provider; nil if there is no such URL.
  ///
  /// The getter blocks in the same way as the getter of ``string``.
  public var url: URL? {
    get { first(URL.self) }
    set { setObjects(newValue.map { [$0] } ?? []) }
  }

  private func first<Object: ItemProviderReading>(_ type: Object.Type) -> Object? {
    for provider in itemProviders where provider.canLoadObject(ofClass: type) {
      let object = BlockingLoad.value { completion in
        provider.loadObject(ofClass: type) { object, _ in completion(object) }
      }
      if let object { return object }
    }
    return nil
  }
}
