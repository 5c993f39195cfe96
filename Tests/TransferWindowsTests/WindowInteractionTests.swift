import TestSupport
import Testing

@testable import TransferWindows

@Suite struct WindowInteractionTests {
  private let content = WindowContent(
    title: "Test", rows: (0..<20).map { WindowRow(identifier: $0, name: "\($0)", detail: "") }, footer: "20")
  private var layout: WindowLayout {
    WindowLayout(of: content, size: WindowLayout.preferredSize(for: content))
  }

  /// The middle of a row, without scrolling.
  private func middle(_ row: Int) -> WindowPoint {
    let frame = layout.frame(ofRow: row, scroll: 0)
    return WindowPoint(x: frame.x + 100, y: frame.y + frame.height / 2)
  }

  /// Presses and releases the button on a row.
  private func click(
    _ row: Int, in window: inout WindowInteraction, _ modifiers: WindowEvent.Modifiers = []
  ) {
    expectNil(window.handle(.pressed(middle(row), modifiers), in: layout))
    expectNil(window.handle(.released(middle(row)), in: layout))
  }

  @Test func controlAddsARowAndShiftExtendsTheSelection() {
    var window = WindowInteraction()
    click(1, in: &window)
    expectEqual(window.selection, [1])
    click(3, in: &window, .control)
    expectEqual(window.selection, [1, 3])
    click(5, in: &window, .shift)
    expectEqual(window.selection, [3, 4, 5])
    click(4, in: &window, .control)
    expectEqual(window.selection, [3, 5])
    click(2, in: &window)
    expectEqual(window.selection, [2])
  }

  @Test func aPressOnASelectedRowDragsAllSelectedRows() {
    var window = WindowInteraction()
    click(1, in: &window)
    click(4, in: &window, .control)
    expectNil(window.handle(.pressed(middle(4), []), in: layout))
    // A small movement is a click.
    let near = WindowPoint(x: middle(4).x + 2, y: middle(4).y)
    expectNil(window.handle(.moved(near), in: layout))
    expectEqual(window.handle(.moved(middle(3)), in: layout), .drag([1, 4]))
    // The drag has begun once.
    expectNil(window.handle(.moved(middle(2)), in: layout))
  }

  @Test func aPressOnAnotherRowDragsThatRow() {
    var window = WindowInteraction()
    click(1, in: &window)
    expectNil(window.handle(.pressed(middle(5), []), in: layout))
    expectEqual(window.handle(.moved(middle(6)), in: layout), .drag([5]))
  }

  @Test func theFooterDragsAllRows() {
    var window = WindowInteraction()
    let footer = WindowPoint(x: 50, y: layout.footer.y + 10)
    expectNil(window.handle(.pressed(footer, []), in: layout))
    expectEqual(window.handle(.moved(middle(6)), in: layout), .drag(Array(0..<20)))
  }

  @Test func arrowsMoveTheFocusAndScroll() {
    var window = WindowInteraction()
    for _ in 0..<12 { expectNil(window.handle(.key(.down, []), in: layout)) }
    #expect(window.focus == 11 && window.selection == [11])
    let frame = layout.frame(ofRow: 11, scroll: window.scroll)
    expect(frame.y >= layout.list.y && frame.bottom <= layout.list.bottom, "the whole row is visible")
    expectNil(window.handle(.key(.home, .shift), in: layout))
    #expect(window.scroll == 0 && window.selection == Set(0...11))
  }

  @Test func enterCopiesAndDeleteRemovesTheChosenRows() {
    var window = WindowInteraction()
    expectNil(window.handle(.key(.delete, []), in: layout), "nothing is chosen")
    expectEqual(window.handle(.key(.enter, []), in: layout), .copy(Array(0..<20)))
    click(2, in: &window)
    click(3, in: &window, .control)
    expectEqual(window.handle(.key(.enter, []), in: layout), .copy([2, 3]))
    expectEqual(window.handle(.key(.delete, []), in: layout), .remove([2, 3]))
    expectEqual(window.handle(.key(.escape, []), in: layout), .close)
  }

  @Test func theSelectionFollowsRowsThatMove() {
    var window = WindowInteraction()
    click(2, in: &window)
    click(5, in: &window, .control)
    var rest = content
    rest.rows.removeFirst(3)
    window.update(to: WindowLayout(of: rest, size: layout.size)) { $0 < 3 ? nil : $0 - 3 }
    #expect(window.selection == [2] && window.focus == 2)
  }

  @Test func aPictureThatArrivedAfterThePressEndedTheDrag() {
    var window = WindowInteraction()
    _ = window.handle(.moved(middle(4)), in: layout)
    expectNil(window.handle(.pressed(middle(4), []), in: layout))
    var rest = content
    rest.rows.removeFirst(3)
    let layout = WindowLayout(of: rest, size: layout.size)
    window.update(to: layout) { $0 < 3 ? nil : $0 - 3 }
    expectEqual(window.hovered, 1)
    expectEqual(window.handle(.moved(middle(6)), in: layout), .drag([1]))
    // The pressed row is removed.
    expectNil(window.handle(.pressed(middle(0), []), in: layout))
    window.update(to: layout) { $0 == 0 ? nil : $0 }
    expectNil(window.handle(.moved(middle(3)), in: layout))
  }

  @Test func everythingStaysWithinTheRowsAfterRandomEvents() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let keys: [WindowEvent.Key] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .enter, .delete, .space, .letterA,
    ]
    for rowCount in [0, 1, 3, 20, 400] {
      var content = content
      content.rows = (0..<rowCount).map { WindowRow(identifier: $0, name: "\($0)", detail: "") }
      let layout = WindowLayout(
        of: content, size: WindowLayout.preferredSize(for: content), hasTitleBar: true)
      var window = WindowInteraction()
      for _ in 0..<2_000 {
        let point = WindowPoint(
          x: .random(in: -50...500, using: &random), y: .random(in: -50...700, using: &random))
        let modifiers = WindowEvent.Modifiers(rawValue: .random(in: 0...3, using: &random))
        let event: WindowEvent =
          switch Int.random(in: 0..<6, using: &random) {
          case 0: .pressed(point, modifiers)
          case 1: .moved(point)
          case 2: .released(point)
          case 3: .left
          case 4: .scrolled(.random(in: -400...400, using: &random))
          default: .key(keys[.random(in: keys.indices, using: &random)], modifiers)
          }
        let intention = window.handle(event, in: layout)
        let rows = Set(0..<rowCount)
        expect(window.selection.isSubset(of: rows), "seed \(seed)")
        expect(window.focus.map(rows.contains) ?? true, "seed \(seed)")
        expect((0...layout.longestScroll).contains(window.scroll), "seed \(seed)")
        if case .drag(let dragged)? = intention {
          expect(!dragged.isEmpty && rows.isSuperset(of: dragged), "seed \(seed)")
        }
      }
    }
  }

  @Test func aPressThatTheDisplayTakesOverDragsNothing() {
    var window = WindowInteraction()
    expectNil(window.handle(.pressed(middle(1), []), in: layout))
    expectNil(window.handle(.cancelled, in: layout))
    #expect(window.hovered == nil && window.selection == [1])
    expectNil(window.handle(.moved(middle(3)), in: layout))
    // A pointer that leaves while the button is held down still drags.
    expectNil(window.handle(.pressed(middle(1), []), in: layout))
    expectNil(window.handle(.left, in: layout))
    expectEqual(window.handle(.moved(middle(3)), in: layout), .drag([1]))
  }
}
