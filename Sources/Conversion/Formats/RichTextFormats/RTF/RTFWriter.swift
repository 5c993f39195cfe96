import ColorFormats
import Foundation
import ProfferConversions

/// Writes RTF that Word, LibreOffice and TextEdit show in the same way.
///
/// ``RTFReader`` reads the output as the same value. The body is written first, and the fonts, colors,
/// styles and lists in the body are recorded. The header tables are then written from these records.
struct RTFWriter {
  /// The location of pictures and other files.
  enum Attachments {
    /// In the text; only pictures can be embedded.
    case embedded
    /// Beside the text, as files of an RTFD.
    case files
  }

  let attachments: Attachments
  /// A function that converts a picture of an unsupported type to PNG.
  var pictureConversion: PictureConversion?
  var body: [UInt8] = []
  var losses = LossCounter()
  /// The files beside the text.
  var files: [PackageMember] = []
  var attachmentFileNames = AttachmentFileNames()
  /// The file names in use, in lower case, each with the number of the last variant tried.
  var fileNames = ["txt.rtf": 1]

  var fonts = ["Helvetica", "Courier New"]
  var colors: [Color] = [RTFWriter.linkColor]
  var styles: [ParagraphStyleName] = [ParagraphStyleName()]
  private var fontNumbers: [String: Int] = ["Helvetica": 0, "Courier New": 1]
  private var colorNumbers: [Color: Int] = [RTFWriter.linkColor: 1]
  private var styleNumbers: [ParagraphStyleName: Int] = [ParagraphStyleName(): 0]
  var lists: [WrittenList] = []
  var headingIdentifiers = HeadingIdentifiers()
  /// The identifiers of the headings, with the offsets in the body where the text of the headings begins.
  var headings: [(offset: Int, identifier: String)] = []
  /// The budget of grid positions without a cell, shared by all tables.
  var cellBudget = CellBudget()

  // The state of the writer.
  /// Whether the last paragraph has no end yet; the end of a cell also ends its last paragraph.
  var hasOpenParagraph = false
  /// Whether the last block written is a table; two tables must not be adjacent.
  var endsInTable = false
  /// The open quotations, list items and definitions of terms inside the innermost cell.
  var containers: [ParagraphStyleName.Container] = []
  /// For each open container, whether the container already has content.
  var isBegun: [Bool] = []
  /// The containers around the innermost table; nil outside of tables, and for a table without containers.
  var aroundTable: [ParagraphStyleName.Container]?
  var tableDepth = 0
  /// Whether the innermost cell is a row heading.
  var isInRowHeading = false
  /// The number of enclosing notes.
  var noteDepth = 0
  var cellAlignment: RichText.Alignment?
  /// The alignment of the current cell, if the next paragraph must specify it explicitly; otherwise nil.
  var cellHint: RTFLayout.ExplicitAlignment?

  /// The list of the item that is being written; nil if a list in the item cannot be a level of that list.
  var itemList: (number: Int, level: Int, path: String?)?

  /// A list in the list table; lists inside its items become further levels if possible.
  struct WrittenList {
    /// The levels, in the order of their first use; most lists have one level.
    var levels: [(number: Int, level: Level)]

    subscript(number: Int) -> Level? { levels.first { $0.number == number }?.level }

    mutating func set(_ level: Level, number: Int) {
      if let place = levels.firstIndex(where: { $0.number == number }) {
        levels[place].level = level
      } else {
        levels.append((number, level))
      }
    }

    struct Level {
      var marker: RichText.Marker
      var followsOuterNumber: Bool
      var indentation: Int
    }
  }

  /// The maximum nesting depth of quotations, lists and definitions of terms.
  static let containerLimit = 40
  /// The numbers of the character styles.
  static let codeStyle = 10
  static let linkStyle = 11
  static let boxStyle = 12
  static let linkColor = Color(redByte: 5, greenByte: 99, blueByte: 193)
  /// The font sizes of the headings, in half points.
  static let headingSizes = [48, 36, 30, 26, 24, 22]

  /// The number of columns of the table that is being written row by row.
  var openTableColumnCount = 1
  /// The control words of paragraphs with the default layout, because most paragraphs have it.
  var plainStarts: [PlainStart: PlainWords] = [:]
  /// The definition of the last row of plain cells, because most rows of a table have the same definition.
  var plainRow: (columnCount: Int, cellCount: Int, isHeader: Bool, definition: String)?

  init(_ attachments: Attachments) { self.attachments = attachments }

  /// Returns the members of an RTFD: the text, followed by its files.
  static func writeFiles(_ text: RichText) -> (members: [PackageMember], losses: [Loss]) {
    var writer = RTFWriter(.files)
    let data = writer.document(text)
    return ([PackageMember("TXT.rtf", data)] + writer.files, writer.losses.total)
  }

  private mutating func document(_ text: RichText) -> Data {
    let text = text.normalized()
    write(text.blocks)
    endBlocks()
    addBookmarksOfHeadings(for: Targets(text.anchorTargets))
    var document: [UInt8] = []
    writeHeader(text.metadata, to: &document)
    return Data(document + body + Array("}\n".utf8))
  }

  /// The anchors that are targets of links.
  struct Targets {
    /// The names as written in links; the key is the name without percent encoding.
    let spellings: [String: [String]]

    /// - Parameter names: the names as written in links.
    init(_ names: Set<String>) {
      var spellings: [String: [String]] = [:]
      for name in names.sorted() { spellings[name.removingPercentEncoding ?? name, default: []].append(name) }
      self.spellings = spellings
    }
  }

  /// Ends the last block of the document.
  mutating func endBlocks() {
    if endsInTable { beginParagraph(.init()) }
    if hasOpenParagraph { add(#"\par"#) }
  }

  /// Adds bookmarks to the headings that are targets of links.
  ///
  /// A link may precede its heading, so bookmarks are added when all links are known.
  mutating func addBookmarksOfHeadings(for targets: Targets) {
    let places = headings.filter { targets.spellings[$0.identifier] != nil }
    headings.removeAll(keepingCapacity: true)
    if places.isEmpty { return }
    let text = body
    body = []
    var start = 0
    for place in places {
      // A space at this offset belongs to the preceding control word.
      let end =
        place.offset < text.count && text[place.offset] == UInt8(ascii: " ") ? place.offset + 1 : place.offset
      body += text[start..<end]
      for spelling in targets.spellings[place.identifier] ?? [] { addBookmark(spelling) }
      start = end
    }
    body += text[start...]
  }

  /// Discards the body written so far.
  mutating func forgetBody() {
    body.removeAll(keepingCapacity: true)
    headings.removeAll(keepingCapacity: true)
  }

  // MARK: Bytes

  mutating func add(_ text: String) { body.append(contentsOf: text.utf8) }

  /// Adds a control word with its number.
  mutating func add(_ word: StaticString, _ number: Int) {
    word.withUTF8Buffer { body.append(contentsOf: $0) }
    guard number < 0 || number > 9 else { return body.append(UInt8(ascii: "0") + UInt8(number)) }
    body.append(contentsOf: String(number).utf8)
  }

  /// Ends the last control word with a space; no space is needed after a group.
  mutating func endWords() { if body.last != UInt8(ascii: "}") { body.append(UInt8(ascii: " ")) } }

  /// Adds text, with escapes for special characters and for characters beyond ASCII.
  mutating func addText(_ text: String) { body.appendRTF(text, &losses) }

  // MARK: Numbers in the header tables

  mutating func number(ofFont family: String) -> Int {
    if let number = fontNumbers[family] { return number }
    fonts.append(family)
    fontNumbers[family] = fonts.count - 1
    return fonts.count - 1
  }

  /// Returns the number of a color in the color table; 0 is the default color.
  mutating func number(ofColor color: Color) -> Int {
    if let number = colorNumbers[color] { return number }
    colors.append(color)
    colorNumbers[color] = colors.count
    return colors.count
  }

  mutating func number(ofStyle style: ParagraphStyleName) -> Int {
    if let number = styleNumbers[style] { return number }
    styles.append(style)
    // The numbers from 10 to 12 are reserved for the character styles.
    let number = styles.count - 1 < Self.codeStyle ? styles.count - 1 : styles.count + 9
    styleNumbers[style] = number
    return number
  }

  func styleNumbersInOrder() -> [(Int, ParagraphStyleName)] { styles.map { (styleNumbers[$0] ?? 0, $0) } }
}

extension [UInt8] {
  /// Appends text as RTF.
  mutating func appendRTF(_ text: String, _ losses: inout LossCounter) {
    var text = text
    text.withUTF8 { bytes in
      var plainStart = 0
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "{"),
          byte != UInt8(ascii: "}")
        {
          index += 1
          continue
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        var value = length == 1 ? UInt32(byte) : UInt32(byte) & (0x7F >> UInt32(length))
        for next in bytes[index + 1..<index + length] { value = value << 6 | UInt32(next & 0x3F) }
        appendRTF(value, &losses)
        index += length
        plainStart = index
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<bytes.count]))
    }
  }

  private mutating func appendRTF(_ scalar: UInt32, _ losses: inout LossCounter) {
    switch scalar {
    case 0x5C, 0x7B, 0x7D: append(contentsOf: [0x5C, UInt8(truncatingIfNeeded: scalar)])
    case 0x09: append(contentsOf: #"\tab "#.utf8)
    case 0x0A...0x0D, 0x2028, 0x2029:
      losses.add(.characters, "line breaks in text")
      append(contentsOf: #"\line "#.utf8)
    case 0xA0: append(contentsOf: #"\~"#.utf8)
    case 0xA1...0xFF where scalar != 0xAD:
      // These characters have the same numbers in Windows-1252, which every reader supports.
      append(contentsOf: #"\'"#.utf8)
      append(contentsOf: String(scalar, radix: 16).utf8)
    case ..<0x10000: appendUnit(scalar)
    default:
      appendUnit(0xD800 + (scalar - 0x10000) >> 10)
      appendUnit(0xDC00 + (scalar - 0x10000) & 0x3FF)
    }
  }

  /// Appends a UTF-16 code unit, and a question mark that old readers show instead.
  private mutating func appendUnit(_ unit: UInt32) {
    append(contentsOf: "\\u\(Int16(truncatingIfNeeded: unit))?".utf8)
  }
}
