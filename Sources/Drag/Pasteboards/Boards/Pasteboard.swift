import ByteTools
public import Foundation
public import ItemProviders

// What the module is for: it stores what was copied in this process, so that every interface to a pasteboard (UIKit's
// names, AppKit's names, a connection to the desktop) shows the same items and the same number of changes. What it may
// not know: those interfaces, drags, byte formats and displays; an observer is told of a change, and does the rest.

/// A pasteboard: copied items, in order, that can be pasted.
///
/// The contents are in memory, and private to the process: nothing is exchanged with the desktop's clipboard unless the
/// program connects the two. ``general`` is the pasteboard that `UIPasteboard.general` and `NSPasteboard.general` show.
///
/// A pasteboard also stores representations that must not leave the process. ``itemProviders(for:at:)`` hides these
/// representations from receivers in other processes. All members can be used from any thread.
public final class Pasteboard: Sendable {
  private struct State: Sendable {
    var changeCount = 0
    var items: [PasteboardItem] = []
    var isLocalOnly = false
    var expirationDate: Date?
    var source = PasteboardChange.Source.process
    var observers: [Int: @Sendable (Pasteboard, PasteboardChange) -> Void] = [:]
    var observerNumber = 0

    func contents(at date: Date) -> PasteboardContents {
      PasteboardContents(
        items: isExpired(at: date) ? [] : items, isLocalOnly: isLocalOnly, expirationDate: expirationDate,
        source: source)
    }

    private func isExpired(at date: Date) -> Bool { expirationDate.map { date >= $0 } ?? false }

    /// Removes expired contents, before something is added to them.
    mutating func removeExpired() -> [PasteboardItem] {
      guard isExpired(at: Date()) else { return [] }
      defer { (items, expirationDate) = ([], nil) }
      return items
    }

    /// The types of all items, also of expired ones.
    var types: [String] { PasteboardContents.types(of: items) }
  }

  /// The name of the pasteboard.
  public let name: String
  private let state = Locked(State())

  init(name: String) { self.name = name }

  /// Makes an empty pasteboard that other code can access only through this object.
  public convenience init() { self.init(name: UUID().uuidString) }

  // MARK: Contents

  /// The number of times the contents were replaced or items were added to them; zero at the start.
  ///
  /// Data that is stored in an item afterwards does not count.
  public var changeCount: Int { state.withLock { $0.changeCount } }

  /// The items, in order; empty from the expiration date on.
  public var items: [PasteboardItem] { contents(at: Date()).items }

  /// Whether the contents came from another program, which therefore owns the pasteboard.
  package var isOwnedByOtherProgram: Bool { state.withLock { $0.source == .otherProgram } }

  /// Returns the items and everything that applies to them, read at one moment.
  package func contents(at date: Date) -> PasteboardContents { state.withLock { $0.contents(at: date) } }

  /// Replaces the contents.
  ///
  /// - Parameters:
  ///   - items: the new items, in order; the old ones are emptied.
  ///   - localOnly: whether the contents are hidden from other processes.
  ///   - expirationDate: the date from which there are no items; nil for no expiration.
  /// - Returns: the new ``changeCount``.
  @discardableResult
  public func setItems(_ items: [PasteboardItem], localOnly: Bool, expirationDate: Date?) -> Int {
    setItems(items, localOnly: localOnly, expirationDate: expirationDate, by: .process)
  }

  @discardableResult
  package func setItems(
    _ items: [PasteboardItem], localOnly: Bool = false, expirationDate: Date? = nil,
    by source: PasteboardChange.Source
  ) -> Int {
    let (removed, before, count) = state.withLock { state in
      let (removed, before) = (state.items, state.types)
      state.items = items
      state.isLocalOnly = localOnly
      state.expirationDate = expirationDate
      state.source = source
      state.changeCount += 1
      return (removed, before, state.changeCount)
    }
    // The old promises end after the new contents are stored, as on Apple's systems.
    for item in removed where !items.contains(where: { $0 === item }) { item.remove() }
    tell(since: before, by: source)
    return count
  }

  /// Adds items after the others.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - isCounted: whether ``changeCount`` grows.
  package func addItems(_ items: [PasteboardItem], counted isCounted: Bool) {
    let (expired, before) = state.withLock { state in
      let before = state.types
      let expired = state.removeExpired()
      state.items += items
      if isCounted { state.changeCount += 1 }
      return (expired, before)
    }
    for item in expired { item.remove() }
    tell(since: before, by: .process)
  }

  /// Returns the first item, which is made if there is none.
  package func firstItem() -> PasteboardItem {
    let (expired, first) = state.withLock { state in
      let expired = state.removeExpired()
      if state.items.isEmpty { state.items = [PasteboardItem()] }
      return (expired, state.items[0])
    }
    for item in expired { item.remove() }
    return first
  }

  /// Changes items, and tells the observers if the types have changed or if a declared type has its first data.
  ///
  /// Data that replaces a promise or other data is not such a change: a receiver may be reading it.
  package func changeItems<Result>(_ change: () -> Result) -> Result {
    func seen() -> (types: [String], readable: [String]) {
      state.withLock { ($0.types, $0.items.flatMap(\.readableTypes)) }
    }
    let before = seen()
    let result = change()
    if seen() != before { tell(since: before.types, by: .process) }
    return result
  }

  // MARK: Providers

  /// The items as providers, in order, for the process that copied them.
  ///
  /// Setting the property replaces the contents and removes the expiration date.
  public var itemProviders: [ItemProvider] {
    get { items.map(\.provider) }
    set { setItemProviders(newValue, localOnly: false, expirationDate: nil) }
  }

  /// Replaces the contents.
  ///
  /// - Parameters:
  ///   - itemProviders: the providers, in order.
  ///   - localOnly: whether the contents are hidden from other processes.
  ///   - expirationDate: the date from which there are no items; nil for no expiration.
  public func setItemProviders(_ itemProviders: [ItemProvider], localOnly: Bool, expirationDate: Date?) {
    setItems(itemProviders.map { PasteboardItem($0) }, localOnly: localOnly, expirationDate: expirationDate)
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
    contents(at: date).itemProviders(for: receiver)
  }

  // MARK: Observing

  /// Calls a function after each change, on the thread of the change, until the observation is released.
  package func observe(
    _ observer: @escaping @Sendable (Pasteboard, PasteboardChange) -> Void
  ) -> PasteboardObservation {
    let number = state.withLock { state in
      state.observerNumber += 1
      state.observers[state.observerNumber] = observer
      return state.observerNumber
    }
    return PasteboardObservation { [weak self] in
      guard let self else { return }
      state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
  }

  /// Empties the pasteboard, after the observers were told that it is about to be removed.
  func remove() {
    tell(PasteboardChange(.removal))
    setItems([], by: .process)
  }

  private func tell(since before: [String], by source: PasteboardChange.Source) {
    let after = state.withLock { $0.types }
    tell(
      PasteboardChange(
        .contents, by: source, addedTypes: after.filter { !before.contains($0) },
        removedTypes: before.filter { !after.contains($0) }))
  }

  private func tell(_ change: PasteboardChange) {
    let observers = state.withLock { state in
      state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer(self, change) }
  }
}
