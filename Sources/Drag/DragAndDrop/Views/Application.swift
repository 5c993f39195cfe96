public import Foundation
import ItemProviders

/// An application in which drags can begin and end.
///
/// The application has a window. The team and the group of the application determine which representations
/// are visible to the application.
///
/// In a drag from another application, an application can load only the visible representations. It cannot
/// move the items, and cannot access local objects and contexts.
@preconcurrency @MainActor
public final class Application {
  /// The name in traces.
  public let name: String
  /// The view that contains all other views; its frame is the application's area of the screen.
  public let window: View
  /// The team, for representations visible only to the team.
  public let team: String?
  /// The group, for representations visible only to the group.
  public let group: String?
  /// The queue of jobs for the main actor; the driver's queue after the application is added to a driver.
  var queue = MainActorQueue.detached
  /// A closure that records an event of a view in the driver's trace.
  var traceHandler: ((View, String, String) -> Void)?

  /// Makes an application.
  ///
  /// - Parameters:
  ///   - name: the name in traces.
  ///   - frame: the area of the screen, in points.
  ///   - team: the application's team; representations for the same team are visible to the application.
  ///   - group: the application's group; representations for the same group are visible to the application.
  public init(name: String, frame: CGRect, team: String? = nil, group: String? = nil) {
    self.name = name
    self.team = team
    self.group = group
    window = View(name: "window", frame: frame)
    window.windowApplication = self
  }

  /// Returns a provider with only the representations that are visible to another application.
  func view(of provider: ItemProvider, for receiver: Application) -> ItemProvider {
    if receiver === self { return provider }
    let offered = ItemProvider(copying: provider)
    offered.team = provider.team ?? team
    offered.group = provider.group ?? group
    return offered.view(for: ReceiverIdentity(team: receiver.team, group: receiver.group))
  }
}
