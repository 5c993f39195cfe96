/// Something that makes a view take part in drags.
@MainActor
public protocol Interaction: AnyObject {
  /// The view it belongs to; nil before it is added and after it is removed.
  var view: View? { get }
  /// Called before the interaction gets another view, or none.
  func willMove(to view: View?)
  /// Called after the interaction got another view, or none.
  func didMove(to view: View?)
}
