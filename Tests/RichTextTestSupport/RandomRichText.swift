import ColorFormats
import Foundation
package import RichTextFormats
import TestSupport

/// Random formatted texts for laws, normalised and limited to features that the format under test can
/// express.
///
/// Words are separated by one space, and no space is at the edge of a block or next to a break, because not
/// every format keeps other spaces. The rows of a table have the same number of cells, its columns one
/// alignment each, and at most one row is a header, which is not empty. The items of a tight list have a
/// paragraph and at most one list; the items of a loose list have visible space between them.
package struct RandomRichText {
  /// The features that the format under test can express without a loss.
  package struct Features: OptionSet, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let bold = Features(rawValue: 1 << 0)
    package static let italic = Features(rawValue: 1 << 1)
    package static let underline = Features(rawValue: 1 << 2)
    package static let strikethrough = Features(rawValue: 1 << 3)
    package static let code = Features(rawValue: 1 << 4)
    package static let baselines = Features(rawValue: 1 << 5)
    package static let links = Features(rawValue: 1 << 6)
    package static let linkTitles = Features(rawValue: 1 << 7)
    package static let colors = Features(rawValue: 1 << 8)
    package static let backgrounds = Features(rawValue: 1 << 9)
    package static let fontFamilies = Features(rawValue: 1 << 10)
    package static let fontSizes = Features(rawValue: 1 << 11)
    package static let languages = Features(rawValue: 1 << 12)
    package static let attachmentsByAddress = Features(rawValue: 1 << 13)
    package static let attachmentsByData = Features(rawValue: 1 << 14)
    package static let attachmentTitles = Features(rawValue: 1 << 15)
    package static let attachmentNames = Features(rawValue: 1 << 16)
    package static let attachmentSizes = Features(rawValue: 1 << 17)
    package static let softBreaks = Features(rawValue: 1 << 18)
    package static let hardBreaks = Features(rawValue: 1 << 19)
    package static let headings = Features(rawValue: 1 << 20)
    package static let lists = Features(rawValue: 1 << 21)
    package static let looseLists = Features(rawValue: 1 << 22)
    package static let listStarts = Features(rawValue: 1 << 23)
    package static let listMarkers = Features(rawValue: 1 << 24)
    package static let parentheses = Features(rawValue: 1 << 25)
    package static let tasks = Features(rawValue: 1 << 26)
    package static let quotations = Features(rawValue: 1 << 27)
    package static let codeBlocks = Features(rawValue: 1 << 28)
    package static let codeLanguages = Features(rawValue: 1 << 29)
    package static let tables = Features(rawValue: 1 << 30)
    package static let tableHeadings = Features(rawValue: 1 << 31)
    package static let columnAlignments = Features(rawValue: 1 << 32)
    package static let cellSpans = Features(rawValue: 1 << 33)
    package static let cellBlocks = Features(rawValue: 1 << 34)
    package static let captions = Features(rawValue: 1 << 35)
    package static let rules = Features(rawValue: 1 << 36)
    package static let alignments = Features(rawValue: 1 << 37)
    package static let directions = Features(rawValue: 1 << 38)
    package static let indentations = Features(rawValue: 1 << 39)
    package static let metadata = Features(rawValue: 1 << 40)
    /// Empty headings, list items, cells and code blocks.
    package static let emptyBlocks = Features(rawValue: 1 << 41)
    /// Two consecutive lists, quotations, code blocks or tables.
    package static let twins = Features(rawValue: 1 << 42)
    /// Styles that begin or end with a space.
    package static let edgeSpaces = Features(rawValue: 1 << 43)
    /// Soft line breaks in headings and cells.
    package static let softBreaksEverywhere = Features(rawValue: 1 << 44)
    /// Words with a meaning in text formats: `*`, `<b>`, `\par`, `&amp;`.
    package static let markup = Features(rawValue: 1 << 45)

    /// Link targets.
    package static let anchors = Features(rawValue: 1 << 46)

    /// Terms and their definitions.
    package static let definitions = Features(rawValue: 1 << 47)
    package static let pageBreaks = Features(rawValue: 1 << 48)
    package static let rowHeadings = Features(rawValue: 1 << 49)

    /// Footnotes.
    package static let notes = Features(rawValue: 1 << 50)

    /// Background colors of paragraphs and cells.
    package static let blockBackgrounds = Features(rawValue: 1 << 51)

    /// Numbers that continue those of the enclosing lists.
    package static let outerNumbers = Features(rawValue: 1 << 52)

    package static let smallCaps = Features(rawValue: 1 << 53)

    package static let everything = Features(rawValue: (1 << 54) - 1)
  }

  private var generator: SeededGenerator
  private let features: Features

  package init(seed: UInt64, _ features: Features) {
    generator = SeededGenerator(seed: seed)
    self.features = features
  }

  /// A new random text.
  package mutating func richText() -> RichText {
    var metadata = RichText.Metadata()
    if has(.metadata), pick(3) == 0 {
      metadata.title = pick(2) == 0 ? words(3) : nil
      metadata.author = pick(2) == 0 ? words(2) : nil
      metadata.language = pick(2) == 0 ? Self.languages.randomElement(using: &generator) : nil
      metadata.subject = pick(2) == 0 ? words(2) : nil
      metadata.keywords = pick(2) == 0 ? (0...pick(2)).map { _ in words(1) }.joined(separator: ", ") : nil
      metadata.summary = pick(2) == 0 ? (0...pick(2)).map { _ in words(4) }.joined(separator: "\n") : nil
      metadata.creationDate = pick(2) == 0 ? date() : nil
      metadata.modificationDate = pick(2) == 0 ? date() : nil
    }
    return RichText(blocks(upTo: 5, depth: 3), metadata: metadata).normalized()
  }
}

// MARK: - Blocks

extension RandomRichText {
  private mutating func blocks(upTo limit: Int, depth: Int) -> [RichText.Block] {
    var blocks: [RichText.Block] = []
    for _ in 0..<1 + pick(limit) {
      let block = block(depth: depth)
      if !has(.twins), let last = blocks.last, Self.areTwins(last, block) { continue }
      blocks.append(block)
    }
    return blocks
  }

  private static func areTwins(_ first: RichText.Block, _ second: RichText.Block) -> Bool {
    switch (first, second) {
    case (.list, .list), (.blockQuote, .blockQuote), (.codeBlock, .codeBlock), (.table, .table): true
    default: false
    }
  }

  private mutating func block(depth: Int) -> RichText.Block {
    switch pick(depth > 0 ? 14 : 7) {
    case 0 where has(.headings):
      let isEmpty = has(.emptyBlocks) && pick(6) == 0
      let content = isEmpty ? [] : inlines(breaks: has(.softBreaksEverywhere))
      return .heading(level: 1 + pick(6), RichText.Paragraph(content, layout: layout()))
    case 1 where has(.codeBlocks): return .codeBlock(codeBlock())
    case 2 where has(.rules): return .rule
    case 7 where has(.lists), 8 where has(.lists): return .list(list(depth: depth - 1))
    case 9 where has(.quotations): return .blockQuote(blocks(upTo: 3, depth: depth - 1))
    case 10 where has(.tables): return .table(table(depth: depth - 1))
    case 11 where has(.definitions):
      return .definitions((0...pick(2)).map { _ in definition(depth: depth - 1) })
    // Page breaks are only at the top level.
    case 12 where has(.pageBreaks) && depth == 3: return .pageBreak
    default: return .paragraph(paragraph())
    }
  }

  private mutating func paragraph() -> RichText.Paragraph {
    RichText.Paragraph(inlines(breaks: true), layout: layout())
  }

  private mutating func layout() -> RichText.Layout {
    var layout = RichText.Layout()
    if has(.alignments), pick(4) == 0 {
      layout.alignment = RichText.Alignment.allCases.randomElement(using: &generator)
    }
    if has(.blockBackgrounds), pick(8) == 0 { layout.background = color() }
    if has(.directions), pick(6) == 0 { layout.direction = .rightToLeft }
    if has(.indentations), pick(4) == 0 {
      layout.indentation = Double(pick(5)) * 12
      layout.trailingIndentation = Double(pick(3)) * 12
      layout.firstLineIndentation = Double(pick(5) - 2) * 12
    }
    return layout
  }

  private mutating func codeBlock() -> RichText.CodeBlock {
    let lineCount = has(.emptyBlocks) ? pick(4) : 1 + pick(3)
    var text = ""
    for line in 0..<lineCount {
      // A line of code may be empty or indented; the first and last lines are not empty, because some formats
      // trim those.
      if line > 0 && line < lineCount - 1 && pick(3) == 0 {
        text += "\n"
      } else {
        text += String(repeating: " ", count: pick(3) * 2) + words(1 + pick(4)) + "\n"
      }
    }
    let language = has(.codeLanguages) && pick(2) == 0 ? "swift" : nil
    return RichText.CodeBlock(text, language: language)
  }

  /// - Parameter mayFollow: whether the numbers may include those of the enclosing list. This is only allowed
  ///   in its first item, because RTF has one form for each level of a list.
  private mutating func list(depth: Int, mayFollow: Bool = false) -> RichText.List {
    let marker = marker()
    let follows = mayFollow && has(.outerNumbers) && marker.isNumber && pick(2) == 0
    let isTight = !has(.looseLists) || pick(2) == 0
    var items: [RichText.ListItem] = []
    for index in 0..<(isTight ? 1 : 2) + pick(3) {
      var blocks: [RichText.Block] = []
      if has(.emptyBlocks), pick(8) == 0 {
      } else if isTight {
        blocks = [.paragraph(RichText.Paragraph(inlines(breaks: true)))]
        if depth > 0 && pick(3) == 0 {
          blocks.append(.list(list(depth: depth - 1, mayFollow: index == 0 && marker.isNumber)))
        }
      } else {
        blocks = self.blocks(upTo: 3, depth: depth)
      }
      let isChecked = has(.tasks) && pick(4) == 0 ? pick(2) == 0 : nil
      items.append(RichText.ListItem(blocks, isChecked: isChecked))
    }
    return RichText.List(marker, isTight: isTight, followsOuterNumber: follows, items: items)
  }

  private mutating func definition(depth: Int) -> RichText.Definition {
    RichText.Definition(
      (0...pick(2)).map { _ in inlines(breaks: true) },
      meanings: (0...pick(2)).map { _ in blocks(upTo: 2, depth: depth) })
  }

  private mutating func marker() -> RichText.Marker {
    guard pick(2) == 0 else {
      return .bullet(
        has(.listMarkers) ? RichText.Bullet.allCases.randomElement(using: &generator) ?? .disc : .disc)
    }
    let styles = has(.listMarkers) ? RichText.NumberStyle.allCases : [.decimal]
    return .number(
      start: has(.listStarts) ? [0, 1, 1, 2, 7, 12, 123_456].randomElement(using: &generator) ?? 1 : 1,
      style: styles.randomElement(using: &generator) ?? .decimal,
      delimiter: has(.parentheses) && pick(2) == 0 ? .parenthesis : .period)
  }
}

// MARK: - Tables

extension RandomRichText {
  private mutating func table(depth: Int) -> RichText.Table {
    let columnCount = 1 + pick(4)
    let rowCount = 1 + pick(3)
    let alignments: [RichText.Alignment?] = (0..<columnCount).map { _ in
      has(.columnAlignments) ? [nil, .left, .center, .right].randomElement(using: &generator) ?? nil : nil
    }
    let headerRowCount = has(.tableHeadings) ? pick(2) : 0
    var isTaken = Set<[Int]>()
    var rows: [[RichText.TableCell]] = []
    for row in 0..<rowCount {
      var cells: [RichText.TableCell] = []
      for column in 0..<columnCount where !isTaken.contains([row, column]) {
        var cell = RichText.TableCell(cellBlocks(depth: depth), alignment: alignments[column])
        if has(.blockBackgrounds), pick(8) == 0 { cell.background = color() }
        // A row with only headings would be a header row.
        cell.isRowHeading =
          has(.rowHeadings) && columnCount > 1 && column == 0 && row >= headerRowCount && pick(4) == 0
        if cells.isEmpty && row < headerRowCount && cell.blocks.isEmpty {
          cell.blocks = [.paragraph(RichText.Paragraph([.text("Name")]))]
        }
        if has(.cellSpans), pick(4) == 0, row >= headerRowCount {
          if column + 1 < columnCount, !isTaken.contains([row, column + 1]) { cell.columnSpan = 2 }
          if row + 1 < rowCount { cell.rowSpan = 1 + pick(2) }
          for covered in 0..<cell.rowSpan {
            for place in 0..<cell.columnSpan { isTaken.insert([row + covered, column + place]) }
          }
        }
        cells.append(cell)
      }
      rows.append(cells)
    }
    let caption = has(.captions) && pick(3) == 0 ? inlines(breaks: false) : []
    return RichText.Table(caption: caption, headerRowCount: headerRowCount, rows: rows)
  }

  private mutating func cellBlocks(depth: Int) -> [RichText.Block] {
    if has(.emptyBlocks), pick(6) == 0 { return [] }
    if has(.cellBlocks), pick(4) == 0 { return blocks(upTo: 2, depth: min(depth, 1)) }
    return [.paragraph(RichText.Paragraph(inlines(breaks: has(.softBreaksEverywhere))))]
  }
}

// MARK: - Inlines

extension RandomRichText {
  /// Styled words.
  ///
  /// - Parameter breaks: whether soft line breaks are allowed.
  private mutating func inlines(breaks: Bool) -> [RichText.Inline] {
    var runs: [RichText.Run] = []
    for _ in 0..<1 + pick(5) {
      let attributes = pick(2) == 0 ? RichText.Attributes() : attributes()
      let run = RichText.Run(content(attributes), attributes: attributes)
      if has(.anchors), pick(12) == 0 {
        runs.append(RichText.Run(.anchor("place\(pick(99))")))
      } else if has(.notes), pick(15) == 0 {
        runs.append(RichText.Run(.note(note())))
      } else if let last = runs.last {
        let common = last.attributes.common(with: attributes)
        switch pick(8) {
        case 0 where has(.hardBreaks): runs.append(RichText.Run(.hardBreak, attributes: common))
        case 1 where breaks && has(.softBreaks): runs.append(RichText.Run(.softBreak, attributes: common))
        case 0...3: break
        case 4 where has(.edgeSpaces): runs.append(RichText.Run(.text(" "), attributes: attributes))
        default: runs.append(RichText.Run(.text(" "), attributes: common))
        }
      }
      runs.append(run)
    }
    return [RichText.Inline](runs: runs)
  }

  private mutating func note() -> [RichText.Block] {
    (0...pick(2)).map { _ in .paragraph(RichText.Paragraph([.text(words(1 + pick(4)))])) }
  }

  private mutating func content(_ attributes: RichText.Attributes) -> RichText.Run.Content {
    guard !attributes.isCode, pick(8) == 0,
      !features.isDisjoint(with: [.attachmentsByAddress, .attachmentsByData])
    else { return .text(words(1 + pick(4))) }
    let isData = has(.attachmentsByData) && (!has(.attachmentsByAddress) || pick(2) == 0)
    var attachment = RichText.Attachment(
      isData
        ? .data(
          Data([0x89, 0x50, 0x4E, 0x47] + generator.bytes(count: pick(40))), typeIdentifier: "public.png")
        : .url(address()), alternativeText: pick(3) == 0 ? "" : words(2))
    if has(.attachmentTitles), pick(3) == 0 { attachment.title = words(2) }
    if has(.attachmentNames), pick(2) == 0 { attachment.name = "picture \(pick(9)).png" }
    if has(.attachmentSizes), pick(2) == 0 {
      attachment.width = Double(1 + pick(300))
      attachment.height = Double(1 + pick(300))
    }
    return .attachment(attachment)
  }

  private mutating func attributes() -> RichText.Attributes {
    var attributes = RichText.Attributes()
    for _ in 0..<1 + pick(3) {
      switch pick(14) {
      case 0, 1: attributes.isBold = has(.bold)
      case 2, 3: attributes.isItalic = has(.italic)
      case 4: attributes.isUnderlined = has(.underline)
      case 5: attributes.isStruckThrough = has(.strikethrough)
      case 6: attributes.isCode = has(.code)
      case 7 where has(.baselines): attributes.baseline = pick(2) == 0 ? .superscript : .subscript
      case 8 where has(.links):
        attributes.link = RichText.Link(
          address(), title: has(.linkTitles) && pick(3) == 0 ? words(2) : nil)
      case 9 where has(.colors): attributes.color = color()
      case 9 where has(.backgrounds): attributes.background = color()
      case 10 where has(.fontFamilies):
        attributes.fontFamily = ["Helvetica", "Times New Roman", "Courier"].randomElement(using: &generator)
      case 11 where has(.fontSizes): attributes.fontSize = Double(6 + pick(60)) / 2
      case 13: attributes.isSmallCaps = has(.smallCaps)
      case 12 where has(.languages): attributes.language = Self.languages.randomElement(using: &generator)
      default: break
      }
    }
    return attributes
  }

  /// A time between the years 1 and 9999, or a day without a time.
  private mutating func date() -> Date {
    let day = Double(Int.random(in: -719_162..<2_932_897, using: &generator)) * 86_400
    return Date(timeIntervalSince1970: pick(3) == 0 ? day : day + Double(pick(86_400)))
  }

  private mutating func color() -> Color {
    let bytes = generator.bytes(count: 3)
    return Color(redByte: bytes[0], greenByte: bytes[1], blueByte: bytes[2])
  }

  private mutating func address() -> String { Self.addresses.randomElement(using: &generator) ?? "a" }

  /// Words separated by one space.
  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in
      let list = has(.markup) && pick(3) == 0 ? Self.markup : Self.plainWords
      return list.randomElement(using: &generator) ?? "a"
    }.joined(separator: " ")
  }
}

// MARK: - Choices

extension RandomRichText {
  private func has(_ feature: Features) -> Bool { features.contains(feature) }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private static let languages = ["en", "de", "pt-BR", "zh-Hans"]

  private static func list(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private static let plainWords = list(
    "one two three The a I 12 3.5 end. (aside) Größe naïve café Ωμέγα слово 日本語 שלום 😀 e\u{301} “quoted” don't x=y"
  )

  private static let addresses = list(
    "https://example.org/ https://example.org/a?b=c&d=e#f mailto:who@example.org notes.html#top /a/b.png a(b)c "
      + "https://example.org/%20x https://example.org/ü")

  private static let markup = list(
    #"* ** *a* a*b* **b** _ __ _a_ a_b_c \ \\ \* ` `` `code` [ ] [x] [a](b) ![ ]( < > <b> </b> <br> <!-- --> & &amp; "#
      + #"&copy &copy; &#65; # ## - + -- --- === 1. 2) 1986. | a|b \| ~ ~~ ~~a~~ { } {\b \par \u8364? \'e4 http://a.example "#
      + #"www.example.org who@example.org : :- ; ' " = ! !a [^1] $ % ^ @ / ? , . .. ... https: "#)
}

extension RichText.Attributes {
  /// The attributes that both have.
  fileprivate func common(with other: RichText.Attributes) -> RichText.Attributes {
    var result = RichText.Attributes()
    for style in styles where other.styles.contains(style) { result = result.adding(style) }
    return result
  }
}
