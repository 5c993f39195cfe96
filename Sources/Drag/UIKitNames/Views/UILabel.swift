#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A view that shows text.
  ///
  /// As in UIKit, the view ignores drags unless `isUserInteractionEnabled` is set to true.
  @preconcurrency @MainActor
  open class UILabel: View {
    /// The text; nil if not set.
    ///
    /// Setting the property removes the attributes of ``attributedText``.
    open var text: String? {
      get { attributedText?.string }
      set { attributedText = newValue.map { NSAttributedString(string: $0) } }
    }
    /// The text with its attributes; nil if not set.
    ///
    /// The setter copies the text. The attributes are not drawn.
    open var attributedText: NSAttributedString? {
      get { content }
      set { content = newValue.map { NSAttributedString(attributedString: $0) } }
    }
    private var content: NSAttributedString?
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
