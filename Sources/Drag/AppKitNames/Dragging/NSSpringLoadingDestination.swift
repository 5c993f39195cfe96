#if !canImport(Darwin)
  /// A destination that a hovering drag can activate.
  @preconcurrency @MainActor
  public protocol NSSpringLoadingDestination: NSObjectProtocol {
    /// Called when the drag has hovered long enough, and when the activation ends.
    ///
    /// - Parameters:
    ///   - activated: whether the activation begins.
    ///   - draggingInfo: the drag.
    func springLoadingActivated(_ activated: Bool, draggingInfo: any NSDraggingInfo)
    /// Called when the highlight of the drag has changed.
    ///
    /// - Parameter draggingInfo: the drag.
    func springLoadingHighlightChanged(_ draggingInfo: any NSDraggingInfo)
    /// Called when a drag enters.
    ///
    /// - Parameter draggingInfo: the drag.
    /// - Returns: whether hovering activates the destination.
    func springLoadingEntered(_ draggingInfo: any NSDraggingInfo) -> NSSpringLoadingOptions
    /// Called when a drag moves.
    ///
    /// - Parameter draggingInfo: the drag.
    /// - Returns: whether hovering activates the destination.
    func springLoadingUpdated(_ draggingInfo: any NSDraggingInfo) -> NSSpringLoadingOptions
    /// Called when a drag leaves.
    ///
    /// - Parameter draggingInfo: the drag.
    func springLoadingExited(_ draggingInfo: any NSDraggingInfo)
    /// Called at the end of the drag.
    ///
    /// - Parameter draggingInfo: the drag.
    func draggingEnded(_ draggingInfo: any NSDraggingInfo)
  }

  extension NSSpringLoadingDestination {
    /// Default implementation; returns the answer of `springLoadingUpdated(_:)`.
    public func springLoadingEntered(_ draggingInfo: any NSDraggingInfo) -> NSSpringLoadingOptions {
      springLoadingUpdated(draggingInfo)
    }
    /// Default implementation; returns the previous answer, which is `.enabled` at first.
    public func springLoadingUpdated(_ draggingInfo: any NSDraggingInfo) -> NSSpringLoadingOptions {
      (draggingInfo as? ActiveDragging)?.springLoadingAnswer ?? .enabled
    }
    /// Default implementation; does nothing.
    public func springLoadingExited(_ draggingInfo: any NSDraggingInfo) {}
    /// Default implementation; does nothing.
    public func draggingEnded(_ draggingInfo: any NSDraggingInfo) {}
  }

  /// How a view is activated by a drag that hovers over it.
  public struct NSSpringLoadingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes options from their raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The view is not activated.
    public static let disabled: NSSpringLoadingOptions = []
    /// The view is activated.
    public static let enabled = NSSpringLoadingOptions(rawValue: 1)
    /// The same as `enabled` here: the view can be activated again after each move.
    public static let continuousActivation = NSSpringLoadingOptions(rawValue: 2)
    /// Hovering does not activate the view; only a force click does.
    public static let noHover = NSSpringLoadingOptions(rawValue: 8)
  }

  /// The highlight of a view that a drag can activate.
  public enum NSSpringLoadingHighlight: Int, Sendable, Hashable {
    /// As without a drag.
    case none = 0
    /// The view can be activated.
    case standard = 1
    /// The view is being activated.
    case emphasized = 2
  }
#endif
