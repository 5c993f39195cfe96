import StructuredFormats
import XMLText

/// The texts of the cells of a workbook in Office Open XML.
///
/// Equal texts are stored once.
struct WrittenSharedStrings {
  /// A text that is equal to another one only if both have the same scalars.
  private struct ExactText: Hashable {
    let text: String

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var numbers: [ExactText: Int] = [:]
  private var texts: [String] = []
  /// The number of cells with each text.
  private var cellCounts: [Int] = []

  var isEmpty: Bool { texts.isEmpty }

  /// Returns the number of a text, and adds the text if necessary.
  mutating func number(of text: String) -> Int {
    let text = ExactText(text: text)
    if let number = numbers[text] {
      cellCounts[number] += 1
      return number
    }
    let number = texts.count
    numbers[text] = number
    texts.append(text.text)
    cellCounts.append(1)
    return number
  }

  /// Returns the content of the part.
  ///
  /// - Parameter droppedCount: increased by the number of dropped characters in all cells, which are characters
  ///   that XML does not allow.
  func part(_ droppedCount: inout Int) -> [UInt8] {
    var xml = XMLWriter()
    xml.begin(
      "sst", ("xmlns", SpreadsheetNamespaces.main), ("count", String(cellCounts.reduce(0, +))),
      ("uniqueCount", String(texts.count)))
    for (text, cellCount) in zip(texts, cellCounts) {
      let earlierCount = xml.droppedCount
      xml.begin("si")
      if Self.needsSpace(text) { xml.begin("t", ("xml:space", "preserve")) } else { xml.begin("t") }
      xml.add(text: Self.escaped(text))
      xml.end("t")
      xml.end("si")
      droppedCount += (xml.droppedCount - earlierCount) * cellCount
    }
    xml.end("sst")
    return xml.bytes
  }

  /// Whether a text begins or ends with white space, or has several lines.
  ///
  /// Programs remove such white space unless the element says that it is significant.
  private static func needsSpace(_ text: String) -> Bool {
    func isSpace(_ byte: UInt8?) -> Bool { byte.map { $0 <= 0x20 } ?? false }
    return isSpace(text.utf8.first) || isSpace(text.utf8.last) || text.utf8.contains(0x0A)
  }

  /// Returns the text in which each underscore that would begin an escape is escaped itself.
  ///
  /// Readers replace `_x0041_` by the character with this number.
  ///
  /// Source: ISO/IEC 29500-1, 22.9.2.19 (`ST_Xstring`).
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let bytes = Array(text.utf8)
    var escaped: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      escaped.append(byte)
      if byte == UInt8(ascii: "_"), isEscape(bytes[place...]) { escaped += Array("x005F_".utf8) }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let escape = Array(bytes.prefix(7))
    guard escape.count == 7, escape[1] | 0x20 == UInt8(ascii: "x"), escape[6] == UInt8(ascii: "_") else {
      return false
    }
    return escape[2..<6].allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
  }
}

/// The namespaces of SpreadsheetML, in the transitional form.
///
/// Source: ISO/IEC 29500-1 and 29500-4.
enum SpreadsheetNamespaces {
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
}
