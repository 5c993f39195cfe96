import ByteTools
import DesktopTransfer
import Foundation
import ProfferActions
import UniformTypes

/// A window or terminal from which content can be dragged into other programs.
///
/// Content can be dragged only while ``serve(allowingSeveral:each:)`` runs. Files created from the items of a
/// bundle are removed if nothing was dropped, when ``keepContent()`` returns, or when this object is
/// deallocated.
public final class DragWindow: Sendable {
  /// How long files created for a drag are kept after the drop.
  ///
  /// A file manager copies the files only after the drop.
  private static let fileLimit: Duration = .seconds(300)

  /// The route through which content is dragged.
  public let route: DesktopRoute

  private let waiting: Locked<(any DragSource)?>
  private let ending: OwnershipEnding
  /// The created files; nil if they are no longer needed.
  private let files: Locked<CopiedFiles?>
  private let portal: DocumentPortal?
  private let clipboard: RowClipboard
  /// Follows the settings of the desktop while the window is open.
  private let appearance: Locked<DesktopAppearance?>
  private let types: TypeRegistry
  private let note: @Sendable (DesktopNote) -> Void

  init(
    _ source: any DragSource, on route: DesktopRoute, files: CopiedFiles, portal: DocumentPortal?,
    clipboard: RowClipboard, appearance: DesktopAppearance?, types: TypeRegistry,
    note: @escaping @Sendable (DesktopNote) -> Void
  ) {
    waiting = Locked(source)
    ending = source.ending
    self.files = Locked(files)
    self.appearance = Locked(appearance)
    self.clipboard = clipboard
    (self.route, self.portal, self.types, self.note) = (route, portal, types, note)
  }

  /// Serves requests from other programs until a drag has ended or the window is closed.
  ///
  /// Blocks the calling thread. Can be called only once.
  ///
  /// - Parameters:
  ///   - allowsSeveral: whether to allow further drags until the window is closed.
  ///   - each: called after each drop with the identifiers of the types that other programs received; if it
  ///     throws, serving ends.
  /// - Returns: the number of drops; zero only if the user has copied rows to the clipboard.
  /// - Throws: a negative ``ActionError`` if nothing was dropped or copied. Its code identifies the reason.
  @discardableResult
  public func serve(allowingSeveral allowsSeveral: Bool = false, each: ([String]) throws -> Void) throws
    -> Int
  {
    let source = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    guard let source else { throw ActionError.failure("a drag is served once") }
    var wasTaken = false
    defer {
      if !wasTaken { files.withLock { $0 = nil } }
      appearance.withLock { $0 = nil }
    }
    let count = try TransferError.offering {
      try TypeRegistry.withCurrent(types) {
        var count = 0
        while true {
          let outcome = try source.run()
          if outcome.end == .dropped {
            count += 1
            try each(outcome.types)
          }
          let isOver = !allowsSeveral || [.closed, .timeLimit, .requested].contains(outcome.end)
          // Rows that were copied must stay on the clipboard, even if the drag after the copy was cancelled.
          if isOver, count > 0 || clipboard.wasUsed { return count }
          guard outcome.end != .dropped else { continue }
          let error = ActionError.negative(
            "nothing was dropped: \(outcome.end.explanation)", code: .init(rawValue: "\(outcome.end)"))
          if isOver { throw error }
          note(.nothingDropped(error))
        }
      }
    }
    wasTaken = true
    return count
  }

  /// Closes the window; can be called from any thread.
  ///
  /// Rows that were copied to the clipboard can still be pasted while ``keepContent()`` runs.
  public func close() { ending.request(waitingAtMost: .zero) }

  /// Ends serving, closes the window and ends the copy of rows; can be called from any thread.
  ///
  /// - Parameter limit: the maximum time to wait for the end.
  public func end(waitingAtMost limit: Duration) {
    ending.request(waitingAtMost: limit)
    clipboard.end(waitingAtMost: limit)
  }

  /// Whether programs may still need what was dragged or copied: files created for the drag or offered through
  /// the document portal, or the clipboard.
  public var hasPendingContent: Bool {
    hasMadeFiles || portal?.hasTransfers == true || clipboard.isServing
  }

  private var hasMadeFiles: Bool { files.withLock { $0?.isUsed ?? false } }

  /// Waits as long as other programs may need the content, then removes the created files.
  ///
  /// Copied rows are offered until another program copies something. Created files are kept for five minutes,
  /// because programs do not report when they have copied a dropped file.
  public func keepContent() {
    let hasMadeFiles = hasMadeFiles
    clipboard.waitUntilReplaced()
    portal?.waitUntilRetrieved()
    if hasMadeFiles {
      Thread.sleep(forTimeInterval: TimeInterval(DragWindow.fileLimit.components.seconds))
    }
    files.withLock { $0 = nil }
  }
}

extension DragOutcome.End {
  /// The reason why nothing was dropped, worded to complete an error message.
  fileprivate var explanation: String {
    switch self {
    case .dropped: "it was"
    case .refused: "the receiving program did not accept it"
    case .cancelled: "the drag was released where no program accepts it, or was cancelled"
    case .unanswered: "the receiving program does not answer"
    case .closed: "the window was closed"
    case .timeLimit: "no drag began within the time limit"
    case .requested: "the program that offers the content ended the drag"
    }
  }
}
