import ByteTools
import Foundation
import UniformTypes

/// The data of some types of a pasteboard item, made when a receiver asks for it.
///
/// A promise answers by storing data in the item. It ends once: when its item leaves the pasteboard, and for a
/// promise that ends when it is kept, also when all its types have data.
package final class PasteboardPromise: Sendable {
  private struct State {
    var remaining: Set<TypeIdentifier>
    /// The types that are being made; a request for such a type from inside the function gets no data.
    var running: Set<TypeIdentifier> = []
    var hasEnded = false
  }

  private let state: Locked<State>
  private let typeIdentifiers: [String]
  /// Held while data is made, so that other threads wait for the data.
  ///
  /// The lock is recursive: a request from inside the function is recognized by `State.running`.
  private let making = NSRecursiveLock()
  private let provide: @Sendable (_ item: PasteboardItem, _ typeIdentifier: String) -> Void
  private let end: @Sendable () -> Void
  private let endsWhenKept: Bool

  /// Makes a promise.
  ///
  /// - Parameters:
  ///   - typeIdentifiers: the promised types.
  ///   - endsWhenKept: whether the promise ends when all its types have data.
  ///   - provide: stores the data of a type in the item; called on the thread of the receiver.
  ///   - end: called once, at the end of the promise.
  package init(
    of typeIdentifiers: [String], endsWhenKept: Bool,
    provide: @escaping @Sendable (_ item: PasteboardItem, _ typeIdentifier: String) -> Void,
    end: @escaping @Sendable () -> Void = {}
  ) {
    state = Locked(State(remaining: Set(typeIdentifiers.map { TypeIdentifier($0) })))
    self.typeIdentifiers = typeIdentifiers
    self.endsWhenKept = endsWhenKept
    self.provide = provide
    self.end = end
  }

  /// Requests the data of a type.
  ///
  /// The call blocks while another thread makes data of this promise. A request from inside the function has no effect.
  func request(_ typeIdentifier: String, for item: PasteboardItem) {
    let key = TypeIdentifier(typeIdentifier)
    making.lock()
    defer { making.unlock() }
    let begins = state.withLock {
      !$0.hasEnded && $0.remaining.contains(key) && $0.running.insert(key).inserted
    }
    guard begins else { return }
    // Programs compare names exactly, so the function receives the spelling that was promised.
    provide(item, typeIdentifiers.first { TypeIdentifier($0) == key } ?? typeIdentifier)
    state.withLock { _ = $0.running.remove(key) }
  }

  /// Records that a type has data, or that another promise was made for it.
  func keep(_ typeIdentifier: String) {
    let hasEnded = state.withLock { state in
      state.remaining.remove(TypeIdentifier(typeIdentifier))
      guard endsWhenKept, state.remaining.isEmpty, !state.hasEnded else { return false }
      state.hasEnded = true
      return true
    }
    if hasEnded { end() }
  }

  /// Ends the promise because its item left the pasteboard.
  func abandon() {
    let hasEnded = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    if hasEnded { end() }
  }
}
