import ByteTools
public import Foundation

/// A receiver's proposal for handling a drag at its current location.
@preconcurrency @MainActor
open class DropProposal: NSObject, NSCopying {
  /// The operation of a drop.
  public let operation: DropOperation
  /// Whether the drop needs a precise location; false by default.
  ///
  /// If true, the touch point is shown next to the finger.
  public var isPrecise: Bool {
    get { options.withLock { $0.isPrecise } }
    set { options.withLock { $0.isPrecise = newValue } }
  }
  /// Whether previews keep their full size over this receiver; used only in the source's application.
  public var prefersFullSizePreview: Bool {
    get { options.withLock { $0.prefersFullSizePreview } }
    set { options.withLock { $0.prefersFullSizePreview = newValue } }
  }

  /// The properties that are not arguments of initialisers.
  private struct Options {
    var isPrecise = false
    var prefersFullSizePreview = false
  }

  // Locked, because `NSCopying` does not require that a copy is made on the main actor.
  private nonisolated let options: Locked<Options>

  /// Makes a proposal.
  ///
  /// - Parameter operation: the operation of a drop.
  public init(operation: DropOperation) {
    self.operation = operation
    options = Locked(Options())
  }

  /// Makes a proposal with the same content as another proposal.
  nonisolated init(copying other: DropProposal) {
    operation = other.operation
    options = Locked(other.options.withLock { $0 })
  }

  /// Returns a proposal with the same content.
  open nonisolated func copy(with zone: NSZone? = nil) -> Any { DropProposal(copying: self) }

  /// The proposal, formatted for a trace.
  var traceDescription: String {
    operation.description + (isPrecise ? ", precise" : "") + (prefersFullSizePreview ? ", full size" : "")
  }
}

/// The operation of a drop.
///
/// A move does not delete the source's items. The source removes its items after the receiver has loaded
/// them. The raw values are equal to the raw values of `UIDropOperation`.
public enum DropOperation: UInt, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// No data is delivered.
  case cancel = 0
  /// No data is delivered, although the receiver accepts such items at other locations or times.
  case forbidden = 1
  /// The receiver gets a copy.
  case copy = 2
  /// The items move to the receiver; requires a session that allows moves.
  case move = 3

  /// Whether data is delivered.
  package var isDelivering: Bool { self == .copy || self == .move }

  /// The operation's name.
  public var description: String {
    switch self {
    case .cancel: "cancel"
    case .forbidden: "forbidden"
    case .copy: "copy"
    case .move: "move"
    }
  }
}
