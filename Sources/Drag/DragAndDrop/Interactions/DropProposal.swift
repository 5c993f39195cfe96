public import Foundation

/// How a receiver proposes to handle a drag where it is now.
open class DropProposal: NSObject, NSCopying {
  /// What the drop would do.
  public let operation: DropOperation
  /// Whether the exact place matters, so that the touch point is shown beside the finger; false by default.
  public var isPrecise = false
  /// Whether previews keep their full size over this receiver; honoured in the source's application only.
  public var prefersFullSizePreview = false

  /// Makes a proposal.
  public init(operation: DropOperation) { self.operation = operation }

  /// An independent proposal of the same content.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = DropProposal(operation: operation)
    copy.takeMarks(of: self)
    return copy
  }

  /// Takes over what is no argument of an initialiser.
  func takeMarks(of other: DropProposal) {
    isPrecise = other.isPrecise
    prefersFullSizePreview = other.prefersFullSizePreview
  }

  /// What a trace tells of the proposal.
  var traceText: String {
    operation.description + (isPrecise ? ", precise" : "") + (prefersFullSizePreview ? ", full size" : "")
  }
}
