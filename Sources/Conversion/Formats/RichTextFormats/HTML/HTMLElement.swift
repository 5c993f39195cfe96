/// The elements that the HTML reader handles specially.
enum HTMLElement: String, CaseIterable {
  case html, head, body, title, meta, link, base, style, script, noscript, template
  case p, div, h1, h2, h3, h4, h5, h6, ul, ol, menu, dir, li, dl, dt, dd, blockquote, pre, listing, xmp,
    plaintext, hr
  case table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th
  case address, article, aside, section, nav, header, footer, main, hgroup, search, form, fieldset, legend
  case center, figure, figcaption, details, summary, dialog
  case a, b, strong, i, em, u, ins, s, strike, del, sup, sub, code, kbd, samp, tt, `var`, cite, dfn, mark
  case font, span, small, big, q, abbr, acronym, nobr, wbr, br, bdo
  case img, image, source, track, area, svg, math, annotation, video, audio, canvas, iframe, embed, object
  case param, applet, input, textarea, select, datalist, button, ruby, noframes, noembed, frame
  case time, data, meter, progress
  /// The element of a drawing that contains HTML.
  case foreignObject = "foreignobject"
  /// Word's mark at the end of a paragraph; in an empty paragraph, the mark contains a no-break space.
  case officeParagraph = "o:p"
  /// Any other element.
  case other = ""
}

/// The name of an element, known or unknown.
struct HTMLName: Hashable {
  private let packed: PackedName
  let element: HTMLElement

  /// Creates a name from bytes, ignoring case.
  init(_ bytes: ArraySlice<UInt8>) {
    packed = PackedName(bytes)
    element = HTMLNameTable.shared[packed]
  }

  init(_ element: HTMLElement) {
    packed = PackedName(element.rawValue.utf8)
    self.element = element
  }

  static func == (first: HTMLName, second: HTMLName) -> Bool { first.packed == second.packed }

  func hash(into hasher: inout Hasher) { hasher.combine(packed) }
}

/// The known elements by their names.
///
/// A table with open addressing, because every tag is looked up and a dictionary takes several times as long.
private struct HTMLNameTable {
  static let shared = HTMLNameTable()

  private var slots: [(name: PackedName, element: HTMLElement)?] = Array(repeating: nil, count: 512)

  private init() {
    for element in HTMLElement.allCases where element != .other {
      let name = PackedName(element.rawValue.utf8)
      var place = name.slot
      while slots[place] != nil { place = (place + 1) & 511 }
      slots[place] = (name, element)
    }
  }

  /// The element with a name; `other` for an unknown name.
  subscript(name: PackedName) -> HTMLElement {
    var place = name.slot
    while let entry = slots[place] {
      if entry.name == name { return entry.element }
      place = (place + 1) & 511
    }
    return .other
  }
}

/// The bytes of a name in lower case, packed into two words.
///
/// Names of more than 16 bytes are compared by hash. No known element has such a name. If two such names
/// have the same hash, the only effect is that the end tag of one element can close the other element.
private struct PackedName: Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// A number from 0 to 511 that depends on all bytes.
  var slot: Int { Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 55) }

  init(_ bytes: some Sequence<UInt8>) {
    var count = 0
    for byte in bytes {
      let letter = UInt64(byte.htmlLowercased)
      if count < 8 {
        low = low << 8 | letter
      } else if count < 16 {
        high = high << 8 | letter
      } else {
        high = high &* 0x100_0000_01B3 &+ letter
      }
      count += 1
    }
  }
}

// MARK: - Kinds of elements

extension HTMLElement {
  /// Whether the element is a block.
  var isBlock: Bool {
    switch self {
    case .html, .body, .p, .div, .h1, .h2, .h3, .h4, .h5, .h6, .ul, .ol, .menu, .dir, .li, .dl, .dt, .dd,
      .blockquote, .pre, .listing, .xmp, .plaintext, .hr, .table, .caption, .thead, .tbody, .tfoot, .tr, .td,
      .th,
      .address,
      .article, .aside, .section, .nav, .header, .footer, .main, .hgroup, .search, .form, .fieldset, .legend,
      .center, .figure, .figcaption, .details, .summary, .dialog:
      true
    default: false
    }
  }

  /// Whether the element is a block with a meaning of its own, such as a list.
  var isStructure: Bool {
    switch self {
    case .h1, .h2, .h3, .h4, .h5, .h6, .ul, .ol, .menu, .dir, .dl, .blockquote, .table: true
    default: false
    }
  }

  /// Whether the element's background color applies to its paragraphs and cells.
  ///
  /// The page is excluded, because its background color is behind all content.
  var hasBackground: Bool {
    switch self {
    case .html, .body, .pre, .listing, .xmp, .plaintext, .caption, .dt, .hr: false
    default: isBlock
    }
  }

  /// Whether the element continues in the next block if its enclosing block ends first.
  var isFormatting: Bool {
    switch self {
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
    default: false
    }
  }

  /// Whether the element prevents end tags inside it from closing elements outside it.
  var isScope: Bool {
    switch self {
    case .html, .table, .td, .th, .caption, .button, .object, .applet: true
    default: false
    }
  }

  /// The level of a heading; 0 for other elements.
  var headingLevel: Int {
    switch self {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    case .h6: 6
    default: 0
    }
  }

  /// Whether the content of the element is text without tags, up to the end tag.
  var isRawText: Bool {
    switch self {
    case .script, .style, .title, .textarea, .iframe, .noembed, .xmp: true
    default: false
    }
  }

  /// Whether the start tag ends a drawing or formula whose end tag is missing.
  ///
  /// Source: HTML Standard, tokens in foreign content. Unlike in the standard, every block ends a drawing,
  /// so that no text is lost.
  var endsForeignContent: Bool {
    switch self {
    case .b, .big, .br, .code, .em, .embed, .font, .i, .img, .meta, .nobr, .ruby, .s, .small, .span, .strong,
      .strike, .sub, .sup, .tt, .u, .var:
      true
    default: isBlock
    }
  }

  /// Whether the element shows content that rich text cannot represent.
  var isMedia: Bool {
    switch self {
    case .svg, .video, .audio, .canvas, .iframe, .embed, .object, .applet, .frame: true
    default: false
    }
  }
}
