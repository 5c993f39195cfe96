import ByteTools
public import Foundation
public import ItemProviders

/// A pasteboard: copied providers, in order, that can be pasted.
///
/// A pasteboard is a value type, so code that shares a pasteboard must store the pasteboard in one place. A
/// pasteboard also stores representations that must not leave the process. ``itemProviders(for:at:)`` hides
/// these representations from receivers in other processes.
public struct Pasteboard: Sendable {
  /// The number of times the contents were set.
  public private(set) var changeCount = 0
  private var providers: [ItemProvider] = []
  private var isLocalOnly = false
  private var expirationDate: Date?

  /// Makes an empty pasteboard.
  public init() {}

  /// The providers, in order, for the process that copied the providers.
  ///
  /// Setting the property replaces the contents and removes the expiration date.
  public var itemProviders: [ItemProvider] {
    get { providers }
    set { setItemProviders(newValue, localOnly: false, expirationDate: nil) }
  }

  /// Replaces the contents.
  ///
  /// - Parameters:
  ///   - itemProviders: the providers, in order.
  ///   - localOnly: whether the contents are hidden from other processes.
  ///   - expirationDate: the date from which ``itemProviders(for:at:)`` returns no providers; nil for no
  ///     expiration.
  public mutating func setItemProviders(
    _ itemProviders: [ItemProvider], localOnly: Bool, expirationDate: Date?
  ) {
    providers = itemProviders
    isLocalOnly = localOnly
    self.expirationDate = expirationDate
    changeCount += 1
  }

  /// Replaces the contents with values, each in its own provider.
  ///
  /// - Parameter objects: the values, in order.
  public mutating func setObjects(_ objects: [any ItemProviderWriting]) {
    func provider(_ object: some ItemProviderWriting) -> ItemProvider { ItemProvider(object: object) }
    itemProviders = objects.map { provider($0) }
  }

  /// Returns the providers that are visible to a receiver, in order.
  ///
  /// Each provider has only the representations that are visible to the receiver.
  ///
  /// - Parameters:
  ///   - receiver: the identity of the receiver.
  ///   - date: the current date; expired contents are omitted.
  /// - Returns: the providers; empty if the contents are local only and the receiver is in another
  ///   process.
  public func itemProviders(for receiver: ReceiverIdentity, at date: Date = Date()) -> [ItemProvider] {
    if let expirationDate, date >= expirationDate { return [] }
    if receiver.isOwnProcess { return providers }
    return isLocalOnly ? [] : providers.map { $0.view(for: receiver) }
  }

  /// Returns whether at least one provider can load a value of the type.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: `true` if at least one provider can load such a value.
  public func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool {
    providers.contains { $0.canLoadObject(ofClass: type) }
  }

  /// Loads values of the type from the providers, in order; failed loads are omitted.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: the values.
  public func objects<Object: ItemProviderReading>(ofClass type: Object.Type) async -> [Object] {
    var objects: [Object] = []
    for provider in providers where provider.canLoadObject(ofClass: type) {
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
  /// If the load may take long, use ``objects(ofClass:)`` instead.
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
    for provider in providers where provider.canLoadObject(ofClass: type) {
      let loaded = Locked<Object?>(nil)
      let isFinished = DispatchSemaphore(value: 0)
      // The completion runs on a background queue, so blocking this thread does not cause a deadlock.
      provider.loadObject(ofClass: type) { object, _ in
        loaded.withLock { $0 = object }
        isFinished.signal()
      }
      isFinished.wait()
      if let object = loaded.withLock({ $0 }) { return object }
    }
    return nil
  }
}
