import Foundation

/// Functions for anchors, the named places in a document that links can target.
package enum LinkAnchors {
  /// The loss detail for anchors.
  package static let detail = "link targets"

  /// Returns the name of the anchor that a destination targets in the same document; nil if the destination
  /// is in another document.
  package static func name(of destination: String) -> String? {
    destination.utf8.first == UInt8(ascii: "#") && destination.utf8.count > 1
      ? String(destination.dropFirst()) : nil
  }

  /// Returns the spellings of a name: the name as written in a link, and, if different, the name with percent
  /// encoding decoded.
  package static func spellings(of name: String) -> [String] {
    guard let decoded = name.removingPercentEncoding, decoded != name else { return [name] }
    return [name, decoded]
  }
}

extension RichText {
  /// The names of all anchors that are targets of links in the text, as written in the links.
  package var anchorTargets: Set<String> {
    var targets: Set<String> = []
    for block in blocks { block.addAnchorTargets(to: &targets) }
    return targets
  }

  /// Returns the text with only the wanted anchors, and without anchors that repeat the identifier of their
  /// heading.
  ///
  /// - Parameter isKept: a function that decides whether to keep the anchor with the given name.
  package func keepingAnchors(_ isKept: @escaping (String) -> Bool) -> RichText {
    var anchors = KeptAnchors(isKept)
    return RichText(blocks.map { anchors.kept(in: $0) }, metadata: metadata)
  }
}

/// Removes unwanted anchors from a text, and anchors that repeat the identifier of their heading, block by
/// block.
struct KeptAnchors {
  private var identifiers = HeadingIdentifiers()
  private let isKept: (String) -> Bool

  /// - Parameter isKept: a function that decides whether to keep the anchor with the given name.
  init(_ isKept: @escaping (String) -> Bool) { self.isKept = isKept }

  /// Returns the next block with only the kept anchors.
  mutating func kept(in block: RichText.Block) -> RichText.Block {
    var hasAnchor = false
    block.forEachLine { content, _ in for case .anchor in content { hasAnchor = true } }
    guard hasAnchor else {
      block.forEachLine { if $1 { _ = identifiers.next($0) } }
      return block
    }
    return block.mappingLines { content, isHeading in
      let own = isHeading ? identifiers.next(content) : nil
      return content.keepingAnchors { name in
        isKept(name) && !(own.map { LinkAnchors.spellings(of: name).contains($0) } ?? false)
      }
    }
  }
}

extension RichTextEvent {
  /// Adds the names of all anchors that are targets of links in the event.
  func addAnchorTargets(to targets: inout Set<String>) {
    forEachLine { $0.addAnchorTargets(to: &targets) }
  }
}

extension RichText.Block {
  fileprivate func addAnchorTargets(to targets: inout Set<String>) {
    forEachLine { content, _ in content.addAnchorTargets(to: &targets) }
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
