/// Something that a person drags from this program into others.
package protocol DragSource: AnyObject {
  /// The names under which the content is offered.
  var names: [String] { get }

  /// What ends the service from any thread.
  var ending: OwnershipEnding { get }

  /// Waits for a drag, and gives receivers what they ask for until it has ended.
  ///
  /// - Returns: how the drag ended; called again, it waits for the next one.
  func run() throws -> DragOutcome
}

/// How a drag ended.
package struct DragOutcome: Sendable, Equatable {
  /// What became of it.
  package enum End: Sendable {
    /// Another program took the content.
    case dropped
    /// It was dropped on a program that says that it did not take it.
    case refused
    /// It was let go where no program takes it, or called off.
    case cancelled
    /// The program on which it was dropped does not answer, or has ended.
    case unanswered
    /// There was no drag: the window was closed.
    case closed
    /// There was no drag within the time.
    case timeLimit
    /// The end was asked for.
    case requested
  }

  package let end: End
  /// The types that programs were given while it lasted.
  package let types: [String]
}

/// How long a drag waits.
package struct DragOptions: Sendable {
  /// How long a drag may be waited for; nil is without a limit.
  package var timeLimit: Duration?
  /// The most that a program may take to say whether it takes the content.
  package var answerLimit: Duration = .seconds(2)
  /// The most that a program may take after the drop between two questions.
  package var finishLimit: Duration = .seconds(10)
  /// How values are made and given.
  package var service = OwnershipOptions()
  /// Gets what happens.
  package var recorder: TransferRecorder?

  package init() {}
}
