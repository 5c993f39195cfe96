import ByteTools
import Foundation
import ItemProviders
import TestSupport

@testable import DesktopTransfer

/// A desktop whose answers a test decides.
final class ScriptedRoute: TransferRoute {
  /// What another program offers under a name; an error if the value cannot be fetched.
  typealias Offered = (name: String, value: @Sendable () throws -> Data)

  struct State: Sendable {
    /// The offer of another program; `empty` if there is none.
    var offered: Result<[Offered], TransferError>
    /// The errors of calls; nil for calls that succeed.
    var owningError, clearingError, servingError, watchError: TransferError?
    /// Called while the pasteboard owns the clipboard, or asks what it has.
    var whileOwning, whileAsked: (@Sendable () -> Void)?
    /// The calls, in order.
    var calls: [String] = []
    /// The names and options of the newest offer.
    var names: [String] = []
    var options: OwnershipOptions?
    var hasChanged = false
  }

  static let nothing = TransferError(.empty, "nothing is offered")
  let kind = TransferRouteKind.x11
  let state = Locked(State(offered: .failure(ScriptedRoute.nothing)))

  var calls: [String] { state.withLock { $0.calls } }
  fileprivate func record(_ call: String) { state.withLock { $0.calls.append(call) } }

  /// Offers values of another program, and reports the change.
  func copy(_ offered: [Offered]) {
    state.withLock { ($0.offered, $0.hasChanged) = (.success(offered), true) }
  }

  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    state.withLock { $0.whileOwning }?()
    if let error = state.withLock({ $0.owningError }) { throw error }
    let forms = offer.forms(on: kind)
    state.withLock { ($0.names, $0.options) = (forms.map(\.name), options) }
    record("own")
    return try Ownership(self, forms)
  }

  func clear(_ selection: TransferSelection) throws {
    record("clear")
    if let error = state.withLock({ $0.clearingError }) { throw error }
  }

  func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents {
    state.withLock { $0.whileAsked }?()
    return Contents(try state.withLock { $0.offered }.get())
  }

  func watch(_ selection: TransferSelection) throws -> any SelectionWatch { Watch(self) }

  func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource { throw TransferError(.notSupported, "the script has no drags") }

  func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget { throw TransferError(.notSupported, "the script has no drags") }

  /// An ownership that gives all its text to a clipboard manager at its end.
  private final class Ownership: SelectionOwnership {
    let ending: OwnershipEnding
    private let route: ScriptedRoute
    private let forms: [OfferedForm]

    init(_ route: ScriptedRoute, _ forms: [OfferedForm]) throws {
      (self.route, self.forms) = (route, forms)
      ending = try OwnershipEnding()
    }

    var names: [String] { forms.map(\.name) }

    func serve() throws -> OwnershipEnd {
      defer { ending.end() }
      while !ending.isRequested {
        if let error = route.state.withLock({ $0.servingError }) { throw error }
        Thread.sleep(forTimeInterval: 0.002)
      }
      let done = DispatchSemaphore(value: 0)
      forms.first { $0.name == "UTF8_STRING" }?.content.request { [route] result in
        if case .success(let data) = result {
          route.record("hand over \(String(decoding: data, as: UTF8.self))")
        }
        done.signal()
      }
      _ = done.wait(timeout: HangLimit.dispatchTime)
      return .requested
    }
  }

  private final class Contents: SelectionContents {
    private let offered: [Offered]
    init(_ offered: [Offered]) { self.offered = offered }
    var names: [String] { offered.map(\.name) }

    func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
      let value = offered.first { $0.name == name }
      guard let value else { throw TransferError(.refused, "there is no \(name)") }
      try value.value().withUnsafeBytes(take)
    }
  }

  private final class Watch: SelectionWatch {
    private let route: ScriptedRoute
    init(_ route: ScriptedRoute) { self.route = route }

    func wait(until deadline: ContinuousClock.Instant?) throws -> Bool {
      Thread.sleep(forTimeInterval: 0.005)
      return try route.state.withLock { state in
        if let error = state.watchError { throw error }
        defer { state.hasChanged = false }
        return state.hasChanged
      }
    }
  }
}
