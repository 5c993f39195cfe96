public import Foundation
public import ItemProviders

/// A text without pixels that is a source and a receiver of drags by itself, and can be pasted into.
///
/// Text lies in cells of 8 by 16 points, a line for each line break. Positions count elements.
@MainActor
open class TextInputView: View {
  /// The text with its links and attachments.
  public private(set) var elements: [TextElement] = []
  /// What is selected; a drag out of it takes all of it.
  public var selectedRange = 0..<0 {
    didSet { selectedRange = selectedRange.clamped(to: 0..<elements.count) }
  }
  /// Whether it can be changed; drops then need the delegate's leave.
  public var isEditable = true
  /// Whether links and attachments are kept; otherwise they become plain text, or are not taken.
  public let allowsRichContent: Bool
  /// Whether it is one line, so that line breaks become spaces.
  let isSingleLine: Bool
  /// Has a say in drags; not kept alive.
  public weak var textDragDelegate: (any TextDragDelegate)?
  /// Has a say in drops; not kept alive.
  public weak var textDropDelegate: (any TextDropDelegate)?
  /// Has a say in what items become; not kept alive.
  public weak var pasteDelegate: (any TextPasteDelegate)?
  /// The range that is being dragged, for each running drag.
  var draggedRanges: [(session: DragSession, ranges: [Range<Int>])] = []
  private lazy var bridge = TextBridge(self)
  private(set) lazy var dragInteraction = DragInteraction(delegate: bridge)
  private(set) lazy var dropInteraction = DropInteraction(delegate: bridge)

  init(name: String, frame: CGRect, allowsRichContent: Bool, isSingleLine: Bool) {
    self.allowsRichContent = allowsRichContent
    self.isSingleLine = isSingleLine
    super.init(name: name, frame: frame)
    addInteraction(dragInteraction)
    addInteraction(dropInteraction)
  }

  /// The text as characters; setting it removes links, attachments and the selection.
  public var text: String {
    get { elements.map(\.plainText).joined() }
    set { setElements(TextElement.elements(of: newValue)) }
  }

  /// Whether a drag out of it is under way.
  public var isTextDragActive: Bool { !draggedRanges.isEmpty }

  /// Replaces the text.
  public func setElements(_ elements: [TextElement]) {
    self.elements = elements
    selectedRange = 0..<0
  }

  /// Puts elements in the place of a range, and selects them.
  func replace(_ range: Range<Int>, with new: [TextElement]) {
    let place = range.clamped(to: 0..<elements.count)
    elements.replaceSubrange(place, with: new)
    selectedRange = place.lowerBound..<place.lowerBound + new.count
  }

  // MARK: Layout

  static let cell = CGSize(width: 8, height: 16)

  /// The position nearest to a point.
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

  /// The rectangles of the lines of a range.
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

  /// What a drag of the selection would look like.
  var liftingPreview: TargetedDragPreview? {
    let range = draggedRanges.last?.ranges.last ?? selectedRange
    return TargetedDragPreview(
      view: self, parameters: DragPreviewParameters(textLineRects: lineRects(of: range)))
  }

  // MARK: Pasting

  /// Whether the text can take anything of what the providers offer.
  open override func canPaste(_ itemProviders: [ItemProvider]) -> Bool {
    if let pasteConfiguration { return itemProviders.contains { pasteConfiguration.accepts($0) } }
    return itemProviders.contains { TextConversion(of: $0, isRich: allowsRichContent) != nil }
  }

  /// Puts what was pasted in the place of what is selected, in the order of the providers.
  open override func paste(itemProviders: [ItemProvider]) {
    take(itemProviders.map { ($0, nil) }, at: selectedRange)
  }

  /// Makes text of items, and puts it in when the last one is there; several stand on lines of their own.
  func take(_ items: [(provider: ItemProvider, localObject: Any?)], at range: Range<Int>) {
    let work = work
    var results = [[TextElement]?](repeating: nil, count: items.count)
    var left = items.count
    func finish(_ index: Int, _ elements: [TextElement]) {
      results[index] = elements
      left -= 1
      if left == 0 { insert(results.compactMap { $0 }.filter { !$0.isEmpty }, at: range) }
    }
    for (index, item) in items.enumerated() {
      let isRich = allowsRichContent
      let pasted = TextPasteItem(item.provider, localObject: item.localObject) {
        finish(index, $0)
      } loadDefault: {
        answer in
        guard let conversion = TextConversion(of: item.provider, isRich: isRich) else { return answer([]) }
        conversion.load { elements in work.post { answer(elements) } }
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

/// A text of many lines.
@MainActor
public final class TextView: TextInputView {
  /// Makes an empty text.
  ///
  /// - Parameter allowsRichContent: whether links and attachments are kept.
  public init(name: String, frame: CGRect, allowsRichContent: Bool = false) {
    super.init(name: name, frame: frame, allowsRichContent: allowsRichContent, isSingleLine: false)
  }
}

/// A text of one line.
@MainActor
public final class TextField: TextInputView {
  /// Makes an empty text.
  public init(name: String, frame: CGRect) {
    super.init(name: name, frame: frame, allowsRichContent: false, isSingleLine: true)
  }
}
