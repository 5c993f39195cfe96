import ProfferFileSystem

/// Access to the selections of a compositor's seat.
///
/// ``DataControl`` accesses them without a window; ``FocusedClipboard`` needs a window with the keyboard focus.
protocol SelectionControl: AnyObject {
  var connection: WaylandConnection { get }

  /// Throws `notSupported` if the compositor does not support the selection.
  func require(_ selection: TransferSelection) throws

  /// Returns the offer in a selection; nil if there is none.
  func offer(in selection: TransferSelection) -> SelectionOffer?

  /// Offers names in a selection.
  ///
  /// - Returns: the source, which identifies the offer in events.
  func select(_ names: [String], in selection: TransferSelection) throws -> UInt32

  /// Removes the offer from a selection.
  func clear(_ selection: TransferSelection)

  /// Asks a program to write a value to a pipe.
  func receive(_ name: String, of offer: SelectionOffer, to pipe: ByteStream)

  /// Returns the next event that has arrived; nil if there is none.
  func next() throws -> SelectionEvent?
}

/// An offer of another program in a selection.
struct SelectionOffer {
  let object: UInt32
  var names: [String] = []
}

/// An event of a source, a selection or the seat.
enum SelectionEvent {
  /// A program requests the value of a source under a name. The value must be written to the pipe.
  case send(source: UInt32, name: String, ByteStream)
  /// A source is not offered anymore.
  case cancelled(source: UInt32)
  /// A selection has changed.
  case changed(TransferSelection)
  /// The compositor has removed the seat.
  case finished
}
