#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A view that shows a picture.
  ///
  /// As in UIKit, the view ignores drags unless `isUserInteractionEnabled` is set to true.
  @preconcurrency @MainActor
  open class UIImageView: View {
    /// The picture; nil if not set.
    open var image: UIImage?

    /// Makes an empty view.
    ///
    /// - Parameter frame: the frame, in the coordinates of the superview.
    public override init(frame: CGRect) {
      super.init(frame: frame)
      isUserInteractionEnabled = false
    }

    /// Makes an empty view without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      isUserInteractionEnabled = false
    }

    /// Makes a view with the size of a picture.
    ///
    /// - Parameter image: the picture; nil makes an empty view.
    public convenience init(image: UIImage?) {
      self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
      self.image = image
    }
  }
#endif
