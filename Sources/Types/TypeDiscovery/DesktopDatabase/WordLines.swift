import ByteTools

/// Lines of two or three words that are indexed by their first and last words.
///
/// This is the form of the files `subclasses`, `aliases` and `XMLnamespaces` of a database.
struct WordLines: Sendable {
  private struct Line: Sendable {
    let first: Range<Int>
    /// The second of three words; empty in a line of two words.
    let middle: Range<Int>
    let last: Range<Int>

    /// Whether the line consists of two MIME types.
    func isPair(in text: UnsafeRawBufferPointer) -> Bool {
      middle.isEmpty && text.part(first).isMimeType && text.part(last).isMimeType
    }
  }

  /// The words of a line as strings.
  struct Words {
    let first: String
    /// The second of three words; empty in a line of two words.
    let middle: String
    let last: String
  }

  private let text: [UInt8]
  private let lines: [Line]
  private let byFirst: NameLists
  private let byLast: NameLists

  /// Parses the lines of several files, in the order of the files.
  ///
  /// Comments, and lines that do not have two or three words, are skipped.
  ///
  /// - Parameter arePairs: whether each valid line consists of two MIME types. If so, all other lines are
  ///   skipped, and the text is converted to lowercase.
  init(_ files: [[UInt8]], arePairs: Bool) {
    var text: [UInt8] = []
    for file in files {
      if arePairs { text += Self.folded(file) } else { text += file }
      text.append(UInt8(ascii: "\n"))
    }
    var lines: [Line] = []
    lines.reserveCapacity(text.count / 32)
    text.withUnsafeBytes { text in
      var start = 0
      while let end = text.firstPlace(of: UInt8(ascii: "\n"), from: start) {
        if text[start] != UInt8(ascii: "#"), let line = Self.line(start..<end, in: text),
          !arePairs || line.isPair(in: text)
        {
          lines.append(line)
        }
        start = end + 1
      }
    }
    var byFirst = NameLists(count: lines.count)
    var byLast = NameLists(count: lines.count)
    text.withUnsafeBytes { text in
      for (number, line) in lines.enumerated() {
        byFirst.insert(number, text.part(line.first)) { text.part(lines[$0].first) }
        byLast.insert(number, text.part(line.last)) { text.part(lines[$0].last) }
      }
    }
    self.text = text
    self.lines = lines
    self.byFirst = byFirst
    self.byLast = byLast
  }

  /// Returns the lines of a file of pairs that are neither two MIME types nor a comment.
  static func malformedPairs(_ file: [UInt8]) -> MalformedLines {
    var malformed = MalformedLines()
    file.withUnsafeBytes { text in
      var number = 0
      for line in ByteLines(text) {
        number += 1
        if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
        if let words = Self.line(0..<line.count, in: line), words.isPair(in: line) { continue }
        malformed.add(number)
      }
    }
    return malformed
  }

  private static func line(_ range: Range<Int>, in text: UnsafeRawBufferPointer) -> Line? {
    var words: (Range<Int>, Range<Int>, Range<Int>) = (0..<0, 0..<0, 0..<0)
    var count = 0
    var place = range.lowerBound
    while place < range.upperBound {
      let end = text.firstPlace(of: UInt8(ascii: " "), in: place..<range.upperBound) ?? range.upperBound
      if end > place {
        switch count {
        case 0: words.0 = place..<end
        case 1: words.1 = place..<end
        case 2: words.2 = place..<end
        default: return nil
        }
        count += 1
      }
      place = end + 1
    }
    switch count {
    case 2: return Line(first: words.0, middle: words.1.upperBound..<words.1.upperBound, last: words.1)
    case 3: return Line(first: words.0, middle: words.1, last: words.2)
    default: return nil
    }
  }

  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    // All bytes are examined without an early exit, so that the compiler can vectorise the loop.
    let isASCII = bytes.reduce(0, |) < 0x80
    return isASCII ? bytes.lowercasedASCII : Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
  }

  /// Returns the lines that begin with the given word, in order.
  func lines(beginningWith word: String) -> [Words] { lines(with: word, { $0.first }, byFirst) }

  /// Returns the lines that end with the given word, in order.
  func lines(endingWith word: String) -> [Words] { lines(with: word, { $0.last }, byLast) }

  /// The first words of all lines.
  var firstWords: Set<String> { text.withUnsafeBytes { text in Set(lines.map { text.part($0.first).text }) } }

  private func lines(with word: String, _ part: (Line) -> Range<Int>, _ lists: NameLists) -> [Words] {
    var word = word
    return word.withUTF8 { word in
      text.withUnsafeBytes { text in
        lists.numbers(of: UnsafeRawBufferPointer(word)) { text.part(part(lines[$0])) }.map {
          number in
          let line = lines[number]
          return Words(
            first: text.part(line.first).text, middle: text.part(line.middle).text,
            last: text.part(line.last).text)
        }
      }
    }
  }
}
