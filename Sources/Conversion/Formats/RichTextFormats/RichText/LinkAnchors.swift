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
    for block in blocks {
      _ = block.mappingLines { content, _ in
        content.addAnchorTargets(to: &targets)
        return content
      }
    }
    return targets
  }

  /// The text with some of its anchors, and without those that headings have anyway.
  ///
  /// - Parameter isKept: whether an anchor of a name stays.
  func keepingAnchors(_ isKept: (String) -> Bool) -> RichText {
    var identifiers = HeadingIdentifiers()
    return RichText(
      blocks.map { block in
        block.mappingLines { content, isHeading in
          let own = isHeading ? identifiers.next(content) : nil
          return content.keepingAnchors { name in
            isKept(name) && !(own.map { LinkAnchors.spellings(of: name).contains($0) } ?? false)
          }
        }
      }, metadata: metadata)
  }
}

extension [RichText.Inline] {
  fileprivate func addAnchorTargets(to targets: inout Set<String>) {
    for case .styled(let style, let content) in self {
      if case .link(let link) = style, let name = LinkAnchors.name(of: link.destination) {
        targets.insert(name)
      }
      content.addAnchorTargets(to: &targets)
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

extension RichText.Block {
  /// The block with the words of every line in it replaced, from the top.
  fileprivate func mappingLines(_ transform: ([RichText.Inline], _ isHeading: Bool) -> [RichText.Inline])
    -> RichText.Block
  {
    switch self {
    case .paragraph(var paragraph):
      paragraph.content = transform(paragraph.content, false)
      return .paragraph(paragraph)
    case .heading(let level, var paragraph):
      paragraph.content = transform(paragraph.content, true)
      return .heading(level: level, paragraph)
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map { $0.mappingLines(transform) }
      }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(blocks.map { $0.mappingLines(transform) })
    case .table(var table):
      table.caption = transform(table.caption, false)
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          table.rows[row][cell].blocks = table.rows[row][cell].blocks.map { $0.mappingLines(transform) }
        }
      }
      return .table(table)
    case .definitions(let definitions):
      return .definitions(
        definitions.map { definition in
          RichText.Definition(
            definition.terms.map { transform($0, false) },
            meanings: definition.meanings.map { $0.map { $0.mappingLines(transform) } })
        })
    case .codeBlock, .rule, .pageBreak: return self
    }
  }
}
