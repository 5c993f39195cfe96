@testable import RichTextFormats

/// Reads the HTML expected by the CommonMark specification, so that it can be compared with a text.
///
/// It understands only the well-formed output of the specification's examples, and fails at an unknown tag.
/// Two pieces of HTML that look the same give the same text.
struct ExpectedHTML {
  private var rest: Substring
  private var failed = false

  /// The text of some HTML; nil if it contains tags that the specification's own output does not have.
  static func text(_ html: String) -> RichText? {
    var reader = ExpectedHTML(rest: html[...])
    let blocks = reader.blocks(until: nil)
    return reader.failed ? nil : RichText(blocks).normalized()
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func take(to end: String) -> String {
    guard let range = rest.firstRange(of: end) else {
      failed = true
      return ""
    }
    let text = String(rest[..<range.lowerBound])
    rest = rest[range.upperBound...]
    return text
  }
}

// MARK: - Blocks

extension ExpectedHTML {
  private mutating func blocks(until end: String?) -> [RichText.Block] {
    var blocks: [RichText.Block] = []
    while !failed {
      while rest.first == "\n" { rest.removeFirst() }
      if let end, skip(end) { return blocks }
      // This comment is the only HTML without a meaning; the specification recommends it for separating two
      // lists.
      if skip("<!-- -->\n") { continue }
      if rest.isEmpty { return blocks }
      if let block = block() {
        blocks.append(block)
      } else {
        // The text of a tight item is not in a paragraph.
        let content = inlines(until: [
          "</li>", "\n<ul>", "\n<ol", "\n<blockquote>", "\n<pre>", "\n<hr />", "\n<h",
        ])
        if content.isEmpty { failed = true } else { blocks.append(.paragraph(RichText.Paragraph(content))) }
      }
    }
    return blocks
  }

  private mutating func block() -> RichText.Block? {
    if skip("<p>") { return .paragraph(RichText.Paragraph(content(to: "</p>"))) }
    for level in 1...6 where skip("<h\(level)>") {
      return .heading(level: level, RichText.Paragraph(content(to: "</h\(level)>")))
    }
    if skip("<hr />") { return .rule }
    if skip("<blockquote>") { return .blockQuote(blocks(until: "</blockquote>")) }
    if skip("<pre><code class=\"language-") {
      let language = Self.unescaped(take(to: "\">"))
      return .codeBlock(RichText.CodeBlock(Self.unescaped(take(to: "</code></pre>")), language: language))
    }
    if skip("<pre><code>") {
      return .codeBlock(RichText.CodeBlock(Self.unescaped(take(to: "</code></pre>"))))
    }
    if skip("<ul>") { return .list(list(.bullet(.disc), end: "</ul>")) }
    if skip("<ol>") { return .list(list(.number(start: 1), end: "</ol>")) }
    if skip("<ol start=\"") {
      let start = Int(take(to: "\">")) ?? -1
      return .list(list(.number(start: start), end: "</ol>"))
    }
    return nil
  }

  private mutating func list(_ marker: RichText.Marker, end: String) -> RichText.List {
    var items: [RichText.ListItem] = []
    var isTight = true
    while !failed {
      while rest.first == "\n" { rest.removeFirst() }
      if skip(end) { break }
      guard skip("<li>") else {
        failed = true
        break
      }
      if rest.hasPrefix("\n<p>") { isTight = false }
      items.append(RichText.ListItem(blocks(until: "</li>")))
    }
    return RichText.List(marker, isTight: isTight, items: items)
  }
}

// MARK: - Inlines

extension ExpectedHTML {
  private mutating func content(to end: String) -> [RichText.Inline] {
    let content = inlines(until: [end])
    _ = skip(end)
    return content
  }

  private mutating func inlines(until ends: [String]) -> [RichText.Inline] {
    var inlines: [RichText.Inline] = []
    var text = ""
    func flushed() -> [RichText.Inline] { text.isEmpty ? [] : [.text(Self.unescaped(text))] }
    while !failed {
      if rest.isEmpty || ends.contains(where: { rest.hasPrefix($0) }) { break }
      if skip("<br />\n") {
        inlines += flushed() + [.hardBreak]
        text = ""
      } else if rest.first == "<" {
        inlines += flushed()
        text = ""
        if let inline = tag() { inlines.append(inline) }
      } else if skip("\n") {
        // Two line ends, which a character reference can produce, are displayed as one.
        while rest.first == "\n" { rest.removeFirst() }
        inlines += flushed() + [.softBreak]
        text = ""
      } else {
        text.append(rest.removeFirst())
      }
    }
    return inlines + flushed()
  }

  private mutating func tag() -> RichText.Inline? {
    let styles: [(String, String, RichText.Style)] = [
      ("<em>", "</em>", .italic), ("<strong>", "</strong>", .bold), ("<del>", "</del>", .strikethrough),
    ]
    for (start, end, style) in styles where skip(start) { return .styled(style, content(to: end)) }
    if skip("<code>") { return .styled(.code, [.text(Self.unescaped(take(to: "</code>")))]) }
    if skip("<a href=\"") {
      let destination = Self.unescaped(take(to: "\""))
      let title = skip(" title=\"") ? Self.unescaped(take(to: "\"")) : nil
      guard skip(">") else { return fail() }
      return .styled(.link(RichText.Link(destination, title: title)), content(to: "</a>"))
    }
    if skip("<img src=\"") {
      let source = Self.unescaped(take(to: "\""))
      guard skip(" alt=\"") else { return fail() }
      let alternativeText = Self.unescaped(take(to: "\""))
      let title = skip(" title=\"") ? Self.unescaped(take(to: "\"")) : nil
      guard skip(" />") else { return fail() }
      return .attachment(
        RichText.Attachment(.url(source), alternativeText: alternativeText, title: title))
    }
    return fail()
  }

  private mutating func fail() -> RichText.Inline? {
    failed = true
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }
}

extension RichText {
  /// The text with percent-encoded addresses, as in the specification's HTML.
  ///
  /// The text itself keeps the bytes that a URL cannot contain.
  var withEscapedAddresses: RichText { RichText(blocks.map(\.withEscapedAddresses)).normalized() }

  fileprivate static func escaped(_ address: String) -> String {
    let kept = Set("-_.+!*'(),%#@?=;:/,+&$~".utf8)
    return address.utf8.map { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || kept.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension RichText.Block {
  fileprivate var withEscapedAddresses: RichText.Block {
    func paragraph(_ paragraph: RichText.Paragraph) -> RichText.Paragraph {
      RichText.Paragraph(paragraph.content.map(\.withEscapedAddresses))
    }
    switch self {
    case .paragraph(let words): return .paragraph(paragraph(words))
    case .heading(let level, let words): return .heading(level: level, paragraph(words))
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map(\.withEscapedAddresses)
      }
      if case .number(let start, _, _) = list.marker { list.marker = .number(start: start) }
      // HTML cannot express whether a list without paragraphs is tight.
      let hasParagraph = list.items.contains { item in
        if case .paragraph? = item.blocks.first { true } else { false }
      }
      if !hasParagraph { list.isTight = true }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(blocks.map(\.withEscapedAddresses))
    default: return self
    }
  }
}

extension RichText.Inline {
  fileprivate var withEscapedAddresses: RichText.Inline {
    switch self {
    case .styled(.link(let link), let content):
      return .styled(
        .link(RichText.Link(RichText.escaped(link.destination), title: link.title)),
        content.map(\.withEscapedAddresses))
    case .styled(let style, let content): return .styled(style, content.map(\.withEscapedAddresses))
    case .attachment(var attachment):
      if case .url(let address) = attachment.source {
        attachment.source = .url(RichText.escaped(address))
      }
      return .attachment(attachment)
    default: return self
    }
  }
}
