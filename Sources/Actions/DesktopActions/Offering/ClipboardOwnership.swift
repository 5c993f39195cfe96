import ByteTools
import DesktopTransfer
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// A selection that this program owns: other programs find the offer as long as it is served.
///
/// Files that were made of the items of a bundle are removed at its end.
public final class ClipboardOwnership: Sendable {
  /// How the ownership of a selection ended.
  public enum Ending: Sendable {
    /// Another program has copied something.
    case replaced
    /// A program has taken something, which was wanted once.
    case taken
    /// The time is over.
    case timeLimit
    /// The end was asked for.
    case requested
    /// The terminal keeps the content and gives it to receivers itself.
    case handedOver
  }

  /// A name under which the content is offered.
  public struct Name: Sendable, Hashable {
    /// The name.
    public let text: String
    /// The identifier of the type that it stands for.
    public let typeIdentifier: String
  }

  /// The way by which other programs find the offer.
  public let route: DesktopRoute

  /// The names under which the content is offered, best first.
  public let names: [Name]

  /// What serves, and the files that are removed when it has; nil once it has begun to.
  private let waiting: Locked<(ownership: any SelectionOwnership, files: CopiedFiles)?>
  private let ending: OwnershipEnding
  private let portal: DocumentPortal?
  private let types: TypeRegistry

  init(
    _ ownership: any SelectionOwnership, of offer: TransferOffer, on route: DesktopRoute, files: CopiedFiles,
    portal: DocumentPortal?, types: TypeRegistry
  ) {
    waiting = Locked((ownership, files))
    ending = ownership.ending
    let offered = Set(ownership.names)
    names = offer.forms(on: route.kind).filter { offered.contains($0.name) }.map {
      Name(text: $0.name, typeIdentifier: $0.typeIdentifier)
    }
    (self.route, self.portal, self.types) = (route, portal, types)
  }

  /// Gives other programs what they ask for, until the offer has ended and the last of them has all of it; called once.
  ///
  /// The call blocks its thread. Asynchronous code calls ``serveUntilCancelled()``.
  ///
  /// - Returns: how the ownership ended.
  /// - Throws: the error of the connection to the display or the terminal.
  @discardableResult
  public func serve() throws -> Ending {
    let taken = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    guard let (ownership, files) = taken else { throw ActionError.failure("the offer is served once") }
    return try withExtendedLifetime(files) {
      try TransferError.offering {
        let end = try TypeRegistry.withCurrent(types) { try ownership.serve() }
        // The last receiver may have a key only.
        portal?.waitUntilRetrieved()
        return Ending(end)
      }
    }
  }

  /// Serves on a thread of its own; cancelling the task ends the offer.
  ///
  /// - Returns: how the ownership ended.
  /// - Throws: the error of the connection to the display or the terminal.
  @discardableResult
  public func serveUntilCancelled() async throws -> Ending {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = RunningThread { continuation.resume(with: Result { try self.serve() }) }
        if let thread {
          thread.detach()
        } else {
          continuation.resume(throwing: ActionError.failure("the system has no thread for the offer"))
        }
      }
    } onCancel: {
      end(waitingAtMost: .zero)
    }
  }

  /// Ends the offer, from any thread: a clipboard manager gets everything, if there is one, and the call that serves returns.
  ///
  /// - Parameter limit: how long to wait until that has happened.
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
