public import Foundation
public import ItemProviders

/// A named area that drags begin in and move over.
///
/// A view is not drawn: it has a frame, a position in the view hierarchy and interactions. Hit testing works as on a
/// screen: later subviews lie over earlier ones, and a point outside of a view's frame is not in its subviews.
@MainActor
open class View: PasteConfigurationSupporting {
  /// The name in traces; the name of the class unless one is given.
  public var name: String
  /// The frame in the coordinates of the superview; of the screen for an application's window.
  public var frame: CGRect
  /// Whether hit testing finds the view and its subviews; otherwise drags reach the view below.
  public var isUserInteractionEnabled = true
  /// Whether the view and its subviews are hidden; hit testing does not find them.
  public var isHidden = false
  /// The background, for a client that draws the view; nil for none.
  public var backgroundColor: PreviewColor?
  /// A number that identifies the view in the application; zero by default.
  public var tag = 0
  /// The view that contains this view.
  public private(set) weak var superview: View?
  /// The views in this view, the topmost last.
  public private(set) var subviews: [View] = []
  /// The interactions, in the order in which they were added.
  ///
  /// Setting them removes those that are missing and adds those that are new.
  public var interactions: [any Interaction] {
    get { addedInteractions }
    set {
      for interaction in addedInteractions { removeInteraction(interaction) }
      for interaction in newValue { addInteraction(interaction) }
    }
  }
  /// The types that can be pasted; a view with a paste configuration also receives drops of them.
  public var pasteConfiguration: PasteConfiguration?
  private var addedInteractions: [any Interaction] = []
  /// Set on an application's window.
  weak var windowApplication: Application?
  /// Delegates that the view owns, because interactions hold theirs weakly.
  var ownedDelegates: [AnyObject] = []
  /// What receives drops for the paste configuration; created on first use.
  var pasteDropDelegate: AnyObject?

  /// Makes a view that has the name of its class.
  ///
  /// - Parameter frame: the frame, in the coordinates of the superview.
  public init(frame: CGRect) {
    self.frame = frame
    name = String(describing: Self.self)
  }

  /// Makes an empty view: the archive is not read, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) {
    frame = .zero
    name = String(describing: Self.self)
  }

  /// Makes a view without an extent.
  public convenience init() { self.init(frame: .zero) }

  /// Makes a view with a name.
  ///
  /// - Parameters:
  ///   - name: the name in traces.
  ///   - frame: the frame, in the coordinates of the superview.
  public convenience init(name: String, frame: CGRect = .zero) {
    self.init(frame: frame)
    self.name = name
  }

  /// The application whose window contains the view; nil outside of a window.
  public var application: Application? { superview?.application ?? windowApplication }

  /// The window that contains the view; nil outside of a window.
  public var window: View? { windowApplication == nil ? superview?.window : self }

  /// The view's area in its own coordinates.
  ///
  /// Setting it changes the size around the center; the origin is always zero, because a view has no inner offset.
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

  /// Adds a view on top, removing it from its superview.
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

  /// Adds an interaction, removing it from its view.
  ///
  /// - Parameter interaction: the interaction.
  public func addInteraction(_ interaction: any Interaction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    addedInteractions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Removes an interaction; does nothing if it belongs to another view.
  ///
  /// - Parameter interaction: the interaction.
  public func removeInteraction(_ interaction: any Interaction) {
    guard addedInteractions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    addedInteractions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }

  /// Converts a point of the screen to the view's coordinates.
  ///
  /// - Parameter point: a point of the screen.
  /// - Returns: the same point in the view's coordinates.
  public func pointFromScreen(_ point: CGPoint) -> CGPoint {
    let outer = superview?.pointFromScreen(point) ?? point
    return CGPoint(x: outer.x - frame.origin.x, y: outer.y - frame.origin.y)
  }

  /// Converts a point of the view to the coordinates of the screen.
  ///
  /// - Parameter point: a point in the view's coordinates.
  /// - Returns: the same point of the screen.
  public func pointOnScreen(_ point: CGPoint) -> CGPoint {
    let outer = CGPoint(x: point.x + frame.origin.x, y: point.y + frame.origin.y)
    return superview?.pointOnScreen(outer) ?? outer
  }

  /// Whether the view is another view or is in it, at any depth.
  ///
  /// - Parameter view: the other view.
  /// - Returns: `true` for the view itself too.
  public func isDescendant(of view: View) -> Bool { View.outwards(from: self).contains { $0 === view } }

  /// The topmost view at a point of this view; nil outside of it.
  ///
  /// - Parameter point: a point in the view's coordinates.
  /// - Returns: the view, which is visible and takes touches.
  public func hitTest(_ point: CGPoint) -> View? {
    guard isUserInteractionEnabled, !isHidden, bounds.contains(point) else { return nil }
    for view in subviews.reversed() {
      let inner = CGPoint(x: point.x - view.frame.origin.x, y: point.y - view.frame.origin.y)
      if let hit = view.hitTest(inner) { return hit }
    }
    return self
  }

  /// Whether at least one of the providers can be pasted.
  open func canPaste(_ itemProviders: [ItemProvider]) -> Bool {
    guard let pasteConfiguration else { return false }
    return itemProviders.contains { pasteConfiguration.accepts($0) }
  }

  /// Pastes providers, also those that are dropped on a view with a paste configuration.
  ///
  /// Default implementation; does nothing. Loads have to be started before it returns.
  open func paste(itemProviders: [ItemProvider]) {}

  /// The view and its superviews, the innermost first.
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

extension View: Hashable {
  /// Whether both are the same view.
  public nonisolated static func == (left: View, right: View) -> Bool { left === right }

  /// Hashes the identity of the view.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An object that lets a view take part in drags.
@MainActor
public protocol Interaction: AnyObject {
  /// The view that it was added to.
  var view: View? { get }
  /// Called before the interaction moves to another view, or to no view.
  ///
  /// - Parameter view: the view that the interaction moves to; nil for no view.
  func willMove(to view: View?)
  /// Called after the interaction moved to another view, or to no view.
  ///
  /// - Parameter view: the view that the interaction moves to; nil for no view.
  func didMove(to view: View?)
}
