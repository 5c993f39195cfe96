#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A button that pastes the contents of `UIPasteboard.general` into a target.
  ///
  /// The button is not drawn. A test calls ``tap()``, which stands for a tap of the user.
  @preconcurrency @MainActor
  open class UIPasteControl: View {
    /// The appearance of a button; has no effect, because nothing is drawn.
    @preconcurrency @MainActor
    open class Configuration: NSObject {
      /// What the button shows.
      open var displayMode = UIPasteControl.DisplayMode.iconAndLabel
      /// The color of the label; nil for the system's color.
      open var baseForegroundColor: PreviewColor?
      /// The color of the background; nil for the system's color.
      open var baseBackgroundColor: PreviewColor?
      /// Makes the configuration of a button with a picture and a label.
      public override init() {}
    }

    /// What a button shows.
    public enum DisplayMode: UInt, Sendable, Hashable {
      /// A picture and a label.
      case iconAndLabel = 0
      /// A picture.
      case iconOnly = 1
      /// A label.
      case labelOnly = 2
      /// An arrow and a label.
      case arrowAndLabel = 3
    }

    /// The appearance.
    public let configuration: Configuration
    /// The object into which the button pastes; a weak reference.
    open weak var target: (any PasteConfigurationSupporting)?

    /// Makes a button.
    ///
    /// - Parameter configuration: the appearance.
    public init(configuration: Configuration) {
      self.configuration = configuration
      super.init(frame: .zero)
    }

    /// Makes a button.
    ///
    /// - Parameter frame: the frame, in the coordinates of the superview.
    public override init(frame: CGRect) {
      configuration = Configuration()
      super.init(frame: frame)
    }

    /// Makes a button without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      configuration = Configuration()
      super.init(coder: coder)
    }

    /// Whether the target can paste the contents of the pasteboard.
    open var isEnabled: Bool { target?.canPaste(UIPasteboard.general.itemProviders) ?? false }

    /// Pastes the contents of the pasteboard into the target, as a tap of the user would; does nothing if the button
    /// is not enabled.
    public func tap() { if isEnabled { target?.paste(itemProviders: UIPasteboard.general.itemProviders) } }
  }
#endif
