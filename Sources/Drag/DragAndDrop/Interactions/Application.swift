public import Foundation
import ItemProviders

/// A program that takes part: a window, and who it is for the visibility of what others offer.
///
/// Between applications, drags show what their representations' visibility allows; nothing moves, and local
/// objects and contexts stay behind.
@MainActor
public final class Application {
  /// The name that traces call it by.
  public let name: String
  /// Its area of the screen, with all its views.
  public let window: View
  /// The team it belongs to, for representations that only the team may see.
  public let team: String?
  /// The group it belongs to, for representations that only the group may see.
  public let group: String?
  /// The driver's, once it is added to one.
  var work = MainActorQueue.detached
  /// Adds to the driver's trace what a view does on its own.
  var note: ((View, String, String) -> Void)?

  /// Makes an application.
  ///
  /// - Parameter frame: its area of the screen, in points.
  public init(name: String, frame: CGRect, team: String? = nil, group: String? = nil) {
    self.name = name
    self.team = team
    self.group = group
    window = View(name: "window", frame: frame)
    window.windowApplication = self
  }

  /// A provider of this application as another one may see it.
  func offer(_ provider: ItemProvider, to receiver: Application) -> ItemProvider {
    if receiver === self { return provider }
    let offered = ItemProvider(copying: provider)
    offered.team = provider.team ?? team
    offered.group = provider.group ?? group
    return offered.view(for: ReceiverIdentity(team: receiver.team, group: receiver.group))
  }
}
