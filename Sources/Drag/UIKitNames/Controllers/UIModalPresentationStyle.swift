#if !canImport(Darwin)
  /// The style in which a controller is presented; nothing is drawn, so the values have no effect.
  public enum UIModalPresentationStyle: Int, Sendable, Hashable {
    /// The system chooses the style.
    case automatic = -2
    /// Not presented.
    case none = -1
    /// Over the whole screen.
    case fullScreen = 0
    /// On a page over the content.
    case pageSheet = 1
    /// In a centered form.
    case formSheet = 2
    /// Over another controller's content.
    case currentContext = 3
    /// As a custom presentation decides.
    case custom = 4
    /// Over the whole screen, with the content below visible.
    case overFullScreen = 5
    /// Over another controller's content, which stays visible.
    case overCurrentContext = 6
    /// In a popover.
    case popover = 7
  }
#endif
