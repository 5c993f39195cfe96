/// Makes a view a source of drags.
@MainActor
public final class DragInteraction: Interaction {
  /// Whether a new interaction is enabled; true, as on every recent system.
  public static let isEnabledByDefault = true

  /// Who says what is dragged; not kept alive.
  public private(set) weak var delegate: (any DragInteractionDelegate)?
  /// Whether drags can begin here, or items be added from here.
  public var isEnabled = DragInteraction.isEnabledByDefault
  /// Whether other gestures may run while an item is lifted; kept for its readers, nothing here is a gesture.
  public var allowsSimultaneousRecognitionDuringLift = false
  /// The view it belongs to.
  public private(set) weak var view: View?

  /// Makes an interaction that asks this delegate, which it does not keep alive.
  public init(delegate: any DragInteractionDelegate) { self.delegate = delegate }

  /// Nothing to do before.
  public func willMove(to view: View?) {}
  /// Takes the view.
  public func didMove(to view: View?) { self.view = view }
}
