/// The links and the outline of a document, as `pdftohtml -xml` writes them.
struct PageLinks {
  /// The words and the place of a text element with links.
  struct LinkedText {
    var words: [Word]
    /// The place, as fractions of the page's width and height.
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
  }

  /// A word of a part of a line.
  struct Word {
    var text: String
    /// The characters that are in the link.
    var linkedText: String
    /// The index of the destination; nil for a word that is not linked.
    var link: Int?
  }

  /// The links of a page.
  struct Page {
    /// The destination of each link; `#page-3` for a page of the document.
    var destinations: [String] = []
    var texts: [LinkedText] = []
  }

  /// An entry of the outline.
  struct OutlineEntry {
    var title: String
    /// The level, from 1.
    var level: Int
  }

  /// The links by the number of their page.
  private(set) var pages: [Int: Page] = [:]
  /// The entries of the outline by the number of the page that they lead to.
  private(set) var outline: [Int: [OutlineEntry]] = [:]
  /// The number of links without an address, which run a script or a command of the viewer.
  private(set) var unaddressedCount = 0
  /// The number of entries of the outline that do not lead to a page.
  private(set) var unplacedEntryCount = 0

  /// A `text` element: the parts of its text with their links.
  fileprivate struct Element {
    var parts: [(text: String, address: String?)] = []
    var font: Double?
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>

    /// The destination, if all words of the element are in the same link.
    var onlyAddress: String? {
      let words = parts.filter { !$0.text.allSatisfy(\.isWhitespace) }
      guard let first = words.first?.address, words.allSatisfy({ $0.address == first }) else { return nil }
      return first
    }
  }

  init(_ bytes: [UInt8]) {
    var markup = PopplerMarkup(bytes)
    var page = (number: 0, width: 1.0, height: 1.0)
    var elements: [Element] = []
    var element: Element?
    var address: String?
    var level = 0
    var entry: (page: Int?, title: String)?
    while let part = markup.next() {
      switch part {
      case .begin("page"):
        page.number = markup.number("number").flatMap { Int(exactly: $0) } ?? page.number + 1
        page.width = max(markup.number("width") ?? 1, 1)
        page.height = max(markup.number("height") ?? 1, 1)
      case .end("page"):
        setLinks(of: elements, onPage: page.number)
        elements = []
      case .begin("text"): element = Self.element(in: markup, page.width, page.height)
      case .end("text"):
        if let element { elements.append(element) }
        (element, address) = (nil, nil)
      case .begin("a"):
        address = markup.attribute("href").map { Self.destination($0) }
        if address?.isEmpty ?? true {
          address = nil
          unaddressedCount += 1
        }
      case .end("a"): address = nil
      case .begin("outline"): level += 1
      case .end("outline"): level -= 1
      case .begin("item"): entry = (markup.number("page").flatMap { Int(exactly: $0) }, "")
      case .end("item"):
        if let entry { add(entry, level) }
        entry = nil
      case .text(let text):
        if entry != nil { entry?.title += text } else { element?.parts.append((text, address)) }
      default: break
      }
    }
    setLinks(of: elements, onPage: page.number)
  }

  private mutating func add(_ entry: (page: Int?, title: String), _ level: Int) {
    let title = entry.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !title.isEmpty else { return }
    guard let page = entry.page, page > 0 else {
      unplacedEntryCount += 1
      return
    }
    outline[page, default: []].append(OutlineEntry(title: title, level: min(max(level, 1), 6)))
  }

  private static func element(in markup: PopplerMarkup, _ width: Double, _ height: Double) -> Element? {
    guard let top = markup.number("top"), let left = markup.number("left") else { return nil }
    let (right, bottom) = (left + (markup.number("width") ?? 0), top + (markup.number("height") ?? 0))
    return Element(
      font: markup.number("font"), x: ClosedRange(from: left / width, to: right / width),
      y: ClosedRange(from: top / height, to: bottom / height))
  }

  /// Returns the destination of an address; a page of the document has an address such as `links.html#2`.
  private static func destination(_ address: String) -> String {
    guard address.hasPrefix(ownAddress), let number = Int(address.dropFirst(ownAddress.count)), number > 0
    else { return address }
    return "#\(PagesOfText.anchor(ofPage: number))"
  }

  /// The beginning of the address of a page, when the file is named `links.xml`.
  private static let ownAddress = "links.html#"

  // MARK: Words

  /// Divides the elements of a page into words, and keeps those with links.
  private mutating func setLinks(of elements: [Element], onPage number: Int) {
    var elements = elements
    Self.trimLinks(of: &elements)
    var page = Page()
    var last: String?
    for element in elements {
      var words: [Word] = []
      var isOpen = false
      for part in element.parts {
        if part.address != last, let address = part.address { page.destinations.append(address) }
        last = part.address
        let link = part.address.map { _ in page.destinations.count - 1 }
        if part.text.first?.isWhitespace ?? false { isOpen = false }
        for text in part.text.split(whereSeparator: \.isWhitespace) {
          let linkedText = link == nil ? "" : String(text)
          if isOpen, !words.isEmpty {
            words[words.count - 1].text += text
            words[words.count - 1].linkedText += linkedText
            words[words.count - 1].link = link ?? words[words.count - 1].link
          } else {
            words.append(Word(text: String(text), linkedText: linkedText, link: link))
          }
          // Only the first word of a part can continue a word.
          isOpen = false
        }
        isOpen = !(part.text.last?.isWhitespace ?? true) || part.text.isEmpty && isOpen
      }
      // A word is linked if at least half of its characters are.
      for place in words.indices where words[place].linkedText.count * 2 < words[place].text.count {
        words[place].link = nil
      }
      if words.contains(where: { $0.link != nil }) {
        page.texts.append(LinkedText(words: words, x: element.x, y: element.y))
      }
    }
    if !page.destinations.isEmpty { pages[number] = page }
  }

  /// Removes links from text that only touches a link.
  ///
  /// `pdftohtml` also links text that touches the rectangle of a link, such as the period after it. Linked text
  /// usually differs from it in font or color.
  private static func trimLinks(of elements: inout [Element]) {
    var chain: (address: String, font: Double)?
    // Forward: text after a link.
    for index in elements.indices {
      guard let font = elements[index].font else { continue }
      if let chain, chain.font != font { elements[index].unlinkStart(chain.address) }
      if let only = elements[index].onlyAddress {
        if chain?.address != only { chain = (only, font) }
      } else {
        chain = nil
      }
    }
    // Backward: text before a link.
    chain = nil
    for index in elements.indices.reversed() {
      guard let font = elements[index].font else { continue }
      let only = elements[index].onlyAddress
      if let chain, chain.font != font, only == nil { elements[index].unlinkEnd(chain.address) }
      chain = only.map { ($0, font) }
    }
  }
}

extension PageLinks.Element {
  /// Removes a link at the start of the element, if its text begins with a space or with punctuation.
  fileprivate mutating func unlinkStart(_ address: String) {
    guard let first = parts.first, first.address == address, let character = first.text.first,
      character.isWhitespace || character.isPunctuation
    else { return }
    parts[0].address = nil
  }

  /// Removes a link at the end of the element.
  fileprivate mutating func unlinkEnd(_ address: String) {
    guard parts.last?.address == address else { return }
    parts[parts.count - 1].address = nil
  }
}
