import ByteTools
public import Foundation
public import ItemProviders

/// What was copied, waiting to be pasted: providers in order.
///
/// A value; whoever wants one pasteboard for many keeps it in one place. What may not leave the process is
/// kept, and hidden from receivers in others by `itemProviders(for:)`.
public struct Pasteboard: Sendable {
  /// Counts every change of the contents.
  public private(set) var changeCount = 0
  private var providers: [ItemProvider] = []
  private var isLocalOnly = false
  private var expirationDate: Date?

  /// An empty pasteboard.
  public init() {}

  /// What was copied, in order, for the process that copied it.
  ///
  /// Setting it removes what was there before, and any date of expiry.
  public var itemProviders: [ItemProvider] {
    get { providers }
    set { setItemProviders(newValue, localOnly: false, expirationDate: nil) }
  }

  /// Sets what was copied.
  ///
  /// - Parameters:
  ///   - localOnly: whether receivers in other processes get nothing.
  ///   - expirationDate: when receivers get nothing any more; nil is never.
  public mutating func setItemProviders(
    _ itemProviders: [ItemProvider], localOnly: Bool, expirationDate: Date?
  ) {
    providers = itemProviders
    isLocalOnly = localOnly
    self.expirationDate = expirationDate
    changeCount += 1
  }

  /// Sets values, each as a provider of its own.
  public mutating func setObjects(_ objects: [any ItemProviderWriting]) {
    func provider(_ object: some ItemProviderWriting) -> ItemProvider { ItemProvider(object: object) }
    itemProviders = objects.map { provider($0) }
  }

  /// What a receiver gets at a moment, in order: only what it may see.
  public func itemProviders(for receiver: ReceiverIdentity, at date: Date = Date()) -> [ItemProvider] {
    if let expirationDate, date >= expirationDate { return [] }
    if receiver.isOwnProcess { return providers }
    return isLocalOnly ? [] : providers.map { $0.view(for: receiver) }
  }

  /// Whether a value of the type can be made of any provider.
  public func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool {
    providers.contains { $0.canLoadObject(ofClass: type) }
  }

  /// The values of the type that the providers give, in their order; what fails is left out.
  public func objects<Object: ItemProviderReading>(ofClass type: Object.Type) async -> [Object] {
    var objects: [Object] = []
    for provider in providers where provider.canLoadObject(ofClass: type) {
      do { objects.append(try await provider.loadObject(ofClass: type)) } catch {
        // As Apple's convenience properties do: what cannot be read is not there. The providers tell why.
      }
    }
    return objects
  }

  /// The first text, available as soon as a provider with one was set; nil when there is none.
  ///
  /// Setting it replaces everything by this text. Asking waits for the provider to give its bytes; use
  /// `objects(ofClass:)` where the wait may be long.
  public var string: String? {
    get { first(String.self) }
    set { setObjects(newValue.map { [$0] } ?? []) }
  }

  /// The first address; waits as `string` does.
  public var url: URL? {
    get { first(URL.self) }
    set { setObjects(newValue.map { [$0] } ?? []) }
  }

  private func first<Object: ItemProviderReading>(_ type: Object.Type) -> Object? {
    for provider in providers where provider.canLoadObject(ofClass: type) {
      let answer = Locked<Object?>(nil)
      let answered = DispatchSemaphore(value: 0)
      // The completion runs on a background queue, so that waiting for it here is safe.
      provider.loadObject(ofClass: type) { object, _ in
        answer.withLock { $0 = object }
        answered.signal()
      }
      answered.wait()
      if let object = answer.withLock({ $0 }) { return object }
    }
    return nil
  }
}
