import ByteTools
public import Foundation

/// Loads of items as values.
///
/// A load of a value passes through the method that loads an object, because that method has Apple's
/// parameters: a mock that overrides it also answers the members for values and the `async` members.
extension ItemProvider {
  /// Loads an item without coercion, as the source stored or created it.
  ///
  /// The item can be of any class. It is the object for a registered object, `Data` for a data representation,
  /// and a URL for a file representation.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - options: passed to the source's handler unchanged.
  ///   - completionHandler: called once, on a background queue, with the item or an error.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  public func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [String: any Sendable]? = nil,
    completionHandler: @escaping ItemCompletionHandler
  ) -> Progress {
    loadItemObject(forTypeIdentifier: typeIdentifier, options: options, acceptsValues: true) { item, error in
      completionHandler(item.map { ($0 as? ItemValue)?.value ?? SecurelyCodedItem.value(of: $0) }, error)
    }
  }

  /// Loads an item as an object, and returns the progress of the load.
  ///
  /// - Parameter acceptsValues: whether the completion accepts an `ItemValue`.
  package func loadItemObject(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]?, acceptsValues: Bool = false,
    completionHandler: CompletionHandler?
  ) -> Progress {
    let outer = ItemLoad.current
    let load = ItemLoad(of: self, acceptsValues: acceptsValues || acceptsItemValues)
    // Only an override that does not call this class leaves the load without a progress.
    let own = LoadProgress(onCancel: {})
    ItemLoad.$current.withValue(load) {
      loadItem(forTypeIdentifier: typeIdentifier, options: options) {
        (item: (any NSSecureCoding)?, error: (any Error)?) in
        own.finish(isSuccess: item != nil)
        completionHandler?(item, error)
      }
    }
    let progress = load.progress ?? own
    outer?.start(progress)
    return progress
  }

  /// Whether an override of this provider is running for a load whose completion accepts an `ItemValue`.
  ///
  /// An override that returns the items of another provider passes this property to the load of that provider.
  package var acceptsItemValues: Bool {
    ItemLoad.current.map { $0.acceptsValues && $0.provider === self } ?? false
  }

  /// Starts a load of an item as an object.
  func startItemLoad(
    of typeIdentifier: String, options: [String: any Sendable]?, _ completionHandler: CompletionHandler?
  ) {
    let load = ItemLoad.current
    let acceptsValues = acceptsItemValues
    let progress = startLoad(of: typeIdentifier, form: .item(expected: nil, options: options ?? [:])) {
      answered, finish in
      Self.deliverObject(answered, acceptsValues: acceptsValues, finish)
    } completion: { (result: Result<LoadedItem, any Error>) in
      completionHandler?(result.value?.object, result.error)
    }
    load?.start(progress)
  }

  private static func deliverObject(
    _ answered: Answered, acceptsValues: Bool, _ finish: @escaping Load<LoadedItem>.Completion
  ) {
    let delivery = answered.delivery
    let item: any Sendable
    switch delivery.explaining({ try delivery.item(of: answered.answer) }) {
    case .success(let value): item = value
    case .failure(let error): return finish(.failure(error))
    }
    if acceptsValues { return finish(.success(LoadedItem(object: ItemValue.object(for: item)))) }
    do {
      finish(.success(LoadedItem(object: try SecurelyCodedItem.object(of: item))))
    } catch {
      guard case .object(let object) = answered.answer else { return finish(.failure(error)) }
      object.write { data in finish(data.map { LoadedItem(object: $0 as NSData) }) }
    }
  }

  /// Starts a load of an item that is coerced to a class.
  func startItemLoad<Wanted: Sendable>(
    of typeIdentifier: String, as wanted: Wanted.Type, options: [String: any Sendable],
    completion: @escaping Load<Wanted>.Completion
  ) -> Progress {
    let expected: Any.Type? = wanted == (any Sendable).self ? nil : wanted
    return startLoad(of: typeIdentifier, form: .item(expected: expected, options: options)) {
      answered, finish in
      let delivery = answered.delivery
      let type = delivery.request.typeIdentifier
      if case .object(let object) = answered.answer {
        return ItemCoercion.coerce(object, to: wanted, typeIdentifier: type, completion: finish)
      }
      switch delivery.explaining({ try delivery.item(of: answered.answer) }) {
      case .failure(let error): finish(.failure(error))
      case .success(let item):
        ItemCoercion.coerce(item, to: wanted, typeIdentifier: type, completion: finish)
      }
    } completion: {
      completion($0)
    }
  }
}

/// A load that a member with a result starts through the overridable method, which has none.
private final class ItemLoad: Sendable {
  @TaskLocal static var current: ItemLoad?

  /// The provider whose overridable method is called.
  let provider: ItemProvider
  /// Whether the receiver accepts an ``ItemValue``.
  let acceptsValues: Bool
  private let started = Locked<Progress?>(nil)

  init(of provider: ItemProvider, acceptsValues: Bool) {
    self.provider = provider
    self.acceptsValues = acceptsValues
  }

  /// The progress of the load; nil if no load has started.
  var progress: Progress? { started.withLock { $0 } }

  func start(_ progress: Progress) { started.withLock { $0 = progress } }
}

// Unchecked, because the object is passed only to the receiver of the load.
/// A loaded object.
struct LoadedItem: @unchecked Sendable {
  let object: any NSSecureCoding
}

/// A value that is passed unchanged through the method that loads objects.
private final class ItemValue: NSObject, NSSecureCoding, Sendable {
  static let supportsSecureCoding = false
  let value: any Sendable

  private init(_ value: any Sendable) { self.value = value }

  required init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {}

  /// Returns the value's own object, so that an override that calls this class can use it; an `ItemValue` if
  /// the conversion would change the value.
  static func object(for value: any Sendable) -> any NSSecureCoding {
    // An error means that the value has no object; then the value itself is passed.
    guard let object = try? SecurelyCodedItem.object(of: value),
      type(of: value) is AnyClass || type(of: SecurelyCodedItem.value(of: object)) == type(of: value)
    else { return ItemValue(value) }
    return object
  }
}
