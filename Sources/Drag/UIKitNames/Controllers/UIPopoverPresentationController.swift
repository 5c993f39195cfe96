#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// The directions in which the arrow of a popover can point.
  public struct UIPopoverArrowDirection: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of directions from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// An arrow that points up.
    public static let up = UIPopoverArrowDirection(rawValue: 1)
    /// An arrow that points down.
    public static let down = UIPopoverArrowDirection(rawValue: 2)
    /// An arrow that points left.
    public static let left = UIPopoverArrowDirection(rawValue: 4)
    /// An arrow that points right.
    public static let right = UIPopoverArrowDirection(rawValue: 8)
    /// Every direction.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
  }

  /// The position of a popover; nothing is drawn, so the values have no effect.
  @preconcurrency @MainActor
  open class UIPopoverPresentationController: NSObject {
    /// The view at which the popover points; nil if not set.
    open var sourceView: View?
    /// The rectangle at which the popover points, in the coordinates of the source view.
    open var sourceRect = CGRect.zero
    /// The directions in which the arrow can point.
    open var permittedArrowDirections = UIPopoverArrowDirection.any
  }
#endif
