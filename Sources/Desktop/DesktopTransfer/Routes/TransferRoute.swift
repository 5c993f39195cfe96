package import ProfferFileSystem

/// A way by which content leaves this program and comes into it.
package protocol TransferRoute: Sendable {
  /// Which way it is.
  var kind: TransferRouteKind { get }

  /// Takes a selection: from now on, other programs find the offer there.
  ///
  /// - Returns: the ownership, which has to be served.
  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership

  /// What another program offers in a selection.
  func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents

  /// Watches a selection from now on.
  func watch(_ selection: TransferSelection) throws -> any SelectionWatch

  /// Shows something from which an offer can be dragged into other programs.
  ///
  /// - Parameter label: what is dragged, for people.
  func dragSource(
    _ offer: TransferOffer, calling label: String, _ options: DragOptions
  ) throws -> any DragSource

  /// Shows something on which other programs can drop what they drag.
  ///
  /// - Parameters:
  ///   - label: where it goes, for people.
  ///   - recorder: gets what happens.
  func dropTarget(
    calling label: String, within limits: TransferLimits, recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget
}

/// Says when a selection changes.
package protocol SelectionWatch: AnyObject {
  /// Waits until another program offers something, or a time is over.
  ///
  /// - Returns: whether something has changed.
  func wait(until deadline: ContinuousClock.Instant?) throws -> Bool
}

/// How long a selection is offered.
package struct OwnershipOptions: Sendable {
  /// Whether the offer ends when a program has taken a value.
  package var endsAfterOneReceiver = false
  /// When the offer ends; nil lets it stand until something else is copied.
  package var timeLimit: Duration?
  /// The most that a value may take to make.
  package var computingLimit: Duration = .seconds(120)
  /// The most that a receiver may do nothing while it gets a value.
  package var idleLimit: Duration = .seconds(30)
  /// The same where the receiver has a pipe of its own, behind which a person may be reading.
  package var pipeIdleLimit: Duration = .seconds(600)

  package init() {}
}

/// How the ownership of a selection ended.
package enum OwnershipEnd: Sendable, Equatable {
  /// Another program has copied something.
  case replaced
  /// A program has taken a value, which was wanted once.
  case taken
  /// The time is over.
  case timeLimit
  /// The end was asked for.
  case requested
  /// The terminal keeps the content and gives it to receivers itself.
  case handedOver
}

/// A selection that this program owns.
package protocol SelectionOwnership: AnyObject {
  /// The names under which the offer stands.
  var names: [String] { get }

  /// Gives receivers what they ask for, until the selection belongs to another program and the last receiver has its value.
  func serve() throws -> OwnershipEnd

  /// What ends the service from any thread: the offer is handed to a clipboard manager where there is one, and ``serve()``
  /// returns.
  var ending: OwnershipEnding { get }
}

/// What another program offers in a selection.
package protocol SelectionContents: AnyObject {
  /// The names that are offered, best first.
  var names: [String] { get }

  /// Fetches a value piece by piece.
  ///
  /// - Parameter take: called with the pieces in order.
  /// - Throws: `refused`, `timedOut`, `tooLarge` or `offererEnded`, and what `take` throws.
  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Has the program that offers write a file itself, where it offers that.
  ///
  /// - Parameter folder: makes an empty folder for the file.
  /// - Returns: the file, under the name that the program gave it; nil where it offers none.
  func directFile(in folder: () throws -> FilePath) throws -> FilePath?
}

/// How much a receiver takes, and how long it waits.
package struct TransferLimits: Sendable {
  /// The most bytes of a value.
  package var byteCount: UInt64 = 4 << 30
  /// The most that a program may do nothing before and while it gives a value.
  package var idle: Duration = .seconds(10)
  /// The most names of an offer that are looked at.
  package static let standardNameCount = 4096
  /// The most names that are looked at.
  package var nameCount = standardNameCount

  package init() {}
}
