#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A view that shows text; as in UIKit, it ignores drags until `isUserInteractionEnabled` is set.
  @MainActor
  open class UILabel: View {
    /// The text; nil for none.
    open var text: String?
    /// The color of the text, for a client that draws it; nil for the system's color.
    open var textColor: PreviewColor?

    /// Makes an empty label.
    ///
    /// - Parameter frame: the frame, in the coordinates of the superview.
    public override init(frame: CGRect) {
      super.init(frame: frame)
      isUserInteractionEnabled = false
    }

    /// Makes an empty label: the archive is not read, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      isUserInteractionEnabled = false
    }
  }
#endif
