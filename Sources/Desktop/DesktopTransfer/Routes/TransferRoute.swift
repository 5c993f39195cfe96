package import ProfferFileSystem

/// A mechanism that transfers content to and from other programs.
package protocol TransferRoute: Sendable {
  /// The kind of route.
  var kind: TransferRouteKind { get }

  /// Acquires ownership of a selection, so that other programs can request the offer.
  ///
  /// - Returns: the ownership. Requests are served only while ``SelectionOwnership/serve()`` runs.
  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership

  /// Empties a selection, whichever program owns it.
  func clear(_ selection: TransferSelection) throws

  /// Returns the content that another program offers in a selection.
  func offered(
    as selection: TransferSelection, within limits: TransferLimits
  ) throws -> any SelectionContents

  /// Starts watching a selection for changes.
  func watch(_ selection: TransferSelection) throws -> any SelectionWatch

  /// Shows a source from which the user can drag rows of a window into other programs.
  ///
  /// - Parameters:
  ///   - items: the rows. A terminal shows no window, and offers all rows together.
  ///   - label: a description of the content for the user of a terminal.
  func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource

  /// Shows a target on which the user can drop content from other programs.
  ///
  /// - Parameters:
  ///   - items: what the window of the target shows. Its rows can be dragged into other programs.
  ///   - label: a description of the destination for the user of a terminal.
  ///   - recorder: records the events of the drops; nil to record nothing.
  func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget
}

/// Reports the changes of a selection.
package protocol SelectionWatch: AnyObject {
  /// Waits until another program offers content or the deadline has passed.
  ///
  /// - Returns: whether the selection has changed.
  func wait(until deadline: ContinuousClock.Instant?) throws -> Bool
}

/// The options and time limits of a selection's ownership.
package struct OwnershipOptions: Sendable {
  /// Whether the offer ends after one program has received a value.
  package var endsAfterOneReceiver = false
  /// The duration of the offer; nil for no limit.
  package var timeLimit: Duration?
  /// The maximum time to produce a value.
  package var computingLimit: Duration = .seconds(120)
  /// The maximum inactivity of a receiver while it receives a value.
  package var idleLimit: Duration = .seconds(30)
  /// The maximum inactivity of a receiver that reads from its own pipe.
  ///
  /// The user may be reading the output of the pipe, so this limit is longer.
  package var pipeIdleLimit: Duration = .seconds(600)

  package init() {}
}

/// The reason why the ownership of a selection ended.
package enum OwnershipEnd: Sendable, Equatable {
  /// Another program has acquired ownership.
  case replaced
  /// A program has received a value, and the offer was limited to one receiver.
  case taken
  /// The time limit of the offer has passed.
  case timeLimit
  /// The end was requested with ``SelectionOwnership/ending``.
  case requested
  /// The terminal stores the content and serves requests itself.
  case handedOver
}

/// This program's ownership of a selection.
package protocol SelectionOwnership: AnyObject {
  /// The names under which the content is offered.
  var names: [String] { get }

  /// Serves the requests of receivers until the ownership has ended.
  ///
  /// If another program acquires ownership, this method returns after the last receiver has its value.
  func serve() throws -> OwnershipEnd

  /// A handle with which any thread can end the service.
  ///
  /// If the end is requested, the offer is passed to a clipboard manager if there is one, and ``serve()``
  /// returns.
  var ending: OwnershipEnding { get }
}

/// The content that another program offers in a selection.
package protocol SelectionContents: AnyObject {
  /// The offered names, best first.
  var names: [String] { get }

  /// Fetches a value in chunks.
  ///
  /// - Parameter take: receives the chunks in order.
  /// - Throws: `refused`, `timedOut`, `tooLarge` or `offererEnded`, and any error that `take` throws.
  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Asks the offering program to write a file itself, if the program supports this.
  ///
  /// - Parameter folder: creates an empty folder for the file.
  /// - Returns: the path of the file, with the name that the program chose; nil if the program does not offer
  ///   a file.
  func directFile(in folder: () throws -> FilePath) throws -> FilePath?
}

/// The size and time limits of a receiver.
package struct TransferLimits: Sendable {
  /// The maximum size of a value in bytes.
  package var byteCount: UInt64 = 4 << 30
  /// The maximum inactivity of the offering program before and during a transfer.
  package var idle: Duration = .seconds(10)
  /// The default of ``nameCount``.
  package static let standardNameCount = 4096
  /// The maximum number of names that are read from an offer.
  package var nameCount = standardNameCount

  package init() {}
}
