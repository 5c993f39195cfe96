/// The selection, focus and scroll position of a window, and how events change them.
///
/// A press on a row selects the row. Control adds or removes a row, Shift extends the selection. A drag starts
/// when the pointer moves while the button is held down: it drags the selected rows or, from the footer, all
/// rows. The keys do everything that the pointer does, except for drags.
package struct WindowInteraction: Sendable, Equatable {
  /// The distance that the pointer moves before a drag starts, in logical pixels.
  ///
  /// Smaller movements are usual during a click.
  static let dragDistance: Double = 4

  /// The places of the selected rows.
  package private(set) var selection: Set<Int> = []
  /// The place of the row that receives keys.
  package private(set) var focus: Int?
  package private(set) var scroll: Double = 0
  /// The place of the row under the pointer.
  package private(set) var hovered: Int?
  package private(set) var isHoveringClose = false
  package private(set) var isHoveringFooter = false
  /// The row from which Shift extends the selection.
  private var anchor = 0
  private var press: Press?

  private struct Press: Equatable {
    enum Part: Equatable { case row(Int), footer, close }
    var part: Part
    let point: WindowPoint
    /// Whether the release selects only this row, because the press was on one of several selected rows.
    let selectsAtRelease: Bool
  }

  package init() {}

  /// Handles an event.
  ///
  /// - Returns: the action that the user requests; nil if only the state has changed.
  package mutating func handle(_ event: WindowEvent, in layout: WindowLayout) -> WindowIntention? {
    switch event {
    case .pressed(let point, let modifiers): return begin(at: point, modifiers, layout)
    case .moved(let point): return move(to: point, layout)
    case .released(let point): return end(at: point, layout)
    case .left:
      leave()
      return nil
    case .cancelled:
      leave()
      press = nil
      return nil
    case .scrolled(let distance):
      scroll = (scroll + distance).clamped(to: 0...layout.longestScroll)
      return nil
    case .key(let key, let modifiers): return use(key, modifiers, layout)
    }
  }

  /// Adapts the state to other rows or another size.
  ///
  /// - Parameter kept: the new place of each row that existed before.
  package mutating func update(to layout: WindowLayout, kept: (Int) -> Int? = { $0 }) {
    let last = layout.rowCount - 1
    func place(_ row: Int) -> Int? { kept(row).flatMap { $0 <= last ? $0 : nil } }
    selection = Set(selection.compactMap(place))
    focus = focus.flatMap { place($0) ?? (last < 0 ? nil : min($0, last)) }
    anchor = max(0, min(anchor, last))
    scroll = scroll.clamped(to: 0...layout.longestScroll)
    hovered = hovered.flatMap(place)
    // A drag can begin although a picture has arrived since the press, unless the row is gone.
    if case .row(let row)? = press?.part {
      if let place = place(row) { press?.part = .row(place) } else { press = nil }
    }
  }

  /// The rows to which a command applies: the selected rows, otherwise the focused row, otherwise all rows.
  private func targets(_ layout: WindowLayout) -> [Int] {
    if !selection.isEmpty { return selection.sorted() }
    if let focus { return [focus] }
    return Array(0..<layout.rowCount)
  }

  // MARK: Pointer

  private mutating func begin(
    at point: WindowPoint, _ modifiers: WindowEvent.Modifiers, _ layout: WindowLayout
  ) -> WindowIntention? {
    if layout.closeButton.contains(point) {
      press = Press(part: .close, point: point, selectsAtRelease: false)
    } else if layout.titleBar.contains(point) {
      return .moveWindow
    } else if layout.footer.contains(point), layout.rowCount > 0 {
      press = Press(part: .footer, point: point, selectsAtRelease: false)
    } else if let row = layout.row(at: point, scroll: scroll) {
      let wasSelected = selection.contains(row)
      press = Press(part: .row(row), point: point, selectsAtRelease: wasSelected && modifiers.isEmpty)
      // The other selected rows stay selected, because they may be dragged together.
      if !(wasSelected && modifiers.isEmpty) { select(row, modifiers) }
      focus = row
    } else {
      (selection, press) = ([], nil)
    }
    return nil
  }

  private mutating func move(to point: WindowPoint, _ layout: WindowLayout) -> WindowIntention? {
    hovered = layout.row(at: point, scroll: scroll)
    isHoveringClose = layout.closeButton.contains(point)
    isHoveringFooter = layout.footer.contains(point)
    guard let press else { return nil }
    let (across, down) = (point.x - press.point.x, point.y - press.point.y)
    guard across * across + down * down >= Self.dragDistance * Self.dragDistance else { return nil }
    switch press.part {
    case .row(let row):
      self.press = nil
      // Control may just have removed the pressed row from the selection.
      return .drag(selection.contains(row) ? selection.sorted() : [row])
    case .footer:
      self.press = nil
      return .drag(Array(0..<layout.rowCount))
    case .close: return nil
    }
  }

  private mutating func end(at point: WindowPoint, _ layout: WindowLayout) -> WindowIntention? {
    defer { press = nil }
    switch press?.part {
    case .close: return layout.closeButton.contains(point) ? .close : nil
    case .row(let row):
      if press?.selectsAtRelease == true { select(row, []) }
      return nil
    case .footer:
      selection = Set(0..<layout.rowCount)
      return nil
    case nil: return nil
    }
  }

  private mutating func leave() {
    (hovered, isHoveringClose, isHoveringFooter) = (nil, false, false)
  }

  private mutating func select(_ row: Int, _ modifiers: WindowEvent.Modifiers) {
    if modifiers.contains(.shift) {
      let range = Set(min(anchor, row)...max(anchor, row))
      selection = modifiers.contains(.control) ? selection.union(range) : range
    } else if modifiers.contains(.control) {
      selection.formSymmetricDifference([row])
      anchor = row
    } else {
      (selection, anchor) = ([row], row)
    }
  }

  // MARK: Keys

  private mutating func use(
    _ key: WindowEvent.Key, _ modifiers: WindowEvent.Modifiers, _ layout: WindowLayout
  ) -> WindowIntention? {
    let last = layout.rowCount - 1
    if key == .escape { return .close }
    guard last >= 0 else { return nil }
    let page = max(1, Int(layout.list.height / WindowLayout.rowHeight))
    switch key {
    case .up: focusRow(focus.map { $0 - 1 } ?? last, modifiers, layout)
    case .down: focusRow(focus.map { $0 + 1 } ?? 0, modifiers, layout)
    case .pageUp: focusRow((focus ?? 0) - page, modifiers, layout)
    case .pageDown: focusRow((focus ?? 0) + page, modifiers, layout)
    case .home: focusRow(0, modifiers, layout)
    case .end: focusRow(last, modifiers, layout)
    case .space:
      if let focus { select(focus, modifiers.contains(.shift) ? .shift : .control) }
    case .letterA: if modifiers.contains(.control) { selection = Set(0...last) }
    case .enter: return .copy(targets(layout))
    case .delete:
      // Without a selection, the key removes only the focused row. It must not remove all rows.
      return selection.isEmpty && focus == nil ? nil : .remove(targets(layout))
    case .escape: return .close
    }
    return nil
  }

  /// Moves the focus, and the selection with it unless Control is held down.
  private mutating func focusRow(_ row: Int, _ modifiers: WindowEvent.Modifiers, _ layout: WindowLayout) {
    let row = row.clamped(to: 0...(layout.rowCount - 1))
    focus = row
    scroll = layout.scroll(scroll, showingRow: row)
    if modifiers != .control { select(row, modifiers) }
  }
}
