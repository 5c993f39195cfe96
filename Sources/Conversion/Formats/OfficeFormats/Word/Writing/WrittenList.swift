import RichTextFormats
import XMLText

/// A list in the numbering part; lists inside its items become further levels if possible.
///
/// Each list has an abstract numbering of its own, because lists with a common abstract numbering continue
/// each other's numbers.
struct WrittenList {
  struct Level {
    var marker: RichText.Marker
    /// Whether the number includes the number of the enclosing item.
    var followsOuterNumber: Bool
    /// The indentation of the text, in twentieths of a point.
    var indentation: Int
  }

  /// The number of levels that a list can have.
  static let levelCount = 9
  /// The distance from the marker to the text, in twentieths of a point.
  static let hangingIndentation = 360

  /// The levels, in the order of their first use; most lists have one level.
  private var levels: [(number: Int, level: Level)] = []

  subscript(number: Int) -> Level? {
    get { levels.first { $0.number == number }?.level }
    set {
      levels.removeAll { $0.number == number }
      if let newValue { levels.append((number, newValue)) }
    }
  }

  /// Writes the abstract numbering with the given identifier.
  private func write(_ identifier: Int, to xml: inout XMLWriter) {
    let last = levels.map(\.number).max() ?? 0
    xml.begin("w:abstractNum", ("w:abstractNumId", String(identifier)))
    xml.add("w:nsid", ("w:val", Self.hexadecimal(UInt32(truncatingIfNeeded: identifier + 1) &* 0x9E37_79B1)))
    xml.add("w:multiLevelType", ("w:val", last == 0 ? "singleLevel" : "multilevel"))
    for number in 0...last {
      // The levels before the first used level are also written, although no paragraph uses them.
      guard let level = self[number] ?? levels.first?.level else { continue }
      var first = number
      while let level = self[first], level.followsOuterNumber, first > 0 { first -= 1 }
      level.write(numbers: first...number, to: &xml)
    }
    xml.end("w:abstractNum")
  }

  /// Returns eight hexadecimal digits.
  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Writes the numbering part: all abstract numberings, followed by the lists, which are numbered from 1.
  static func write(_ lists: [WrittenList], to xml: inout XMLWriter) {
    xml.begin("w:numbering", ("xmlns:w", WrittenNamespaces.main))
    for (index, list) in lists.enumerated() { list.write(index, to: &xml) }
    for index in lists.indices {
      xml.begin("w:num", ("w:numId", String(index + 1)))
      xml.add("w:abstractNumId", ("w:val", String(index)))
      xml.end("w:num")
    }
    xml.end("w:numbering")
  }
}

extension WrittenList.Level {
  /// - Parameter numbers: the levels whose numbers the marker includes; the last is the level of the marker.
  fileprivate func write(numbers: ClosedRange<Int>, to xml: inout XMLWriter) {
    let (start, format, text) = label(numbers: numbers)
    xml.begin("w:lvl", ("w:ilvl", String(numbers.upperBound)))
    xml.add("w:start", ("w:val", String(start)))
    xml.add("w:numFmt", ("w:val", format))
    xml.add("w:lvlText", ("w:val", text))
    xml.add("w:lvlJc", ("w:val", "left"))
    var properties = WrittenParagraphProperties()
    properties.indentation = WrittenParagraphProperties.Indentation(
      left: indentation, first: -WrittenList.hangingIndentation)
    properties.write(to: &xml)
    xml.end("w:lvl")
  }

  private func label(numbers: ClosedRange<Int>) -> (start: Int, format: String, text: String) {
    switch marker {
    case .bullet(.disc): return (1, "bullet", "•")
    case .bullet(.circle): return (1, "bullet", "◦")
    case .bullet(.square): return (1, "bullet", "▪")
    case .number(let start, let style, let delimiter):
      let places = numbers.map { "%\($0 + 1)" }.joined(separator: ".")
      return (start, style.format, places + (delimiter == .period ? "." : ")"))
    }
  }
}

extension RichText.NumberStyle {
  /// The value of `w:numFmt`.
  fileprivate var format: String {
    switch self {
    case .decimal: "decimal"
    case .lowercaseLetter: "lowerLetter"
    case .uppercaseLetter: "upperLetter"
    case .lowercaseRoman: "lowerRoman"
    case .uppercaseRoman: "upperRoman"
    }
  }
}
