import Testing

/// The example that the README shows.
@Suite struct DragExampleTests {
  @Test @MainActor func theRowIsMovedAndTheCallsAreTraced() throws {
    let (rows, calls) = try dragARow()
    #expect(rows == ["Bread", "Eggs", "Milk"])
    #expect(calls.first == "list.itemsForBeginning" && calls.last == "list.didEnd")
  }
}
