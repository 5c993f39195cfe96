import ByteTools
public import Foundation
public import ItemProviders
import UniformTypes

/// One item of a pasteboard: data of several types, best first.
///
/// An item is made of a provider, or of data that is stored type by type. Both forms answer the same questions: an
/// item returns the data of a type and waits for it, and ``provider`` offers the item to receivers that load.
///
/// An item that a pasteboard has removed has no types and no data. All members can be used from any thread.
public final class PasteboardItem: Sendable {
  private enum Content: Sendable {
    case data(Data)
    /// The type was declared; its data was not stored yet.
    case declared
    case promise(PasteboardPromise)
    /// The data is loaded from the provider that was copied.
    case provider(ItemProvider)
  }

  private struct Entry: Sendable {
    let typeIdentifier: String
    var content: Content
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    /// All promises, also those whose types have data: each ends when the item is removed.
    var promises: [PasteboardPromise] = []
    /// The provider that was copied; nil if data was stored in the item.
    var copied: ItemProvider?
    var suggestedName: String?
    var isRemoved = false

    func index(of typeIdentifier: String) -> Int? {
      let key = TypeIdentifier(typeIdentifier)
      return entries.firstIndex { TypeIdentifier($0.typeIdentifier) == key }
    }

    /// Stores the content of a type, and returns the promise that it replaces.
    mutating func store(_ content: Content, for typeIdentifier: String) -> PasteboardPromise? {
      copied = nil
      guard let index = index(of: typeIdentifier) else {
        entries.append(Entry(typeIdentifier: typeIdentifier, content: content))
        return nil
      }
      defer { entries[index].content = content }
      guard case .promise(let old) = entries[index].content else { return nil }
      // A promise that names a type twice does not replace itself.
      if case .promise(let new) = content, new === old { return nil }
      return old
    }
  }

  private let state: Locked<State>
  /// The object that was written, for receivers in this process; nil for other items.
  package let localObject: LocalObject?

  /// An object that stays in this process.
  // Unchecked, because the object is only passed on to the receiver that asks for it.
  package struct LocalObject: @unchecked Sendable {
    package let object: AnyObject
    package init(_ object: AnyObject) { self.object = object }
  }

  /// Makes an item without types.
  public convenience init() { self.init(localObject: nil) }

  /// Makes an item without types for an object that was written.
  package init(localObject: LocalObject?) {
    state = Locked(State())
    self.localObject = localObject
  }

  /// Makes an item with the representations of a provider.
  ///
  /// - Parameter provider: the provider; the types that it registers later are not part of the item.
  public init(_ provider: ItemProvider) {
    localObject = nil
    state = Locked(
      State(
        entries: provider.registeredTypeIdentifiers.map {
          Entry(typeIdentifier: $0, content: .provider(provider))
        }, copied: provider))
  }

  /// The types of the item, best first; empty after the item was removed from its pasteboard.
  public var types: [String] { state.withLock { $0.entries.map(\.typeIdentifier) } }

  /// The types whose data exists or can be made; declared types without data are left out.
  var readableTypes: [String] {
    state.withLock { state in
      let readable = state.entries.filter { if case .declared = $0.content { false } else { true } }
      return readable.map(\.typeIdentifier)
    }
  }

  /// Whether a pasteboard has removed the item.
  public var isRemoved: Bool { state.withLock { $0.isRemoved } }

  /// The name of a file with the item's content, with or without an extension; nil if there is none.
  package var suggestedName: String? {
    get { state.withLock { $0.copied?.suggestedName ?? $0.suggestedName } }
    set { state.withLock { $0.suggestedName = newValue } }
  }

  // MARK: Storing

  /// Stores the data of a type, in place of the data or the promise that the type has.
  ///
  /// A new type comes after the types that the item has.
  ///
  /// - Parameters:
  ///   - data: the data.
  ///   - typeIdentifier: the type.
  /// - Returns: `false` if the item was removed from its pasteboard.
  @discardableResult
  public func set(_ data: Data, for typeIdentifier: String) -> Bool {
    set(.data(data), for: typeIdentifier)
  }

  /// Adds types without data; the data of a type that exists is removed.
  package func declare(_ typeIdentifiers: [String]) {
    for type in typeIdentifiers { set(.declared, for: type) }
  }

  /// Adds types whose data is made on demand; the data of a type that exists is removed.
  ///
  /// - Returns: `false` if the item was removed from its pasteboard; nothing is promised then.
  @discardableResult
  package func promise(_ typeIdentifiers: [String], _ promise: PasteboardPromise) -> Bool {
    let (isPromised, replaced) = state.withLock { state -> (Bool, [(String, PasteboardPromise)]) in
      if state.isRemoved { return (false, []) }
      state.promises.append(promise)
      let replaced = typeIdentifiers.compactMap { type in
        state.store(.promise(promise), for: type).map { (type, $0) }
      }
      return (true, replaced)
    }
    for (type, promise) in replaced { promise.keep(type) }
    return isPromised
  }

  @discardableResult
  private func set(_ content: Content, for typeIdentifier: String) -> Bool {
    let (isStored, replaced) = state.withLock { state -> (Bool, PasteboardPromise?) in
      state.isRemoved ? (false, nil) : (true, state.store(content, for: typeIdentifier))
    }
    replaced?.keep(typeIdentifier)
    return isStored
  }

  /// Empties the item, and ends its promises.
  func remove() {
    let promises = state.withLock { state in
      defer { (state.entries, state.promises, state.copied, state.isRemoved) = ([], [], nil, true) }
      return state.promises
    }
    for promise in promises { promise.abandon() }
  }

  // MARK: Reading

  /// Returns the data of a type, without regard to conformance.
  ///
  /// The call blocks until the data was made or loaded. A promise runs on the thread of the caller.
  ///
  /// - Parameter typeIdentifier: the type.
  /// - Returns: the data; nil if the item does not have the type, or if its data cannot be made or loaded.
  public func data(for typeIdentifier: String) -> Data? {
    switch content(of: typeIdentifier) {
    case .data(let data): return data
    case .provider(let provider):
      return BlockingLoad.value { completion in
        provider.loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, _ in completion(data) }
      }
    case .promise(let promise):
      promise.request(typeIdentifier, for: self)
      if case .data(let data) = content(of: typeIdentifier) { return data }
      return nil
    case .declared, nil: return nil
    }
  }

  private func content(of typeIdentifier: String) -> Content? {
    state.withLock { state in state.index(of: typeIdentifier).map { state.entries[$0].content } }
  }

  /// Returns the type with which the item answers a request: the first of the accepted types that the item has
  /// exactly or as a type that conforms to it.
  ///
  /// - Parameter accepted: the accepted types, most preferred first.
  /// - Returns: the type of the item; nil if no type matches.
  public func type(accepting accepted: [String]) -> String? {
    let offered = types
    return FidelityOrder().index(among: offered, accepting: accepted).map { offered[$0] }
  }

  /// The item as a provider: the provider that was copied, or a new one that loads the item's data.
  ///
  /// A provider that is made of data has no representation for a type that was declared without data.
  public var provider: ItemProvider {
    let (copied, entries, name) = state.withLock { ($0.copied, $0.entries, $0.suggestedName) }
    if let copied { return copied }
    let provider = ItemProvider()
    provider.suggestedName = name
    for entry in entries {
      if case .declared = entry.content { continue }
      let type = entry.typeIdentifier
      provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
        let data = self.data(for: type)
        completion(
          data,
          data == nil
            ? ItemProviderError(
              .itemUnavailableError, subject: type,
              reason: "is not on the pasteboard any more, or was not made")
            : nil)
        return nil
      }
    }
    return provider
  }
}
