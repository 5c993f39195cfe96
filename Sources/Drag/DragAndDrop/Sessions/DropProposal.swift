public import Foundation

/// A receiver's proposal for handling a drag at its current location.
open class DropProposal: NSObject, NSCopying {
  /// The operation of a drop.
  public let operation: DropOperation
  /// Whether the drop needs a precise location; false by default.
  ///
  /// If true, the touch point is shown next to the finger.
  public var isPrecise = false
  /// Whether previews keep their full size over this receiver; used only in the source's application.
  public var prefersFullSizePreview = false

  /// Makes a proposal.
  ///
  /// - Parameter operation: the operation of a drop.
  public init(operation: DropOperation) { self.operation = operation }

  /// Returns a proposal with the same content.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = DropProposal(operation: operation)
    copy.copyOptions(from: self)
    return copy
  }

  /// Copies the properties that are not arguments of initialisers.
  func copyOptions(from other: DropProposal) {
    isPrecise = other.isPrecise
    prefersFullSizePreview = other.prefersFullSizePreview
  }

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
