import Foundation
import Proffer
import Testing
import UIKitNames

@testable import Fragments

@MainActor struct SharingTests {
  let controller = QuoteViewController()
  let screen: Screen

  init() { screen = Screen(controller) }

  private func shared() throws -> UIActivityViewController {
    controller.share()
    return try #require(controller.presentedViewController as? UIActivityViewController)
  }

  @Test func theWindowsControllerAppearsAndOneThatIsTakenAwayDisappears() {
    #expect(controller.appearances == ["will appear", "layout", "did appear"])
    controller.beginAppearanceTransition(false, animated: true)
    controller.endAppearanceTransition()
    controller.endAppearanceTransition()
    #expect(controller.appearances.suffix(2) == ["will disappear", "did disappear"])
  }

  @Test func aChildAppearsWithItsParentAndIsToldItsParent() {
    final class Child: UIViewController {
      var calls: [String] = []
      override func viewWillAppear(_ animated: Bool) { calls.append("will appear \(animated)") }
      override func viewDidAppear(_ animated: Bool) { calls.append("did appear \(animated)") }
      override func willMove(toParent parent: UIViewController?) {
        calls.append(parent == nil ? "leaves" : "enters")
      }
      override func didMove(toParent parent: UIViewController?) {
        calls.append(parent == nil ? "left" : "entered")
      }
    }
    let child = Child()
    controller.addChild(child)
    controller.beginAppearanceTransition(true, animated: true)
    controller.endAppearanceTransition()
    #expect(child.calls == ["enters"])
    controller.view.addSubview(child.view)
    child.didMove(toParent: controller)
    controller.beginAppearanceTransition(true, animated: true)
    controller.endAppearanceTransition()
    child.willMove(toParent: nil)
    child.removeFromParent()
    #expect(
      child.calls == ["enters", "entered", "will appear true", "did appear true", "leaves", "left"])
    #expect(controller.children.isEmpty && child.parent == nil)
  }

  @Test func aLabelKeepsItsAttributes() {
    #expect(controller.label.text == "To be or not to be")
    #expect(
      controller.label.attributedText?.attribute(.link, at: 0, effectiveRange: nil) as? String
        == "https://a.example")
    controller.label.text = "plain"
    #expect(controller.label.attributedText == NSAttributedString(string: "plain"))
    controller.label.attributedText = nil
    #expect(controller.label.text == nil)
  }

  @Test func aServiceOfTheProgramIsPerformed() throws {
    let sharing = try shared()
    #expect(sharing.availableActivities == [controller.shout])
    #expect(sharing.popoverPresentationController?.sourceView === controller.label)
    #expect(sharing.choose(.shout))
    #expect(controller.shout.shouted == ["TO BE OR NOT TO BE"])
    #expect(controller.shared.map(\.type) == [.shout] && controller.shared.map(\.isCompleted) == [true])
    #expect(controller.presentedViewController == nil)
  }

  @Test func anItemSourceAnswersForEachService() throws {
    let sharing = try shared()
    #expect(sharing.items(for: .message).first as? String == "To b")
    #expect(sharing.items(for: .mail).count == 1)
    #expect(!sharing.choose(.print))
    #expect(controller.shared.isEmpty)
    #expect(sharing.choose(.mail))
    sharing.cancel()
    #expect(controller.shared.map(\.type) == [.mail])
  }

  @Test func aCancelledControllerHasNoService() throws {
    try shared().cancel()
    #expect(controller.shared.map(\.type) == [nil] && controller.shared.map(\.isCompleted) == [false])
  }

  @Test func documentsAreOpenedAsCopies() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "documents-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let document = folder.appendingPathComponent("quote.txt")
    try Data("words".utf8).write(to: document)
    controller.open()
    var picker = try #require(controller.presentedViewController as? UIDocumentPickerViewController)
    #expect(picker.contentTypes == [.plainText, .pdf])
    try picker.choose([document, document])
    let picked = try #require(controller.picked.first)
    #expect(controller.picked.count == 1 && picked != document)
    #expect(try Data(contentsOf: picked) == Data("words".utf8))
    try FileManager.default.removeItem(at: picked.deletingLastPathComponent())
    #expect(controller.presentedViewController == nil)

    controller.open()
    (controller.presentedViewController as? UIDocumentPickerViewController)?.cancel()
    #expect(controller.cancellations == 1)

    controller.export(document)
    picker = try #require(controller.presentedViewController as? UIDocumentPickerViewController)
    #expect(throws: (any Error).self) { try picker.export(to: folder) }
    #expect(controller.picked.count == 1)
    let shelf = folder.appendingPathComponent("shelf")
    try FileManager.default.createDirectory(at: shelf, withIntermediateDirectories: true)
    #expect(try picker.export(to: shelf) == [shelf.appendingPathComponent("quote.txt")])
    #expect(FileManager.default.fileExists(atPath: document.path))
  }
}

/// Tests of the pasteboard that every test of the process shares.
@MainActor @Suite(.serialized) struct PasteControlTests {
  final class Field: UIView {
    var pasted: [NSItemProvider] = []
    override func paste(itemProviders: [NSItemProvider]) { pasted += itemProviders }
  }

  @Test func aSharedTextIsPastedByATap() {
    let controller = QuoteViewController()
    let screen = Screen(controller)
    controller.share()
    let sharing = controller.presentedViewController as? UIActivityViewController
    #expect(sharing?.choose(.copyToPasteboard) == true)
    #expect(UIPasteboard.general.string == "To be or not to be")
    #expect(UIPasteboard.general.url == URL(string: "https://a.example"))

    let configuration = UIPasteControl.Configuration()
    configuration.displayMode = .iconOnly
    let button = UIPasteControl(configuration: configuration)
    #expect(!button.isEnabled)
    let field = Field()
    button.target = field
    #expect(!button.isEnabled)
    button.tap()
    #expect(field.pasted.isEmpty)
    field.pasteConfiguration = UIPasteConfiguration(forAccepting: NSString.self)
    #expect(button.isEnabled)
    button.tap()
    #expect(field.pasted.count == 2)
    withExtendedLifetime(screen) {}
  }
}
