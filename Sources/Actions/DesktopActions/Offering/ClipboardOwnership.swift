import ByteTools
import DesktopTransfer
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The ownership of a selection, which makes an offer available to other programs.
///
/// The offer is available only while ``serve()`` or ``serveUntilCancelled()`` runs. Files created from the
/// items of a bundle are removed when the offer ends.
public final class ClipboardOwnership: Sendable {
  /// How the ownership of a selection ended.
  public enum Ending: Sendable {
    /// Another program has copied something.
    case replaced
    /// A program received content, and the offer was limited to one receiver.
    case taken
    /// The time limit was reached.
    case timeLimit
    /// The end was requested by ``end(waitingAtMost:)`` or by cancellation.
    case requested
    /// The terminal has stored the content and provides it to other programs.
    case handedOver
  }

  /// A name under which the content is offered.
  public struct Name: Sendable, Hashable {
    /// The name, as other programs request it.
    public let text: String
    /// The identifier of the type that the name represents.
    public let typeIdentifier: String
  }

  /// The route through which the content is offered.
  public let route: DesktopRoute

  /// The names under which the content is offered, best first.
  public let names: [Name]

  /// What serving needs, and releases at its end.
  private struct Service {
    let ownership: any SelectionOwnership
    let files: CopiedFiles
    let offer: TransferOffer
    /// The types whose contents are produced before programs request them.
    let preparedTypes: [String]
  }

  /// The service; nil once serving has started.
  private let waiting: Locked<Service?>
  private let ending: OwnershipEnding
  private let portal: DocumentPortal?
  private let types: TypeRegistry

  init(
    _ ownership: any SelectionOwnership, of offer: TransferOffer, on route: DesktopRoute, files: CopiedFiles,
    portal: DocumentPortal?, types: TypeRegistry, preparing preparedTypes: [String] = []
  ) {
    waiting = Locked(
      Service(ownership: ownership, files: files, offer: offer, preparedTypes: preparedTypes))
    ending = ownership.ending
    let offered = Set(ownership.names)
    names = offer.forms(on: route.kind).filter { offered.contains($0.name) }.map {
      Name(text: $0.name, typeIdentifier: $0.typeIdentifier)
    }
    (self.route, self.portal, self.types) = (route, portal, types)
  }

  /// Serves requests from other programs until the offer has ended and the last transfer is complete.
  ///
  /// Blocks the calling thread. Asynchronous code calls ``serveUntilCancelled()`` instead. Can be called only
  /// once.
  ///
  /// - Returns: how the ownership ended.
  /// - Throws: if the connection to the display or the terminal fails, or if serving has been started before.
  @discardableResult
  public func serve() throws -> Ending {
    let taken = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    guard let service = taken else { throw ActionError.failure("the offer is served once") }
    // A terminal has all values already.
    if route != .terminal { prepare(service.offer, service.preparedTypes) }
    return try withExtendedLifetime(service.files) {
      try TransferError.offering {
        let end = try TypeRegistry.withCurrent(types) { try service.ownership.serve() }
        // The last receiver may have only the key of the portal, and may not have retrieved the files yet.
        portal?.waitUntilRetrieved()
        return Ending(end)
      }
    }
  }

  /// Starts to produce contents on a separate thread.
  ///
  /// Without a thread, they are produced when they are requested.
  private func prepare(_ offer: TransferOffer, _ preparedTypes: [String]) {
    if preparedTypes.isEmpty { return }
    RunningThread { [types] in TypeRegistry.withCurrent(types) { offer.prepare(preparedTypes) } }?.detach()
  }

  /// Serves requests on a separate thread until the offer ends; cancelling the task ends the offer.
  ///
  /// - Returns: how the ownership ended.
  /// - Throws: if the connection to the display or the terminal fails, or if serving has been started before.
  @discardableResult
  public func serveUntilCancelled() async throws -> Ending {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = RunningThread { continuation.resume(with: Result { try self.serve() }) }
        if let thread {
          thread.detach()
        } else {
          continuation.resume(
            throwing: ActionError.failure("the system cannot create a thread for the offer"))
        }
      }
    } onCancel: {
      end(waitingAtMost: .zero)
    }
  }

  /// Ends the offer and stops serving; can be called from any thread.
  ///
  /// If a clipboard manager is running, it receives the complete content first.
  ///
  /// - Parameter limit: the maximum time to wait for the end.
  public func end(waitingAtMost limit: Duration) { ending.request(waitingAtMost: limit) }
}

extension ClipboardOwnership.Ending {
  fileprivate init(_ end: OwnershipEnd) {
    switch end {
    case .replaced: self = .replaced
    case .taken: self = .taken
    case .timeLimit: self = .timeLimit
    case .requested: self = .requested
    case .handedOver: self = .handedOver
    }
  }
}
