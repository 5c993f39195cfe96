/// A source from which the user drags content into other programs.
package protocol DragSource: ItemsWindow {
  /// The names under which all rows are offered together.
  var names: [String] { get }

  /// A handle with which any thread can end ``run()``.
  var ending: OwnershipEnding { get }

  /// Waits for a drag, and serves the requests of receivers until the drag has ended.
  ///
  /// The next call waits for the next drag.
  ///
  /// - Returns: the outcome of the drag.
  func run() throws -> DragOutcome
}

/// The outcome of a drag.
package struct DragOutcome: Sendable, Equatable {
  /// The reason why a drag, or the wait for a drag, ended.
  package enum End: Sendable {
    /// Another program accepted the content.
    case dropped
    /// The program that received the drop reported that it did not accept the content.
    case refused
    /// The drag was cancelled, or released where no program accepts it.
    case cancelled
    /// The target program did not respond in time, or has ended.
    case unanswered
    /// The window was closed.
    case closed
    /// No drag started within the time limit.
    case timeLimit
    /// The end was requested with ``DragSource/ending``.
    case requested
  }

  package let end: End
  /// The types of the values that were delivered to receivers during the drag.
  package let types: [String]
}

/// The options and time limits of a drag.
package struct DragOptions: Sendable {
  /// The maximum wait for a drag; nil for no limit.
  package var timeLimit: Duration?
  /// The maximum time for a program to report whether it accepts the content.
  package var answerLimit: Duration = .seconds(2)
  /// The maximum time between two requests of the receiving program after the drop.
  package var finishLimit: Duration = .seconds(10)
  /// The options for producing and delivering values.
  package var service = OwnershipOptions()
  /// The recorder of the drag's events; nil to record nothing.
  package var recorder: TransferRecorder?

  package init() {}
}
