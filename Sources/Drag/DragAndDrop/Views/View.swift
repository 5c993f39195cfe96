public import Foundation
public import ItemProviders

/// A named area in which drags can begin, and over which drags can move.
///
/// A view is not drawn. It has a frame, a position in the view hierarchy and interactions.
///
/// Hit testing works as on a screen. Later subviews cover earlier subviews. A point outside a view's frame
/// never hits the view's subviews.
@preconcurrency @MainActor
open class View: NSObject, PasteConfigurationSupporting {
  /// The name in traces; by default, the name of the class.
  public var name: String
  /// The frame in the superview's coordinates; in screen coordinates for an application's window.
  public var frame: CGRect
  /// Whether hit testing finds the view and its subviews; if false, drags reach the view below.
  public var isUserInteractionEnabled = true
  /// Whether the view and its subviews are hidden; hit testing ignores hidden views.
  public var isHidden = false
  /// The background, for a client that draws the view; nil if not set.
  public var backgroundColor: PreviewColor?
  /// A number that identifies the view in the application; zero by default.
  public var tag = 0
  /// The view that contains this view.
  public private(set) weak var superview: View?
  /// The direct subviews of this view; the topmost subview is last.
  public private(set) var subviews: [View] = []
  /// The interactions, in the order in which they were added.
  ///
  /// Setting the property removes all current interactions, then adds the interactions of the new value.
  public var interactions: [any Interaction] {
    get { addedInteractions }
    set {
      for interaction in addedInteractions { removeInteraction(interaction) }
      for interaction in newValue { addInteraction(interaction) }
    }
  }
  /// The types that can be pasted; a view with a paste configuration also receives drops of these types.
  public var pasteConfiguration: PasteConfiguration?
  private var addedInteractions: [any Interaction] = []
  /// The application, if this view is its window; nil for other views.
  weak var windowApplication: Application?
  /// Delegates that the view owns, because interactions reference their delegates weakly.
  var ownedDelegates: [AnyObject] = []
  /// The delegate that receives drops for the paste configuration; created on first use.
  var pasteDropDelegate: AnyObject?

  /// Makes a view that has the name of its class.
  ///
  /// - Parameter frame: the frame, in the coordinates of the superview.
  public init(frame: CGRect) {
    self.frame = frame
    name = String(describing: Self.self)
  }

  /// Makes an empty view without reading the archive, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) {
    frame = .zero
    name = String(describing: Self.self)
  }

  /// Makes a view with an empty frame.
  public convenience override init() { self.init(frame: .zero) }

  /// Makes a view with a name.
  ///
  /// - Parameters:
  ///   - name: the name in traces.
  ///   - frame: the frame, in the coordinates of the superview.
  public convenience init(name: String, frame: CGRect = .zero) {
    self.init(frame: frame)
    self.name = name
  }

  /// The application whose window contains the view; nil if the view is not in a window.
  public var application: Application? { superview?.application ?? windowApplication }

  /// The window that contains the view; nil if the view is not in a window.
  public var window: View? { windowApplication == nil ? superview?.window : self }

  /// The view's area in its own coordinates.
  ///
  /// Setting the property resizes the view around its center. The origin is always zero, because the content
  /// of a view has no offset.
  public var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set {
      let center = center
      frame.size = newValue.size
      self.center = center
    }
  }

  /// The center of the frame, in the coordinates of the superview.
  public var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      frame.origin = CGPoint(x: newValue.x - frame.size.width / 2, y: newValue.y - frame.size.height / 2)
    }
  }

  /// Removes a view from its current superview, and adds the view on top of the other subviews.
  ///
  /// - Parameter view: the view.
  open func addSubview(_ view: View) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// Removes an interaction from its current view, and adds the interaction to this view.
  ///
  /// - Parameter interaction: the interaction.
  public func addInteraction(_ interaction: any Interaction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    addedInteractions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Removes an interaction; does nothing if the interaction is not in this view.
  ///
  /// - Parameter interaction: the interaction.
  public func removeInteraction(_ interaction: any Interaction) {
    guard addedInteractions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    addedInteractions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }

  /// Converts a point from screen coordinates to the view's coordinates.
  ///
  /// - Parameter point: a point in screen coordinates.
  /// - Returns: the point in the view's coordinates.
  public func pointFromScreen(_ point: CGPoint) -> CGPoint {
    let outer = superview?.pointFromScreen(point) ?? point
    return CGPoint(x: outer.x - frame.origin.x, y: outer.y - frame.origin.y)
  }

  /// Converts a point from the view's coordinates to screen coordinates.
  ///
  /// - Parameter point: a point in the view's coordinates.
  /// - Returns: the point in screen coordinates.
  public func pointOnScreen(_ point: CGPoint) -> CGPoint {
    let outer = CGPoint(x: point.x + frame.origin.x, y: point.y + frame.origin.y)
    return superview?.pointOnScreen(outer) ?? outer
  }

  /// Returns whether this view is the other view or one of its descendants.
  ///
  /// - Parameter view: the other view.
  /// - Returns: `true` also if both are the same view.
  public func isDescendant(of view: View) -> Bool { View.outwards(from: self).contains { $0 === view } }

  /// Returns the topmost view at a point of this view; nil for a point outside the view.
  ///
  /// - Parameter point: a point in the view's coordinates.
  /// - Returns: the view, which is visible and has user interaction enabled.
  public func hitTest(_ point: CGPoint) -> View? {
    guard isUserInteractionEnabled, !isHidden, bounds.contains(point) else { return nil }
    for view in subviews.reversed() {
      let inner = CGPoint(x: point.x - view.frame.origin.x, y: point.y - view.frame.origin.y)
      if let hit = view.hitTest(inner) { return hit }
    }
    return self
  }

  /// Returns whether at least one of the providers can be pasted.
  open func canPaste(_ itemProviders: [ItemProvider]) -> Bool {
    guard let pasteConfiguration else { return false }
    return itemProviders.contains { pasteConfiguration.accepts($0) }
  }

  /// Pastes items; also called when items are dropped on a view with a paste configuration.
  ///
  /// The default implementation does nothing. An override must start its loads before the method returns.
  open func paste(itemProviders: [ItemProvider]) {}

  /// Returns the view and its superviews, innermost first.
  static func outwards(from view: View?) -> [View] {
    var views: [View] = []
    var next = view
    while let view = next {
      views.append(view)
      next = view.superview
    }
    return views
  }

  /// The queue for completions on the main actor.
  package var queue: MainActorQueue { application?.queue ?? .detached }
}

/// An object that adds drag and drop behavior to a view.
@preconcurrency @MainActor
public protocol Interaction: AnyObject {
  /// The view to which the interaction was added.
  var view: View? { get }
  /// Called before the interaction is added to a view or removed from its view.
  ///
  /// - Parameter view: the view to which the interaction moves; nil for no view.
  func willMove(to view: View?)
  /// Called after the interaction was added to a view or removed from its view.
  ///
  /// - Parameter view: the view to which the interaction moves; nil for no view.
  func didMove(to view: View?)
}
