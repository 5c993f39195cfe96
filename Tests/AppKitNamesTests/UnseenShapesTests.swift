import AppKitNames
import Foundation
import TestSupport;
import Testing

extension NSPasteboard {
  /// A pasteboard of the class on which the property is asked for.
  fileprivate static var sample: Self { Self(name: Name("io.proffer.sample")) }
}

/// Forms that code uses which the library was not written for.
@Suite struct UnseenShapesTests {
  @Test func anExtensionMakesAPasteboardOfItsOwnClass() {
    NSPasteboard.sample.clearContents()
    NSPasteboard.sample.setString("a", forType: .string)
    expectEqual(NSPasteboard.sample.string(forType: .string), "a")
  }

  @Test func theLinksOfATextAreDetected() async throws {
    let pasteboard = NSPasteboard.withUniqueName()
    try await expectEmpty(pasteboard.detectedValues(for: [\.links]).links)
    pasteboard.setString("see https://a.example/b or ada@a.example", forType: .string)
    let values = try await pasteboard.detectedValues(for: [\.links, \.emailAddresses])
    expectEqual(values.links.map(\.url.absoluteString), ["https://a.example/b"])
    expectEqual(values.emailAddresses.map(\.emailAddress), ["ada@a.example"])
    expectEmpty(values.probableWebURL)
  }

  @MainActor @Test func aPartOfADraggedImageHasAKeyOfTheItem() {
    let item = NSDraggingItem(pasteboardWriter: "a" as NSString)
    item.imageComponentsProvider = {
      let part = NSDraggingImageComponent(key: NSDraggingItem.ImageComponentKey.label)
      part.contents = "image"
      return [part]
    }
    expectEqual(item.imageComponents?.map(\.key), [.label])
  }
}
