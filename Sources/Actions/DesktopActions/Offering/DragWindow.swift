import ByteTools
import DesktopTransfer
import Foundation
import ProfferActions
import UniformTypes

/// Something from which content is dragged into other programs, as long as it is served.
///
/// Files that were made of the items of a bundle are removed with it, when nothing was dropped, and by ``keepFiles()``.
public final class DragWindow: Sendable {
  /// How long files that were made for a drag stay: a file manager copies them after the drop.
  private static let fileLimit: Duration = .seconds(300)

  /// The way by which content is dragged.
  public let route: DesktopRoute

  private let waiting: Locked<(any DragSource)?>
  private let ending: OwnershipEnding
  /// The files; nil once they are not needed.
  private let files: Locked<CopiedFiles?>
  private let portal: DocumentPortal?
  private let types: TypeRegistry
  private let note: @Sendable (DesktopNote) -> Void

  init(
    _ source: any DragSource, on route: DesktopRoute, files: CopiedFiles, portal: DocumentPortal?,
    types: TypeRegistry, note: @escaping @Sendable (DesktopNote) -> Void
  ) {
    waiting = Locked(source)
    ending = source.ending
    self.files = Locked(files)
    (self.route, self.portal, self.types, self.note) = (route, portal, types, note)
  }

  /// Gives programs what they ask for until a drag has ended, or the window is closed; called once.
  ///
  /// The call blocks its thread.
  ///
  /// - Parameters:
  ///   - allowsSeveral: whether drags are allowed until the window is closed.
  ///   - each: called after each drop with the identifiers of the types that were taken; what it throws ends the service.
  /// - Returns: how many drops there were, at least one.
  /// - Throws: a negative answer where nothing was dropped, whose code says why.
  @discardableResult
  public func serve(allowingSeveral allowsSeveral: Bool = false, each: ([String]) throws -> Void) throws
    -> Int
  {
    let source = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    guard let source else { throw ActionError.failure("a drag is served once") }
    var wasDropped = false
    defer { if !wasDropped { files.withLock { $0 = nil } } }
    let count = try TransferError.offering {
      try TypeRegistry.withCurrent(types) {
        var count = 0
        while true {
          let outcome = try source.run()
          if outcome.end == .dropped {
            count += 1
            try each(outcome.types)
          }
          let isOver = [.closed, .timeLimit, .requested].contains(outcome.end)
          if isOver, count > 0 { return count }
          if outcome.end != .dropped {
            let error = ActionError.negative(
              "nothing was dropped: \(outcome.end.explanation)", code: .init(rawValue: "\(outcome.end)"))
            guard allowsSeveral, !isOver else { throw error }
            note(.nothingDropped(error))
          }
          if !allowsSeveral { return count }
        }
      }
    }
    wasDropped = true
    return count
  }

  /// Ends the service from any thread, and closes the window.
  ///
  /// - Parameter limit: how long to wait until that has happened.
  public func end(waitingAtMost limit: Duration) { ending.request(waitingAtMost: limit) }

  /// Whether programs may still need files that were made for the drag, or that go through the document portal.
  public var hasPendingFiles: Bool { hasMadeFiles || portal?.hasTransfers == true }

  private var hasMadeFiles: Bool { files.withLock { $0?.isUsed ?? false } }

  /// Keeps the files that programs may still need, for five minutes where they were made, then removes them.
  ///
  /// No program says when it has copied a file that was dropped on it, so that nothing else can be waited for.
  public func keepFiles() {
    let hasMadeFiles = hasMadeFiles
    portal?.waitUntilRetrieved()
    if hasMadeFiles {
      Thread.sleep(forTimeInterval: TimeInterval(DragWindow.fileLimit.components.seconds))
    }
    files.withLock { $0 = nil }
  }
}

extension DragOutcome.End {
  /// What a message says of it.
  fileprivate var explanation: String {
    switch self {
    case .dropped: "it was"
    case .refused: "the program on which it was dropped did not take it"
    case .cancelled: "the drag was let go where no program takes it, or called off"
    case .unanswered: "the program on which it was dropped does not answer"
    case .closed: "the window was closed"
    case .timeLimit: "there was no drag within the time"
    case .requested: "the end was asked for"
    }
  }
}
