import Foundation

/// Helpers for anchors, the places in a document that its links target.
enum LinkAnchors {
  /// The loss detail for anchors.
  static let detail = "places that links lead to"

  /// The name of the anchor in the same document that a destination refers to; nil for any other
  /// destination.
  static func name(of destination: String) -> String? {
    destination.utf8.first == UInt8(ascii: "#") && destination.utf8.count > 1
      ? String(destination.dropFirst()) : nil
  }

  /// A name as written in links, and without percent encoding.
  static func spellings(of name: String) -> [String] {
    guard let decoded = name.removingPercentEncoding, decoded != name else { return [name] }
    return [name, decoded]
  }
}

extension RichText {
  /// The names of anchors in the text that its links target, as written in the links.
  var anchorTargets: Set<String> {
    var targets: Set<String> = []
    for block in blocks { block.addAnchorTargets(to: &targets) }
    return targets
  }

  /// Returns the text with some of its anchors, and without the anchors that headings have anyway.
  ///
  /// - Parameter isKept: whether to keep the anchor with a name.
  func keepingAnchors(_ isKept: @escaping (String) -> Bool) -> RichText {
    var anchors = KeptAnchors(isKept)
    return RichText(blocks.map { anchors.kept(in: $0) }, metadata: metadata)
  }
}

/// Removes unwanted anchors, and anchors that headings have anyway, from a text block by block.
struct KeptAnchors {
  private var identifiers = HeadingIdentifiers()
  private let isKept: (String) -> Bool

  /// - Parameter isKept: whether to keep the anchor with a name.
  init(_ isKept: @escaping (String) -> Bool) { self.isKept = isKept }

  /// Returns the next block with only the kept anchors.
  mutating func kept(in block: RichText.Block) -> RichText.Block {
    block.mappingLines { content, isHeading in
      let own = isHeading ? identifiers.next(content) : nil
      return content.keepingAnchors { name in
        isKept(name) && !(own.map { LinkAnchors.spellings(of: name).contains($0) } ?? false)
      }
    }
  }
}

extension RichTextEvent {
  /// Adds the names of anchors that the links in the event target.
  func addAnchorTargets(to targets: inout Set<String>) {
    switch self {
    case .block(let block): block.addAnchorTargets(to: &targets)
    case .words(let content): content.addAnchorTargets(to: &targets)
    case .beginTable(let table): RichText.Block.table(table).addAnchorTargets(to: &targets)
    case .row(let cells):
      for cell in cells { for block in cell.blocks { block.addAnchorTargets(to: &targets) } }
    case .beginning, .beginParagraph, .endParagraph, .endTable: break
    }
  }
}

extension RichText.Block {
  fileprivate func addAnchorTargets(to targets: inout Set<String>) {
    _ = mappingLines { content, _ in
      content.addAnchorTargets(to: &targets)
      return content
    }
  }
}

extension [RichText.Inline] {
  fileprivate func addAnchorTargets(to targets: inout Set<String>) {
    for inline in self {
      switch inline {
      case .styled(let style, let content):
        if case .link(let link) = style, let name = LinkAnchors.name(of: link.destination) {
          targets.insert(name)
        }
        content.addAnchorTargets(to: &targets)
      case .note(let blocks): targets.formUnion(RichText(blocks).anchorTargets)
      default: break
      }
    }
  }

  fileprivate func keepingAnchors(_ isKept: (String) -> Bool) -> [RichText.Inline] {
    var hasAnchor = false
    for case .anchor in self { hasAnchor = true }
    guard hasAnchor else { return self }
    return [RichText.Inline](
      runs: runs.filter { if case .anchor(let name) = $0.content { isKept(name) } else { true } })
  }
}
