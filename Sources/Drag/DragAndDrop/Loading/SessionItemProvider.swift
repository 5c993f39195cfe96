import ByteTools
import Foundation
import ItemProviders

/// The provider of an item in a drop session.
///
/// Its types can be read at any time, but its loads can be started only inside `performDrop`.
///
/// Calls are forwarded to the source's provider, so that overrides in a provider's subclass take effect.
final class SessionItemProvider: ItemProvider, @unchecked Sendable {
  private let base: ItemProvider
  private let itemNumber: Int
  private let loads: SessionLoads

  init(_ base: ItemProvider, itemNumber: Int, loads: SessionLoads) {
    self.base = base
    self.itemNumber = itemNumber
    self.loads = loads
    super.init(copying: base)
  }

  override func copy(with zone: NSZone? = nil) -> Any {
    SessionItemProvider(base, itemNumber: itemNumber, loads: loads)
  }

  override var registeredTypeIdentifiers: [String] { base.registeredTypeIdentifiers }

  override func registeredTypeIdentifiers(fileOptions: ItemProviderFileOptions) -> [String] {
    base.registeredTypeIdentifiers(fileOptions: fileOptions)
  }

  override func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: ItemProviderFileOptions = []
  ) -> Bool {
    base.hasRepresentationConforming(toTypeIdentifier: typeIdentifier, fileOptions: fileOptions)
  }

  override func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    base.hasItemConformingToTypeIdentifier(typeIdentifier)
  }

  override func canLoadObject(ofClass type: any ItemProviderReading.Type) -> Bool {
    base.canLoadObject(ofClass: type)
  }

  override func canLoadObject(ofClass aClass: any ItemProviderReadingObject.Type) -> Bool {
    base.canLoadObject(ofClass: aClass)
  }

  override func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    load(typeIdentifier) { provider, ended in
      provider.loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
        completionHandler(data, error)
        ended(error)
      }
    }
  }

  override func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, options: ItemProviderDataOptions,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    load(typeIdentifier) { provider, ended in
      provider.loadDataRepresentation(forTypeIdentifier: typeIdentifier, options: options) { data, error in
        completionHandler(data, error)
        ended(error)
      }
    }
  }

  override func loadFile(
    forTypeIdentifier typeIdentifier: String, openInPlace: Bool = false,
    completionHandler: @escaping @Sendable (Result<LoadedFile, any Error>) -> Void
  ) -> Progress {
    load(typeIdentifier) { provider, ended in
      provider.loadFile(forTypeIdentifier: typeIdentifier, openInPlace: openInPlace) { result in
        completionHandler(result)
        if case .failure(let error) = result { ended(error) } else { ended(nil) }
      }
    }
  }

  override func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    load(typeIdentifier) { provider, ended in
      provider.loadFileRepresentation(forTypeIdentifier: typeIdentifier) { url, error in
        completionHandler(url, error)
        ended(error)
      }
    }
  }

  override func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: CompletionHandler?
  ) {
    let acceptsValues = acceptsItemValues
    _ = load(typeIdentifier) { provider, ended in
      provider.loadItemObject(
        forTypeIdentifier: typeIdentifier, options: options, acceptsValues: acceptsValues
      ) { item, error in
        completionHandler?(item, error)
        ended(error)
      }
    }
  }

  override func loadItem<Wanted: Sendable>(
    forTypeIdentifier typeIdentifier: String, as wanted: Wanted.Type, options: [String: any Sendable]? = nil,
    completionHandler: @escaping @Sendable (Wanted?, (any Error)?) -> Void
  ) -> Progress {
    load(typeIdentifier) { provider, ended in
      provider.loadItem(forTypeIdentifier: typeIdentifier, as: wanted, options: options) { item, error in
        completionHandler(item, error)
        ended(error)
      }
    }
  }

  private func load(
    _ typeIdentifier: String,
    _ start: (ItemProvider, @escaping @Sendable ((any Error)?) -> Void) -> Progress
  ) -> Progress {
    switch loads.start(itemNumber: itemNumber, typeIdentifier: typeIdentifier) {
    case .success(let load):
      let progress = start(base) { [loads] error in loads.finish(load, Self.outcome(error)) }
      loads.progress.add(progress)
      return progress
    case .failure(let error):
      // The failing provider delivers the error in the same way as any other load error: once, and not on the
      // main thread.
      let failing = ItemProvider()
      failing.registerDataRepresentation(forTypeIdentifier: typeIdentifier, visibility: .all) { completion in
        completion(nil, error)
        return nil
      }
      return start(failing) { _ in }
    }
  }

  /// Loads a value from each provider.
  ///
  /// - Parameters:
  ///   - queue: the queue that runs the completion. The queue counts each load as running until the load has
  ///     finished.
  ///   - start: starts one load. The function must call its second argument once, with the value, or with nil
  ///     if the load fails.
  ///   - completion: called once with the loaded values, in the order of the providers; failed loads are
  ///     omitted.
  /// - Returns: the progress of all loads; cancelling the progress cancels the loads.
  static func loadAll<Value: Sendable>(
    from providers: [ItemProvider], postingTo queue: MainActorQueue,
    start: (ItemProvider, @escaping @Sendable (Value?) -> Void) -> Progress,
    completion: @escaping @MainActor @Sendable ([Value]) -> Void
  ) -> Progress {
    let progress = CombinedProgress()
    let results = Locked((values: [Value?](repeating: nil, count: providers.count), left: providers.count))
    if providers.isEmpty { queue.post { completion([]) } }
    for _ in providers {
      progress.addPendingLoad()
      queue.beginLoad()
    }
    for (index, provider) in providers.enumerated() {
      let load = start(provider) { value in
        let values = results.withLock { results -> [Value?]? in
          results.values[index] = value
          results.left -= 1
          return results.left == 0 ? results.values : nil
        }
        progress.completeLoad()
        if let values { queue.post { completion(values.compactMap { $0 }) } }
        queue.endLoad()
      }
      progress.add(load)
    }
    return progress
  }

  /// Loads a value of a transferable type from each provider; as in SwiftUI, values that cannot be loaded are
  /// omitted.
  ///
  /// The trace of the driver records the error if the provider is that of a drop.
  static func loadValues<Payload: Transferable>(
    of type: Payload.Type, from providers: [ItemProvider], postingTo queue: MainActorQueue,
    completion: @escaping @MainActor @Sendable ([Payload]) -> Void
  ) {
    _ = loadAll(
      from: providers, postingTo: queue,
      start: { provider, finish in
        provider.loadTransferable(type: type) { result in
          if case .success(let value) = result { finish(value) } else { finish(nil) }
        }
      }, completion: completion)
  }

  private static func outcome(_ error: (any Error)?) -> LoadRecord.Outcome {
    guard let error else { return .done }
    if let error = error as? ItemProviderError {
      return error.isCancellation ? .cancelled : .failed(error.description)
    }
    return .failed("\(error)")
  }
}
