public import Foundation
public import ItemProviders

/// The base class of text views.
///
/// Text views are sources and receivers of drags, and support pasting.
///
/// Text is not drawn. Each element occupies a cell of 8 by 16 points, and lines end only at line breaks.
/// Positions are counted in elements.
@preconcurrency @MainActor
open class TextInputView: View, TextDraggable, TextDroppable, TextPasteConfigurationSupporting {
  /// The text with its links and attachments.
  public private(set) var elements: [TextElement] = []
  /// The selection; a drag that begins in the selection drags the whole selection.
  public var selectedRange = 0..<0 {
    didSet { selectedRange = selectedRange.clamped(to: 0..<elements.count) }
  }
  /// Whether the text is editable; if false, the delegate decides whether the text accepts drops.
  public var isEditable = true
  /// Whether the text can contain links and attachments; false by default.
  ///
  /// If false, inserted links become plain text, and the view's own conversion of items omits attachments.
  public var allowsRichContent = false
  /// Whether the text is a single line; line breaks in inserted text then become spaces.
  var isSingleLine: Bool { false }
  /// The delegate that customises drags; a weak reference.
  public weak var textDragDelegate: (any TextDragDelegate)?
  /// The delegate that customises drops; a weak reference.
  public weak var textDropDelegate: (any TextDropDelegate)?
  /// The delegate that customises the conversion of items; a weak reference.
  public weak var pasteDelegate: (any TextPasteDelegate)?
  /// The dragged ranges of each active drag.
  var draggedRanges: [(session: any DragSession, ranges: [Range<Int>])] = []
  private lazy var interactionDelegate = TextInteractionDelegate(self)
  private(set) lazy var dragInteraction = DragInteraction(delegate: interactionDelegate)
  private(set) lazy var dropInteraction = DropInteraction(delegate: interactionDelegate)

  /// Makes an empty text view.
  ///
  /// - Parameter frame: the frame, in the coordinates of the superview.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addInteractions()
  }

  /// Makes an empty text view without reading the archive, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addInteractions()
  }

  private func addInteractions() {
    addInteraction(dragInteraction)
    addInteraction(dropInteraction)
  }

  /// The plain text; setting the property removes links, attachments and the selection.
  ///
  /// The property is optional, as in `UITextField`. The getter never returns nil. Setting nil removes the
  /// text.
  public var text: String? {
    get { plainText }
    set { plainText = newValue ?? "" }
  }

  /// The plain text; setting the property removes links, attachments and the selection.
  public var plainText: String {
    get { elements.map(\.plainText).joined() }
    set { setElements(TextElement.elements(of: newValue)) }
  }

  /// The interaction for drags out of the text; never nil in this class.
  public var textDragInteraction: DragInteraction? { dragInteraction }
  /// The interaction for drops on the text.
  public var textDropInteraction: DropInteraction? { dropInteraction }

  /// Whether a drag out of the text is active.
  public var isTextDragActive: Bool { !draggedRanges.isEmpty }

  /// Replaces the text.
  ///
  /// - Parameter elements: the new text.
  public func setElements(_ elements: [TextElement]) {
    self.elements = elements
    selectedRange = 0..<0
  }

  /// Replaces a range with new elements, and selects the new elements.
  func replace(_ range: Range<Int>, with new: [TextElement]) {
    let place = range.clamped(to: 0..<elements.count)
    elements.replaceSubrange(place, with: new)
    selectedRange = place.lowerBound..<place.lowerBound + new.count
  }

  // MARK: Layout

  static let cell = CGSize(width: 8, height: 16)

  /// Returns the position nearest to a point.
  func position(at point: CGPoint) -> Int {
    var line = Int(max(0, point.y) / Self.cell.height)
    var start = 0
    while line > 0, let end = elements[start...].firstIndex(of: .character("\n")) {
      start = end + 1
      line -= 1
    }
    if line > 0 { return elements.count }
    let end = elements[start...].firstIndex(of: .character("\n")) ?? elements.count
    return min(end, start + Int(max(0, point.x) / Self.cell.width))
  }

  /// Returns the rectangles of a range of text, one for each line.
  func lineRects(of range: Range<Int>) -> [CGRect] {
    var rects: [CGRect] = []
    var (line, column) = (0, 0)
    for (index, element) in elements.enumerated() {
      if range.contains(index), element != .character("\n") {
        let rect = CGRect(
          x: Double(column) * Self.cell.width, y: Double(line) * Self.cell.height, width: Self.cell.width,
          height: Self.cell.height)
        if let last = rects.last, last.origin.y == rect.origin.y {
          rects[rects.count - 1] = last.union(rect)
        } else {
          rects.append(rect)
        }
      }
      if element == .character("\n") { (line, column) = (line + 1, 0) } else { column += 1 }
    }
    return rects
  }

  /// The preview for the lift animation.
  ///
  /// The preview shows the last dragged range, or the selection if no drag is active.
  var liftingPreview: TargetedDragPreview? {
    let range = draggedRanges.last?.ranges.last ?? selectedRange
    return TargetedDragPreview(
      view: self, parameters: DragPreviewParameters(textLineRects: lineRects(of: range)))
  }

  // MARK: Pasting

  /// Returns whether the text accepts at least one of the providers.
  open override func canPaste(_ itemProviders: [ItemProvider]) -> Bool {
    if let pasteConfiguration { return itemProviders.contains { pasteConfiguration.accepts($0) } }
    return itemProviders.contains { TextConversion(of: $0, isRich: allowsRichContent) != nil }
  }

  /// Replaces the selection with the contents of the providers, in order.
  open override func paste(itemProviders: [ItemProvider]) {
    insertItems(itemProviders.map { ($0, nil) }, at: selectedRange)
  }

  /// Converts items to text, and inserts the text when the last load has finished.
  ///
  /// The texts of several items are separated by line breaks.
  func insertItems(_ items: [(provider: ItemProvider, localObject: Any?)], at range: Range<Int>) {
    let queue = queue
    var results = [[TextElement]?](repeating: nil, count: items.count)
    var left = items.count
    func finish(_ index: Int, _ elements: [TextElement]) {
      results[index] = elements
      left -= 1
      if left == 0 { insert(results.compactMap { $0 }.filter { !$0.isEmpty }, at: range) }
    }
    for (index, item) in items.enumerated() {
      let isRich = allowsRichContent
      let pasted = PendingTextPasteItem(item.provider, localObject: item.localObject) {
        finish(index, $0)
      } loadDefault: {
        completion in
        guard let conversion = TextConversion(of: item.provider, isRich: isRich) else {
          return completion([])
        }
        conversion.load { elements in queue.post { completion(elements) } }
      }
      if let pasteDelegate {
        pasteDelegate.textPasteConfigurationSupporting(self, transform: pasted)
      } else {
        pasted.setDefaultResult()
      }
    }
  }

  private func insert(_ parts: [[TextElement]], at range: Range<Int>) {
    var joined = Array(parts.joined(separator: [.character("\n")]))
    if !allowsRichContent {
      joined = joined.flatMap { element -> [TextElement] in
        if case .link(let url) = element { TextElement.elements(of: url.absoluteString) } else { [element] }
      }
    }
    if isSingleLine { joined = joined.map { $0 == .character("\n") ? .character(" ") : $0 } }
    if !joined.isEmpty { replace(range, with: joined) }
  }
}

/// A text view with several lines.
@preconcurrency @MainActor
open class TextView: TextInputView {
  /// Makes an empty text view with a name.
  ///
  /// - Parameters:
  ///   - name: the name in traces.
  ///   - frame: the frame, in the coordinates of the superview.
  ///   - allowsRichContent: whether the text can contain links and attachments.
  public convenience init(name: String, frame: CGRect, allowsRichContent: Bool) {
    self.init(name: name, frame: frame)
    self.allowsRichContent = allowsRichContent
  }
}

/// A text view with one line.
@preconcurrency @MainActor
open class TextField: TextInputView {
  override var isSingleLine: Bool { true }
}
