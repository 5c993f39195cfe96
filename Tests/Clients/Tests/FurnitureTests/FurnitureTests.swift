import Foundation
import Furniture
import ProfferPrefixed
import Testing

/// A program whose own modules declare names of the umbrella.
struct Order: Action {
  var table: Table?
  var color: Color = .green
  var view: View { View(of: "lake") }
}

@Suite struct FurnitureTests {
  @Test func generalNamesBelongToTheOtherModule() {
    let order = Order(table: Table(legs: 4))
    #expect(order.table?.legs == 4)
    #expect(order.view.landscape == "lake")
    #expect(Image() == Image())
    #expect(Application() == Application())
  }

  @Test func prefixedNamesAreTheLibrarys() throws {
    let table = ProfferTable(columns: ["legs"], texts: [["4"]])
    #expect(table.columns == ["legs"])
    #expect(ProfferColor(css: "lime") == ProfferColor(red: 0, green: 1, blue: 0))
    let provider = ItemProvider(object: "text")
    #expect(provider.registeredContentTypes == [.utf8PlainText])
  }

  @MainActor @Test func membersOfPrefixedTypesAreVisible() throws {
    let application = ProfferApplication(name: "App", frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    final class Zone: ProfferView {}
    let zone = Zone(name: "zone", frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    zone.onDrag { ItemProvider(object: "text") }
    application.window.addSubview(zone)
    let drag = try #require(DragDriver(applications: [application]).beginDrag(at: CGPoint(x: 5, y: 5)))
    #expect(drag.session.items.count == 1)
  }
}
