import Foundation
import Proffer
import Testing
import UIKitNames

@testable import Fragments

@MainActor struct TableTests {
  @Test func theControllerIsDelegateAndDataSourceOfItsTable() {
    let controller = PlaceTableViewController(style: .plain)
    controller.objects = ["a", "b", "c"]
    _ = Screen(controller)
    #expect(controller.tableView.dragDelegate === controller)
    #expect(controller.tableView.dropDelegate === controller)
    #expect(controller.tableView.dataSource === controller)
    #expect(controller.tableView === controller.view)
    #expect(controller.tableView.numberOfRows(inSection: 0) == 3)
    #expect(controller.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.textLabel?.text == "b")
    #expect(controller.tableView.cellForRow(at: IndexPath(row: 3, section: 0)) == nil)
  }

  @Test func stringsOfAnotherProgramAreInsertedAtTheRow() async throws {
    let controller = PlaceTableViewController()
    controller.objects = ["a", "b", "c"]
    let screen = Screen(controller)
    let other = screen.addOtherProgram(
      ["x", "ÿ…"].map { UIDragItem(itemProvider: NSItemProvider(object: $0 as NSString)) })
    try await screen.drag(from: other.place, to: screen.middle(ofRow: 1, in: controller.tableView))
    #expect(controller.objects as? [String] == ["a", "x", "ÿ…", "b", "c"])
    #expect(controller.tableView.numberOfRows(inSection: 0) == 5)
    #expect(other.delegate.ended == .copy)
    // Elsewhere the strings are appended.
    try await screen.drag(from: other.place, to: CGPoint(x: 100, y: 470))
    #expect(controller.objects as? [String] == ["a", "x", "ÿ…", "b", "c", "x", "ÿ…"])
    #expect(!screen.driver.trace.description.contains("<mismatch>"))
  }

  @Test func aRowOfTheTableIsProposedAsAMoveAndSeveralAreNot() async throws {
    let controller = PlaceTableViewController()
    controller.objects = ["a", "b", "c"]
    let screen = Screen(controller)
    let table = controller.tableView
    let operation = try await screen.drag(
      from: screen.middle(ofRow: 0, in: table), to: screen.middle(ofRow: 2, in: table))
    #expect(operation == .move)
    // Without moveRowAt, the row is dropped like one from another table, and its original stays.
    #expect(controller.objects as? [String] == ["a", "b", "a", "c"])
    table.allowsMultipleSelection = true
    for row in 0..<2 {
      table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
    }
    let several = try await screen.drag(
      from: screen.middle(ofRow: 0, in: table), to: screen.middle(ofRow: 2, in: table))
    #expect(several == .cancel)
    #expect(!table.hasActiveDrag)
  }

  @Test func whatIsNotAStringIsNotHandled() async throws {
    let controller = PlaceTableViewController()
    let screen = Screen(controller)
    let other = screen.addOtherProgram([item(of: UIImage(data: picture()))])
    #expect(try await screen.drag(from: other.place, to: CGPoint(x: 10, y: 10)) == .cancel)
  }

  @Test func aTypedModelWorksLikeAnUntypedOne() async throws {
    let (first, second) = (PlaceList(["a", "b"]), PlaceList(["1", "2"]))
    let (left, right) = (PlaceListViewController(model: first), PlaceListViewController(model: second))
    let screen = Screen(left)
    let other = Application(
      name: "Other", frame: CGRect(x: 400, y: 0, width: 320, height: 480), rootViewController: right)
    screen.driver.add(other)
    let operation = try await screen.drag(
      from: screen.middle(ofRow: 1, in: left.tableView), to: screen.middle(ofRow: 1, in: right.tableView))
    #expect(operation == .copy)
    #expect(first.placeNames == ["a", "b"])
    #expect(second.placeNames == ["1", "b", "2"])
    #expect(right.tableView.numberOfRows(inSection: 0) == 3)
    #expect(
      right.tableView(right.tableView, itemsForBeginning: OwnDragSession(), at: IndexPath(row: 1, section: 0))
        .map { $0.itemProvider.registeredTypeIdentifiers } == [["public.plain-text"]])
  }

  @Test func aFilmIsDownloadedWhenItIsDroppedAndBecomesARow() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("films-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try Data("the film".utf8).write(to: folder.appendingPathComponent("one.film"))
    let (left, right) = (FilmTableViewController(), FilmTableViewController())
    left.urls = [folder.appendingPathComponent("one.mp4") as NSURL]
    right.folder = folder.path
    let screen = Screen(left)
    let other = Application(
      name: "Other", frame: CGRect(x: 400, y: 0, width: 320, height: 480), rootViewController: right)
    screen.driver.add(other)
    let drag = try #require(screen.driver.beginDrag(at: screen.middle(ofRow: 0, in: left.tableView)))
    #expect(drag.session.items[0].itemProvider.registeredTypeIdentifiers == ["public.mpeg-4"])
    try drag.move(to: CGPoint(x: 500, y: 100))
    try drag.drop()
    await screen.driver.settled()
    for _ in 0..<60_000 where right.tableView.numberOfRows(inSection: 0) == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(right.urls.count == 1)
    #expect(right.players.count == 1)
    #expect(right.tableView.numberOfRows(inSection: 0) == 1)
    #expect(try Data(contentsOf: folder.appendingPathComponent("dropped.mp4")) == Data("the film".utf8))
  }

  @Test func aRowHasAPreviewOfItsOwnShape() {
    let controller = FilmTableViewController()
    controller.urls = [NSURL(string: "file:///one.mp4")!]
    _ = Screen(controller)
    let parameters = controller.tableView(
      controller.tableView, dragPreviewParametersForRowAt: IndexPath(row: 0, section: 0))
    #expect(parameters?.visiblePath?.bounds == CGRect(x: 8, y: 4, width: 64, height: 36))
  }
}
