import ByteTools
package import DesktopTransfer
import Dispatch
import Foundation
import ItemProviders
public import Pasteboards
import ProfferFileSystem
import UniformTypes

// What the module is for: it keeps one pasteboard of the process and the desktop's clipboard the same, in both
// directions, for a program that asks for it. What it may not know: Apple's names, byte formats, bundles and the
// command line.

/// The connection of a pasteboard to the desktop's clipboard, which lasts until the object is released or disconnected.
///
/// ```swift
/// let connection = try DesktopPasteboard.connect()
/// NSPasteboard.general.clearContents()
/// NSPasteboard.general.setString("copied", forType: .string)   // Other programs can paste it now.
/// ```
///
/// Contents that the program copies are offered to other programs until their expiration date. Local-only contents are
/// not offered. Contents that another program copies replace those of the pasteboard, and ``Pasteboard/changeCount``
/// grows; data is fetched from the other program when it is read. Contents with the type
/// `org.nspasteboard.ConcealedType` are offered with the request not to save them. Contents of another program with
/// that request have the type.
///
/// Data that other programs ask for is made on background threads. The offer ends with the process; if the desktop has a
/// clipboard manager, ``disconnect(waitingAtMost:)`` passes the contents on to it. ``failure`` says why contents were not
/// exchanged.
public final class DesktopPasteboard: Sendable {
  private struct State: Sendable {
    var observation: PasteboardObservation?
    /// The offer that is served; nil while another program owns the clipboard.
    var ending: OwnershipEnding?
    /// The number of the newest change of the pasteboard, and that of the newest offer.
    var changeNumber = 0
    var offerNumber = 0
    /// The number of the last change that was offered, or that had nothing to offer.
    var handledNumber = 0
    /// The number of times that contents of other programs were read.
    var receiveCount = 0
    var isDisconnected = false
    /// The reason why changes of the clipboard are not reported any more.
    var watchFailure: DesktopPasteboardError?
    /// The reason why the newest exchange failed; nil after a success.
    var exchangeFailure: DesktopPasteboardError?
  }

  private let pasteboard: Pasteboard
  private let route: any TransferRoute
  private let state = Locked(State())
  /// Makes offers and reads those of other programs, one after the other.
  private let queue = DispatchQueue(label: "io.proffer.desktop-pasteboard")
  /// Runs a function on a queue after a delay; a test runs the function at the moment that it tests.
  typealias Delay = @Sendable (DispatchQueue, DispatchTimeInterval, @escaping @Sendable () -> Void) -> Void
  private let delay: Delay

  private init(_ pasteboard: Pasteboard, _ route: any TransferRoute, delay: @escaping Delay) {
    (self.pasteboard, self.route, self.delay) = (pasteboard, route, delay)
  }

  deinit { state.withLock { $0.ending }?.request(waitingAtMost: .zero) }

  // MARK: Connecting

  /// Connects a pasteboard to the clipboard of the user's display.
  ///
  /// Contents that the pasteboard has are offered; an empty one shows what the clipboard has.
  ///
  /// - Parameter pasteboard: the pasteboard, which has no other connection.
  /// - Returns: the connection, which the caller keeps.
  /// - Throws: ``DesktopPasteboardError`` if there is no display, or if its clipboard cannot be watched. A Wayland
  ///   compositor needs a data-control protocol.
  public static func connect(_ pasteboard: Pasteboard = .general) throws -> DesktopPasteboard {
    try connect(pasteboard, to: .ofEnvironment)
  }

  /// Connects a pasteboard to the first display of a session whose clipboard can be watched.
  package static func connect(_ pasteboard: Pasteboard, to session: DesktopSession) throws
    -> DesktopPasteboard
  {
    var failures: [(kind: TransferRouteKind, error: TransferError)] = []
    for kind in [TransferRouteKind.wayland, .x11] {
      do {
        return try connect(pasteboard, through: session.route(kind))
      } catch let error as TransferError {
        failures.append((kind, error))
      }
    }
    throw DesktopPasteboardError(failures)
  }

  /// Connects a pasteboard to the clipboard of a route.
  static func connect(
    _ pasteboard: Pasteboard, through route: any TransferRoute,
    delay: @escaping Delay = { $0.asyncAfter(deadline: .now() + $1, execute: $2) }
  ) throws -> DesktopPasteboard {
    let connection = DesktopPasteboard(pasteboard, route, delay: delay)
    let watch = Watch(try route.watch(.clipboard))
    // The observation begins first, so that a change by another thread is offered too.
    let observation = pasteboard.observe { [weak connection] _, change in
      if change.source == .process { connection?.offerSoon() }
    }
    connection.state.withLock { $0.observation = observation }
    if pasteboard.items.isEmpty {
      connection.queue.sync { connection.receive() }
    } else {
      connection.offerSoon()
    }
    let thread = RunningThread { [weak connection] in
      while true {
        do {
          let hasChanged = try watch.value.wait(until: .now + .milliseconds(200))
          guard let connection, !connection.isDisconnected else { return }
          if hasChanged { connection.receiveSoon() }
        } catch {
          // The display is gone, and with it the other programs; the pasteboard stays as it is.
          if let connection {
            let failure = connection.failure(for: error)
            connection.state.withLock { $0.watchFailure = failure }
          }
          return
        }
      }
    }
    guard let thread else { throw connection.failure(for: noThread) }
    thread.detach()
    return connection
  }

  /// The watch, which only the thread that waits for changes uses.
  private struct Watch: @unchecked Sendable {
    let value: any SelectionWatch
    init(_ value: any SelectionWatch) { self.value = value }
  }

  /// Ends the connection; the pasteboard keeps its contents.
  ///
  /// - Parameter limit: the maximum time in which a clipboard manager can fetch the contents.
  public func disconnect(waitingAtMost limit: Duration = .seconds(2)) {
    let ending = state.withLock { state in
      state.isDisconnected = true
      state.observation = nil
      return state.ending
    }
    ending?.request(waitingAtMost: limit)
  }

  private var isDisconnected: Bool { state.withLock { $0.isDisconnected } }

  // MARK: Failures

  private static let noThread = TransferError(.notSupported, "the system cannot start another thread")

  /// The reason why the newest exchange with the desktop failed; nil if it succeeded, or if there was none.
  ///
  /// After the connection to the display was lost, it is the reason for the loss, because contents of other programs are
  /// not received any more. An empty clipboard is not a failure.
  public var failure: DesktopPasteboardError? { state.withLock { $0.watchFailure ?? $0.exchangeFailure } }

  /// Records the result of an exchange.
  private func record(_ error: (any Error)?) {
    let exchangeFailure = error.map { failure(for: $0) }
    state.withLock { $0.exchangeFailure = exchangeFailure }
  }

  private func failure(for error: any Error) -> DesktopPasteboardError {
    let error = error as? TransferError ?? TransferError(.refused, "\(error)", cause: error)
    return DesktopPasteboardError([(route.kind, error)])
  }

  // MARK: Offering

  /// Offers the contents on the connection's queue; a newer change replaces this one if it has not begun.
  private func offerSoon() {
    let number = state.withLock { state in
      state.changeNumber += 1
      return state.changeNumber
    }
    queue.async { [weak self] in self?.offer(number) }
  }

  private func isNewest(_ number: Int) -> Bool {
    state.withLock { !$0.isDisconnected && $0.changeNumber == number }
  }

  private func offer(_ number: Int) {
    state.withLock { $0.handledNumber = number }
    let contents = pasteboard.contents(at: Date())
    guard isNewest(number), contents.source == .process else { return }
    let providers = contents.itemProviders(for: .other).filter { !$0.registeredTypeIdentifiers.isEmpty }
    if providers.isEmpty {
      // Most programs empty the pasteboard and write to it at once. The delay keeps the clipboard as it is until then.
      delay(queue, .milliseconds(100)) { [weak self] in
        // Another program may have copied something in the meantime, which must not be removed.
        if let self, isNewest(number), !pasteboard.isOwnedByOtherProgram { clear() }
      }
      return
    }
    do {
      // The types are read after the providers were made. Types that are added in between are not offered.
      let isSensitive = ConcealedType.isAmong(contents.types)
      let offer = TransferOffer(providers, types: .current, isSensitive: isSensitive)
      var options = OwnershipOptions()
      if let date = contents.expirationDate {
        options.timeLimit = .seconds(max(0, date.timeIntervalSinceNow))
      }
      let ownership = Ownership(try route.own(offer, as: .clipboard, options))
      let (number, isDisconnected) = state.withLock { state in
        state.ending = ownership.value.ending
        state.offerNumber += 1
        return (state.offerNumber, state.isDisconnected)
      }
      record(nil)
      // `disconnect` did not see this offer, which therefore ends itself, after the hand-over to a clipboard manager.
      if isDisconnected { ownership.value.ending.request(waitingAtMost: .zero) }
      let thread = RunningThread { [weak self] in
        let end: OwnershipEnd?
        do { end = try ownership.value.serve() } catch {
          // The connection to the display has ended, and with it the offer.
          self?.record(error)
          end = nil
        }
        self?.offerEnded(number, end)
      }
      guard let thread else { throw Self.noThread }
      thread.detach()
    } catch {
      // The offer cannot be made or served. The contents stay in the process, and are pasted there.
      state.withLock { $0.ending = nil }
      record(error)
    }
  }

  /// The ownership, which only the thread that serves it uses.
  private struct Ownership: @unchecked Sendable {
    let value: any SelectionOwnership
    init(_ value: any SelectionOwnership) { self.value = value }
  }

  /// Empties the clipboard; a display that refuses keeps what it has.
  private func clear() {
    let ending = state.withLock { state in
      defer { state.ending = nil }
      return state.ending
    }
    ending?.request(waitingAtMost: .seconds(1))
    do {
      try route.clear(.clipboard)
      record(nil)
    } catch { record(error) }
  }

  private func offerEnded(_ number: Int, _ end: OwnershipEnd?) {
    let count = state.withLock { state -> Int? in
      guard state.offerNumber == number, !state.isDisconnected else { return nil }
      state.ending = nil
      return state.receiveCount
    }
    guard let count, end == .replaced else { return }
    // The watch reports the other program's offer too. If it did so while this offer still counted as the owner, there
    // is no second report; if it has not yet, one copy may not count twice. So this reads only what the watch did not.
    delay(queue, .milliseconds(300)) { [weak self] in
      if let self, state.withLock({ $0.receiveCount == count }) { receive() }
    }
  }

  // MARK: Receiving

  private func receiveSoon() { queue.async { [weak self] in self?.receive() } }

  /// Puts what another program offers on the pasteboard; an empty clipboard leaves it as it is.
  private func receive() {
    let number = state.withLock { state -> Int? in
      // A change that waits for its offer is newer than what the clipboard has.
      guard state.ending == nil, !state.isDisconnected, state.handledNumber == state.changeNumber else {
        return nil
      }
      state.receiveCount += 1
      return state.changeNumber
    }
    guard let number else { return }
    do {
      let contents = try route.offered(as: .clipboard, within: TransferLimits())
      let items = ReceivedItems(contents).items
      guard !items.isEmpty else {
        let names = contents.names.joined(separator: ", ")
        throw TransferError(.notRepresentable, "none of the offered names can be read: \(names)")
      }
      // The process may have copied something, or have disconnected, in the meantime.
      guard isNewest(number) else { return }
      pasteboard.setItems(items, by: .otherProgram)
      record(nil)
    } catch let error as TransferError where error.code == .empty || error.code == .offererEnded {
      // Nothing is offered, or the other program has ended since. The display answered.
      record(nil)
    } catch { record(error) }
  }
}
