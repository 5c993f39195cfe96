import Foundation
import Proffer
import Testing
import UIKitNames

@testable import Fragments

@MainActor struct PictureTests {
  let controller = PictureViewController()
  let screen: Screen
  let place = CGPoint(x: 250, y: 400)

  init() { screen = Screen(controller) }

  @Test func aViewHasBothInteractionsAndNoPictureIsNoDrag() throws {
    #expect(controller.view.interactions.count == 2)
    #expect(screen.driver.beginDrag(at: place) == nil)
    let image = try #require(UIImage(data: picture()))
    controller.imageView.image = image
    let drag = try #require(screen.driver.beginDrag(at: place))
    #expect(drag.session.items.count == 1)
    #expect(drag.session.items[0].itemProvider.registeredTypeIdentifiers.first == "public.png")
    #expect(
      drag.session.items[0].itemProvider.preferredPresentationSize == CGSize(width: 3, height: 2))
    try drag.cancel()
  }

  @Test func aPictureOfAnotherProgramIsShown() async throws {
    controller.operation = .copy
    let other = screen.addOtherProgram([
      item(of: UIImage(data: picture("a"))), item(of: UIImage(data: picture("b"))),
    ])
    try await screen.drag(from: other.place, to: place)
    #expect(controller.imageView.image == UIImage(data: picture("a")))
    #expect(controller.imageView.image?.size == CGSize(width: 3, height: 2))
    #expect(other.delegate.ended == .copy)
  }

  @Test func textAloneIsNotHandledAndAMoveFromAnotherProgramIsCancelled() async throws {
    let text = screen.addOtherProgram([UIDragItem(itemProvider: NSItemProvider(object: "a" as NSString))])
    try await screen.drag(from: text.place, to: place)
    #expect(screen.driver.trace.details(of: "canHandle") == ["false"])
    let mixed = Screen(controller)
    let both = mixed.addOtherProgram([
      UIDragItem(itemProvider: NSItemProvider(object: "a" as NSString)), item(of: UIImage(data: picture())),
    ])
    #expect(try await mixed.drag(from: both.place, to: place) == .cancel)
    #expect(mixed.driver.trace.details(of: "canHandle") == ["true"])
  }

  @Test func aMoveInsideTheProgramIsAMove() async throws {
    controller.imageView.image = UIImage(data: picture())
    #expect(try await screen.drag(from: place, to: CGPoint(x: 10, y: 10)) == .move)
    #expect(controller.imageView.image == UIImage(data: picture()))
  }

  @Test func aWordIsOfferedInSeveralForms() async throws {
    let view = UIView(frame: CGRect(x: 0, y: 300, width: 100, height: 50))
    let words = WordSource()
    enableDragging(on: view, dragInteractionDelegate: words)
    #expect(view.interactions.count == 1)
    let provider = words.dragInteraction(
      UIDragInteraction(delegate: words), itemsForBeginning: OwnDragSession())[0].itemProvider
    #expect(try await provider.loadObject(ofClass: String.self) == "word")
    let data = try await provider.loadDataRepresentation(forTypeIdentifier: "public.utf8-plain-text")
    #expect(data == Data("word".utf8))
    provider.registerObject(UIColor.red, visibility: .all)
    provider.registerObject(NSURL(string: "https://example.org")!, visibility: .all)
    #expect(provider.registeredTypeIdentifiers == ["public.utf8-plain-text", "public.url"])
  }
}

/// A drag session implemented by a test.
final class OwnDragSession: UIDragSession {
  var localContext: Any?
  var items: [UIDragItem] = []
  var allowsMoveOperation = true
  var isRestrictedToDraggingApplication = false
  func location(in view: UIView) -> CGPoint { .zero }
}
