#if !canImport(Darwin)
  import Foundation
  import ItemProviders
  import TestSupport; import Testing
  import UIKitNames

  /// A source of data of one type.
  private final class DataSource: UIActivityItemSource {
    let type: String

    init(_ type: String) { self.type = type }

    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any {
      Data()
    }

    func activityViewController(
      _ activityViewController: UIActivityViewController,
      itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? { Data(type.utf8) }

    func activityViewController(
      _ activityViewController: UIActivityViewController,
      dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { type }
  }

  /// Tests that change the general pasteboard of the process.
  ///
  /// They run on the main actor without suspension, so that no other test that does so runs in between.
  @MainActor
  struct ActivityViewControllerTests {
    @Test func copiedDataHasTheTypeThatItsSourceStates() {
      let items: [Any] = [DataSource("public.png"), Data("plain".utf8), DataSource("com.adobe.pdf")]
      let controller = UIActivityViewController(activityItems: items, applicationActivities: nil)
      expect(controller.choose(.copyToPasteboard))
      expectEqual(
        UIPasteboard.general.itemProviders.map(\.registeredTypeIdentifiers),
        [["public.png"], ["public.data"], ["com.adobe.pdf"]])
    }

    @Test func copiedItemsThatAreNotContentsAreOmitted() {
      let controller = UIActivityViewController(activityItems: [self, "text"], applicationActivities: nil)
      expect(controller.choose(.copyToPasteboard))
      expectEqual(UIPasteboard.general.itemProviders.count, 1)
      expectEqual(UIPasteboard.general.string, "text")
    }
  }
#endif
