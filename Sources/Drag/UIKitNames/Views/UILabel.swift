#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A view that shows text.
  ///
  /// As in UIKit, the view ignores drags unless `isUserInteractionEnabled` is set to true.
  @MainActor
  open class UILabel: View {
    /// The text; nil if not set.
    open var text: String?
    /// The color of the text, for a client that draws the text; nil for the system's color.
    open var textColor: PreviewColor?

    /// Makes an empty label.
    ///
    /// - Parameter frame: the frame, in the coordinates of the superview.
    public override init(frame: CGRect) {
      super.init(frame: frame)
      isUserInteractionEnabled = false
    }

    /// Makes an empty label without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      isUserInteractionEnabled = false
    }
  }
#endif
