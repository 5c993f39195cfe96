import ByteTools
import ProfferConversions
import TextEncodings

/// Converts text to paragraphs, chunk by chunk.
///
/// One blank line separates two paragraphs. Additional blank lines belong to the preceding paragraph. Blank
/// lines at the beginning of the text belong to the first paragraph, and blank lines at the end belong to
/// the last.
struct PlainTextParagraphs: EventBridge {
  private var parts = ParagraphParts()
  /// The beginning of a line that continues in the next chunk.
  private var lineStart: [UInt8] = []
  /// Whether the last byte was a carriage return.
  ///
  /// A line feed directly after a carriage return belongs to the same line end.
  private var isAfterReturn = false
  /// The number of blank lines since the last line with text; the next line determines the paragraph to
  /// which these lines belong.
  private var blankLineCount = 0
  private var hasWords = false

  mutating func write(_ event: TextEvent, _ emit: (RichTextEvent) throws -> Void) throws {
    switch event {
    case .beginning: try emit(.beginning(RichText.Metadata(), isPlain: true))
    case .piece(let bytes): try add(bytes, emit)
    }
  }

  mutating func finish(_ emit: (RichTextEvent) throws -> Void) rethrows -> StepReport {
    try end(emit)
    return StepReport()
  }

  // MARK: Lines

  /// Adds the next bytes of the text in UTF-8.
  mutating func add(_ bytes: UnsafeRawBufferPointer, _ emit: (RichTextEvent) throws -> Void) rethrows {
    var start = 0
    while start < bytes.count {
      if isAfterReturn {
        isAfterReturn = false
        if bytes[start] == UInt8(ascii: "\n") {
          start += 1
          continue
        }
      }
      let end = Self.placeOfLineEnd(in: bytes, from: start)
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      guard end < bytes.count else {
        lineStart.append(contentsOf: line)
        return
      }
      if lineStart.isEmpty {
        try add(line: line, emit)
      } else {
        lineStart.append(contentsOf: line)
        try endLine(emit)
      }
      isAfterReturn = bytes[end] == UInt8(ascii: "\r")
      start = end + 1
    }
  }

  /// Ends the text.
  mutating func end(_ emit: (RichTextEvent) throws -> Void) rethrows {
    if !lineStart.isEmpty { try endLine(emit) }
    if hasWords || blankLineCount > 0 {
      for _ in 0..<(hasWords ? blankLineCount : blankLineCount - 1) { try parts.add(.hardBreak, emit) }
    }
    try parts.finish(emit)
  }

  private mutating func endLine(_ emit: (RichTextEvent) throws -> Void) rethrows {
    let line = lineStart
    lineStart.removeAll(keepingCapacity: line.count < 1 << 16)
    try line.withUnsafeBytes { try add(line: $0, emit) }
  }

  private mutating func add(
    line: UnsafeRawBufferPointer, _ emit: (RichTextEvent) throws -> Void
  ) rethrows {
    guard !line.isEmpty else {
      blankLineCount += 1
      return
    }
    if !hasWords {
      for _ in 0..<blankLineCount { try parts.add(.hardBreak, emit) }
    } else if blankLineCount == 0 {
      try parts.add(.hardBreak, emit)
    } else {
      for _ in 1..<blankLineCount { try parts.add(.hardBreak, emit) }
      try parts.finish(emit)
    }
    (hasWords, blankLineCount) = (true, 0)
    try parts.add(.text(String(decoding: line, as: UTF8.self)), emit)
  }

  private static func placeOfLineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while place + ByteWord.byteCount <= bytes.count {
      let word = ByteWord(bytes, at: place)
      let ends = word.matches(UInt8(ascii: "\n")) | word.matches(UInt8(ascii: "\r"))
      if ends != 0 { return place + ends.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n"), bytes[place] != UInt8(ascii: "\r") {
      place += 1
    }
    return place
  }
}
