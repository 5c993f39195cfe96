/// Makes a view a receiver of drags.
@MainActor
public final class DropInteraction: Interaction {
  /// Who takes what is dropped; not kept alive.
  public private(set) weak var delegate: (any DropInteractionDelegate)?
  /// Whether it is offered a drag while another one is over it; false by default.
  ///
  /// A drag that came second is ignored until it leaves and comes back.
  public var allowsSimultaneousDropSessions = false
  /// The view it belongs to.
  public private(set) weak var view: View?
  /// The sessions that are inside of it.
  var sessionsInside: [DropSession] = []

  /// Makes an interaction that asks this delegate, which it does not keep alive.
  public init(delegate: any DropInteractionDelegate) { self.delegate = delegate }

  /// Nothing to do before.
  public func willMove(to view: View?) {}
  /// Takes the view.
  public func didMove(to view: View?) { self.view = view }
}
