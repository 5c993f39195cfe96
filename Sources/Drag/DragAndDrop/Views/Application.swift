public import Foundation
import ItemProviders

/// An application in which drags begin and end: a window, and an identity for the visibility of representations.
///
/// Another application sees only the representations whose visibility allows it, cannot move items, and does not see
/// local objects and contexts.
@MainActor
public final class Application {
  /// The name in traces.
  public let name: String
  /// The view that contains all others; its frame is the application's area of the screen.
  public let window: View
  /// The team, for representations that are visible to the team only.
  public let team: String?
  /// The group, for representations that are visible to the group only.
  public let group: String?
  /// The driver's queue once the application is added to a driver.
  var queue = MainActorQueue.detached
  /// Records an event of a view in the driver's trace.
  var traceHandler: ((View, String, String) -> Void)?

  /// Makes an application.
  ///
  /// - Parameters:
  ///   - name: the name in traces.
  ///   - frame: the area of the screen, in points.
  ///   - team: the team of the program: it sees what is offered to receivers of its team.
  ///   - group: the group of the program, likewise.
  public init(name: String, frame: CGRect, team: String? = nil, group: String? = nil) {
    self.name = name
    self.team = team
    self.group = group
    window = View(name: "window", frame: frame)
    window.windowApplication = self
  }

  /// A provider of this application with the representations that are visible to another one.
  func view(of provider: ItemProvider, for receiver: Application) -> ItemProvider {
    if receiver === self { return provider }
    let offered = ItemProvider(copying: provider)
    offered.team = provider.team ?? team
    offered.group = provider.group ?? group
    return offered.view(for: ReceiverIdentity(team: receiver.team, group: receiver.group))
  }
}
