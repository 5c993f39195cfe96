import ByteTools
import DesktopTransfer
import Dispatch
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The clipboard to which the rows of a window are copied.
///
/// A thread serves the newest copy until another program copies something, also after the window was closed.
final class RowClipboard: Sendable {
  private struct State: Sendable {
    var number = 0
    /// The service of the newest copy; nil if another program owns the clipboard.
    var ending: OwnershipEnding?
    var wasUsed = false
  }

  private let desktop: DesktopContext
  private let types: TypeRegistry
  private let state = Locked(State())
  private let isFree = DispatchSemaphore(value: 0)

  /// - Parameter desktop: the displays. The copies are not recorded.
  init(on desktop: DesktopContext, types: TypeRegistry) {
    var desktop = desktop
    desktop.record = nil
    (self.desktop, self.types) = (desktop, types)
  }

  /// Whether something was copied.
  var wasUsed: Bool { state.withLock { $0.wasUsed } }

  /// Whether other programs can paste the newest copy.
  var isServing: Bool { state.withLock { $0.ending != nil } }

  /// Replaces the contents of the clipboard.
  ///
  /// - Throws: the error of the display.
  func copy(_ offer: TransferOffer) throws {
    let (ownership, _) = try desktop.using(for: .clipboard, recordedAs: "copy") {
      try $0.own(offer, as: .clipboard, OwnershipOptions())
    }
    let number = state.withLock { state in
      state.number += 1
      state.ending = ownership.ending
      state.wasUsed = true
      return state.number
    }
    nonisolated(unsafe) let served = ownership
    let thread = RunningThread { [self] in
      TypeRegistry.withCurrent(types) {
        do { _ = try served.serve() } catch { desktop.note(.copyEnded(error)) }
      }
      state.withLock { if $0.number == number { $0.ending = nil } }
      isFree.signal()
    }
    guard let thread else {
      state.withLock { $0.ending = nil }
      throw ActionError.failure("the system cannot create a thread for the clipboard")
    }
    thread.detach()
  }

  /// Waits until another program has copied something.
  func waitUntilReplaced() {
    while isServing { isFree.wait() }
  }

  /// Stops serving the newest copy, after the clipboard manager, if one is running, has received it.
  func end(waitingAtMost limit: Duration) { state.withLock { $0.ending }?.request(waitingAtMost: limit) }
}
