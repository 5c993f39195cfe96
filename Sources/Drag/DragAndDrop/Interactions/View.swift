public import Foundation
public import ItemProviders

/// A named area that drags begin in and move over.
///
/// There are no pixels: a view is its frame, its place among other views and its interactions. A point is
/// looked up as on a screen: later views lie over earlier ones, and what is outside of a view's frame is not
/// in its subviews either.
@MainActor
open class View: PasteConfigurationSupporting {
  /// The name that traces call it by.
  public let name: String
  /// Where it is, in points of the view that holds it; of the screen for an application's window.
  public var frame: CGRect
  /// Whether it is found at points inside of it; a view that is not lets drags through to what lies below.
  public var isUserInteractionEnabled = true
  /// The view that holds it.
  public private(set) weak var superview: View?
  /// The views inside of it, the topmost last.
  public private(set) var subviews: [View] = []
  /// What makes it take part in drags, in the order of adding.
  public private(set) var interactions: [any Interaction] = []
  /// What can be pasted here; a view that has one accepts drops of these types too.
  public var pasteConfiguration: PasteConfiguration?
  /// Set on an application's window.
  weak var windowApplication: Application?
  /// Delegates of interactions that nobody else keeps alive.
  var adapters: [AnyObject] = []
  private lazy var pasteDropDelegate = PasteDropDelegate()
  private lazy var pasteDropInteraction: DropInteraction = {
    let interaction = DropInteraction(delegate: pasteDropDelegate)
    interaction.didMove(to: self)
    return interaction
  }()

  /// Makes a view.
  public init(name: String, frame: CGRect = .zero) {
    self.name = name
    self.frame = frame
  }

  /// The application that the view is in; nil while it is in no window.
  public var application: Application? { superview?.application ?? windowApplication }

  /// The area in its own points.
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

  /// Adds a view on top, taking it out of the one that held it.
  public func addSubview(_ view: View) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  /// Takes the view out of the one that holds it.
  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// Adds an interaction, taking it from the view that had it.
  public func addInteraction(_ interaction: any Interaction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Takes an interaction away; one that is not here stays where it is.
  public func removeInteraction(_ interaction: any Interaction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }

  /// A point of the screen in the view's own points.
  public func pointFromScreen(_ point: CGPoint) -> CGPoint {
    let outer = superview?.pointFromScreen(point) ?? point
    return CGPoint(x: outer.x - frame.origin.x, y: outer.y - frame.origin.y)
  }

  /// A point of the view as one of the screen.
  public func pointOnScreen(_ point: CGPoint) -> CGPoint {
    let outer = CGPoint(x: point.x + frame.origin.x, y: point.y + frame.origin.y)
    return superview?.pointOnScreen(outer) ?? outer
  }

  /// The topmost view at a point of this one; nil outside of it.
  public func hitTest(_ point: CGPoint) -> View? {
    guard isUserInteractionEnabled, bounds.contains(point) else { return nil }
    for view in subviews.reversed() {
      let inner = CGPoint(x: point.x - view.frame.origin.x, y: point.y - view.frame.origin.y)
      if let hit = view.hitTest(inner) { return hit }
    }
    return self
  }

  /// Whether anything of what the providers offer can be pasted here.
  open func canPaste(_ itemProviders: [ItemProvider]) -> Bool {
    guard let pasteConfiguration else { return false }
    return itemProviders.contains { pasteConfiguration.accepts($0) }
  }

  /// Takes what was pasted, or dropped on a view with a paste configuration; does nothing unless overridden.
  ///
  /// Loads have to be started before it returns.
  open func paste(itemProviders: [ItemProvider]) {}

  /// The view and those that hold it, the innermost first; none for no view.
  static func outwards(from view: View?) -> [View] {
    var views: [View] = []
    var next = view
    while let view = next {
      views.append(view)
      next = view.superview
    }
    return views
  }

  /// Where work for the main actor goes.
  package var work: MainActorQueue { application?.work ?? .detached }

  /// The interactions that drags are offered to: the view's own, then the one of its paste configuration.
  var dropInteractions: [DropInteraction] {
    interactions.compactMap { $0 as? DropInteraction }
      + (pasteConfiguration == nil ? [] : [pasteDropInteraction])
  }
}
