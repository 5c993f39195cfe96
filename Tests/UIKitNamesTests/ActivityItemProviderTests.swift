#if !canImport(Darwin)
  import Foundation
  import TestSupport; import Testing
  import UIKitNames

  /// A source whose text names the service.
  private final class Greeting: UIActivityItemProvider, @unchecked Sendable {
    override var item: Any { "for \(activityType?.rawValue ?? "none")" }
  }

  @MainActor
  struct ActivityItemProviderTests {
    @Test func theItemIsMadeForTheChosenService() {
      let source = Greeting(placeholderItem: "placeholder")
      let controller = UIActivityViewController(activityItems: [source, "text"], applicationActivities: nil)
      expectEqual(source.activityViewControllerPlaceholderItem(controller) as? String, "placeholder")
      let service = UIActivity.ActivityType.mail
      expectEqual(controller.items(for: service) as? [String], ["for \(service.rawValue)", "text"])
      expectEqual(source.activityType, .mail)
    }

    @Test func aCancelledSourceSharesNothing() {
      let source = Greeting(placeholderItem: "placeholder")
      source.cancel()
      let controller = UIActivityViewController(activityItems: [source, "text"], applicationActivities: nil)
      expectEqual(controller.items(for: .mail) as? [String], ["text"])
    }

    @Test func aSourceWithoutAnItemOfItsOwnSharesItsPlaceholder() {
      let source = UIActivityItemProvider(placeholderItem: "placeholder")
      let controller = UIActivityViewController(activityItems: [source], applicationActivities: nil)
      expectEqual(controller.items(for: nil) as? [String], ["placeholder"])
    }
  }
#endif
