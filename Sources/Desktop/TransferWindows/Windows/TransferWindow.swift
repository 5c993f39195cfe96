/// A window: its content, what the user has selected in it, its size, and its pictures.
///
/// A display shows the pictures, and passes the events of the user to the window.
package struct TransferWindow: Sendable {
  package private(set) var content: WindowContent
  package private(set) var interaction = WindowInteraction()
  package private(set) var layout: WindowLayout
  private var painter: WindowPainter
  /// Whether the window draws its own title bar, because the display draws none.
  private var hasTitleBar: Bool
  /// The number of pixels of the display in a logical pixel.
  package var scale: Double { didSet { if scale != oldValue { needsDrawing = true } } }
  /// Whether the window looks different from its last picture.
  package private(set) var needsDrawing = true

  /// Creates a window of the size that its content needs.
  ///
  /// - Parameters:
  ///   - hasTitleBar: whether the window draws its own title bar.
  ///   - scale: the number of pixels of the display in a logical pixel.
  package init(
    _ content: WindowContent, _ painter: WindowPainter, hasTitleBar: Bool = false, scale: Double = 1
  ) {
    (self.content, self.painter, self.hasTitleBar, self.scale) = (content, painter, hasTitleBar, scale)
    layout = WindowLayout(
      of: content, size: WindowLayout.preferredSize(for: content, hasTitleBar: hasTitleBar),
      hasTitleBar: hasTitleBar)
  }

  /// The size of the window, in logical pixels.
  package var size: (width: Double, height: Double) { layout.size }

  /// Whether all rows are visible, so that a larger window would show nothing more.
  ///
  /// Displays keep the size of such a window fixed. Tiling window managers do not tile a window of a fixed size,
  /// because a tiled window would be in the way of a drag.
  package var showsAllRows: Bool { layout.longestScroll == 0 }

  // MARK: Changes

  /// Changes the size of the window, in logical pixels.
  package mutating func resize(to size: (width: Double, height: Double)) {
    guard size != layout.size else { return }
    arrange(in: size)
  }

  /// Makes the window large enough for its content, if it is smaller.
  package mutating func grow() {
    let wanted = WindowLayout.preferredSize(for: content, hasTitleBar: hasTitleBar)
    resize(to: (max(size.width, wanted.width), max(size.height, wanted.height)))
  }

  /// Changes whether the window draws its own title bar; the window becomes higher or lower by the bar.
  package mutating func showTitleBar(_ isShown: Bool) {
    guard isShown != hasTitleBar else { return }
    hasTitleBar = isShown
    let change = isShown ? WindowLayout.titleBarHeight : -WindowLayout.titleBarHeight
    arrange(in: (size.width, max(1, size.height + change)))
  }

  private mutating func arrange(in size: (width: Double, height: Double)) {
    layout = WindowLayout(of: content, size: size, hasTitleBar: hasTitleBar)
    interaction.update(to: layout)
    needsDrawing = true
  }

  /// Shows other content; rows that stay remain selected.
  package mutating func show(_ content: WindowContent, _ theme: WindowTheme) {
    if painter.theme != theme {
      painter.theme = theme
      needsDrawing = true
    }
    guard content != self.content else { return }
    let places = Dictionary(
      content.rows.enumerated().map { ($0.element.identifier, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let old = self.content.rows
    self.content = content
    layout = WindowLayout(of: content, size: layout.size, hasTitleBar: hasTitleBar)
    interaction.update(to: layout) { old.indices.contains($0) ? places[old[$0].identifier] : nil }
    needsDrawing = true
  }

  /// Handles an event of the user.
  ///
  /// - Returns: what the user wants, with the identifiers of rows; nil if only the window has changed.
  package mutating func handle(_ event: WindowEvent) -> WindowIntention? {
    let before = interaction
    let intention = interaction.handle(event, in: layout)
    if interaction != before { needsDrawing = true }
    func identifiers(_ places: [Int]) -> [Int] { places.map { content.rows[$0].identifier } }
    return switch intention {
    case .drag(let places): .drag(identifiers(places))
    case .copy(let places): .copy(identifiers(places))
    case .remove(let places): .remove(identifiers(places))
    case .moveWindow, .close, nil: intention
    }
  }

  // MARK: Pictures

  /// Returns the current picture of the window, and records that the display shows it.
  package mutating func picture() -> Picture {
    needsDrawing = false
    return painter.picture(of: content, interaction, in: layout, scale: scale)
  }

  /// Returns the picture under the pointer while rows with the given identifiers are dragged.
  package func dragPicture(ofRows rows: [Int], isTranslucent: Bool) -> Picture {
    let wanted = Set(rows)
    return painter.dragPicture(
      of: content.rows.filter { wanted.contains($0.identifier) }, scale: scale, isTranslucent: isTranslucent)
  }
}
