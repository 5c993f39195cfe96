import Foundation

/// The places of a document that its links lead to.
enum LinkAnchors {
  /// The detail of the loss of one.
  static let detail = "places that links lead to"

  /// The name of the place in the same document that a destination is; nil for any other destination.
  static func name(of destination: String) -> String? {
    destination.utf8.first == UInt8(ascii: "#") && destination.utf8.count > 1
      ? String(destination.dropFirst()) : nil
  }

  /// The names as links write them and as they are without percent escapes.
  static func spellings(of name: String) -> [String] {
    guard let decoded = name.removingPercentEncoding, decoded != name else { return [name] }
    return [name, decoded]
  }
}

extension RichText {
  /// The destinations of its links that are places in it, as the links write them.
  var anchorTargets: Set<String> {
    var targets: Set<String> = []
    for block in blocks { block.addAnchorTargets(to: &targets) }
    return targets
  }

  /// The text with some of its anchors, and without those that headings have anyway.
  ///
  /// - Parameter isKept: whether an anchor of a name stays.
  func keepingAnchors(_ isKept: @escaping (String) -> Bool) -> RichText {
    var anchors = KeptAnchors(isKept)
    return RichText(blocks.map { anchors.kept(in: $0) }, metadata: metadata)
  }
}

/// Takes anchors from a text, which comes block by block: those that are not wanted, and those that headings have anyway.
struct KeptAnchors {
  private var identifiers = HeadingIdentifiers()
  private let isKept: (String) -> Bool

  /// - Parameter isKept: whether an anchor of a name stays.
  init(_ isKept: @escaping (String) -> Bool) { self.isKept = isKept }

  /// The next block with its anchors that stay.
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
  /// Adds the destinations of the links in the piece that are places of the document.
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
