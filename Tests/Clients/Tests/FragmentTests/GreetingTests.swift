import Foundation
import Proffer
import Testing
import UIKitNames

@testable import Fragments

@MainActor struct GreetingTests {
  @Test func aSquareOffersAString() throws {
    let controller = GreetingViewController()
    let screen = Screen(controller)
    #expect(
      controller.square.interactions.map { ObjectIdentifier($0) } == [
        ObjectIdentifier(controller.greetingInteraction)
      ])
    #expect(controller.greetingInteraction.view === controller.square)
    #expect(controller.square.backgroundColor == .red)
    let drag = try #require(screen.driver.beginDrag(at: screen.middle(of: controller.square)))
    #expect(drag.session.items.count == 1)
    try drag.cancel()
    controller.greetingInteraction.isEnabled = false
    #expect(screen.driver.beginDrag(at: screen.middle(of: controller.square)) == nil)
  }

  @Test func anInteractionHoldsItsDelegateWeakly() {
    var delegate: FullSource? = FullSource([])
    let interaction = UIDragInteraction(delegate: delegate!)
    let receiver = UIDropInteraction(delegate: FullDropDelegate())
    #expect(interaction.delegate != nil)
    delegate = nil
    #expect(interaction.delegate == nil)
    #expect(receiver.delegate == nil)
    #expect(interaction.isEnabled == UIDragInteraction.isEnabledByDefault)
    #expect(!interaction.allowsSimultaneousRecognitionDuringLift)
    #expect(!receiver.allowsSimultaneousDropSessions)
  }

  @Test func aLabelTakesTheString() async throws {
    let controller = BoardViewController()
    let screen = Screen(controller)
    let operation = try await screen.drag(
      from: screen.middle(of: controller.square), to: screen.middle(of: controller.board))
    #expect(operation == .copy)
    #expect(controller.board.text == "Good morning")
    #expect(controller.calls.first == "canHandle")
    #expect(Array(controller.calls.suffix(3)) == ["update", "perform", "loaded"])
    controller.board.isUserInteractionEnabled = false
    controller.calls = []
    try await screen.drag(
      from: screen.middle(of: controller.square), to: screen.middle(of: controller.board))
    #expect(controller.calls.isEmpty)
  }

  @Test func aLabelTakesAnObjectOfTheProgram() async throws {
    let controller = VisitorViewController()
    let screen = Screen(controller)
    let visitor = Person(name: "Ada", age: 36)
    controller.visitor = visitor
    let (start, end) = (screen.middle(of: controller.square), screen.middle(of: controller.board))
    try await screen.drag(from: start, to: end)
    #expect(controller.board.text == "Ada")
    #expect(controller.lastLocalObject as? Person === visitor)
    controller.visitor = nil
    try await screen.drag(from: start, to: end)
    #expect(controller.board.text == nil)
    #expect(controller.lastLocalObject == nil)
  }

  @Test func aPersonTravelsAsAnArchive() async throws {
    let person = Person(name: "Grace", age: 85)
    let provider = NSItemProvider(object: person)
    #expect(provider.registeredTypeIdentifiers == ["object"])
    #expect(provider.canLoadObject(ofClass: Person.self))
    #expect(!provider.canLoadObject(ofClass: NSString.self))
    let loaded: (String, UInt)? = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: Person.self) { person, _ in
        continuation.resume(returning: person.map { ($0.name, $0.age) })
      }
    }
    #expect(loaded?.0 == "Grace")
    #expect(loaded?.1 == 85)
  }
}
