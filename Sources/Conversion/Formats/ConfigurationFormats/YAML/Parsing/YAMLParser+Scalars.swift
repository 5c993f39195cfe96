import ByteTools
import ProfferConversions
import StructuredFormats

// MARK: - Plain scalars

extension YAMLParser {
  /// Throws if a plain scalar cannot begin at the position.
  func checkPlainStart(inFlow: Bool) throws(CoderError) {
    let first = byte(position)
    switch first {
    case 0x0A: throw unexpected("a scalar")
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      if !isBlank(position + 1), !(inFlow && Self.isFlowIndicator(byte(position + 1))) { return }
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
      UInt8(ascii: "`"):
      break
    default: return
    }
    throw failure(
      .unexpectedCharacter,
      "a plain scalar cannot begin with \(Character(UnicodeScalar(first))); quote the text", at: position)
  }

  /// Reads a plain scalar.
  ///
  /// - Parameter indent: the minimum indentation of further lines; nil for one line.
  mutating func readPlain(indent: Int?, inFlow: Bool) throws(CoderError) -> YAMLEvent {
    endsLikeJSON = false
    let start = position
    var lineEnd = plainEnd(from: start, inFlow: inFlow)
    var textEnd = trimmedEnd(lineEnd, from: start)
    var event = YAMLEvent(kind: .scalar, style: .plain, text: start..<textEnd, position: start)
    if let indent, byte(lineEnd) == 0x0A {
      while let next = plainContinuation(after: lineEnd, indent: indent, inFlow: inFlow) {
        if !event.isDecoded {
          event.isDecoded = true
          event.text = decoded.count..<decoded.count
          decoded.append(contentsOf: bytes[start..<textEnd])
        }
        fold(next.breakCount)
        lineStart = next.lineStart
        lineEnd = plainEnd(from: next.start, inFlow: inFlow)
        textEnd = trimmedEnd(lineEnd, from: next.start)
        decoded.append(contentsOf: bytes[next.start..<textEnd])
        if byte(lineEnd) != 0x0A { break }
      }
      if event.isDecoded { event.text = event.text.lowerBound..<decoded.count }
    }
    take(textEnd - position)
    return event
  }

  /// A bit for each byte below 64 that may end a plain scalar: the line feed, `#`, `,` and `:`.
  private static let plainStops: UInt64 = 1 << 0x0A | 1 << 0x23 | 1 << 0x2C | 1 << 0x3A

  /// Returns the end of a plain scalar in its line: the offset of a colon, a comment, a flow indicator, or the
  /// line end.
  private func plainEnd(from start: Int, inFlow: Bool) -> Int {
    var place = start
    while place < end {
      let byte = bytes[place]
      if byte < 64 {
        if Self.plainStops >> UInt64(byte) & 1 == 0 {
          place += 1
          continue
        }
        switch byte {
        case 0x0A: return place
        case UInt8(ascii: "#"): if place > start, isBlank(place - 1) { return place }
        case UInt8(ascii: ","): if inFlow { return place }
        default:
          if isBlank(place + 1) || inFlow && Self.isFlowIndicator(self.byte(place + 1)) { return place }
        }
      } else if inFlow, Self.isFlowIndicator(byte) {
        return place
      }
      place += 1
    }
    return end
  }

  private func trimmedEnd(_ lineEnd: Int, from start: Int) -> Int {
    var place = lineEnd
    while place > start, bytes[place - 1] == 0x20 || bytes[place - 1] == 0x09 { place -= 1 }
    return place
  }

  /// A line that continues a scalar.
  private struct Continuation {
    let start: Int
    let lineStart: Int
    let breakCount: Int
  }

  /// Returns the next line of a plain scalar; nil if the scalar ends.
  private func plainContinuation(after lineEnd: Int, indent: Int, inFlow: Bool) -> Continuation? {
    var place = lineEnd
    var breakCount = 0
    while place < end {
      place += 1
      breakCount += 1
      let lineStart = place
      while place < end, bytes[place] == 0x20 { place += 1 }
      let indentation = place - lineStart
      while place < end, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
      if place >= end { return nil }
      if bytes[place] == 0x0A { continue }
      guard indentation >= indent, bytes[place] != UInt8(ascii: "#"),
        !(place == lineStart && isMarker(place)),
        plainEnd(from: place, inFlow: inFlow) > place
      else { return nil }
      return Continuation(start: place, lineStart: lineStart, breakCount: breakCount)
    }
    return nil
  }

  /// Appends the text for line ends in a scalar.
  private mutating func fold(_ breakCount: Int) {
    if breakCount == 1 { return decoded.append(0x20) }
    for _ in 1..<breakCount { decoded.append(0x0A) }
  }
}

// MARK: - Quoted scalars

extension YAMLParser {
  /// Reads a scalar in quotes.
  ///
  /// - Parameter indent: the minimum indentation of further lines.
  mutating func readQuoted(indent: Int) throws(CoderError) -> YAMLEvent {
    let quote = byte(position)
    let isDouble = quote == UInt8(ascii: "\"")
    var event = YAMLEvent(
      kind: .scalar, style: isDouble ? .doubleQuoted : .singleQuoted, position: position)
    take(1)
    let textStart = decoded.count
    // The source since the last escape or line end, which is not yet appended.
    var pieceStart = position
    while true {
      position = quotedStop(from: position, quote: quote, isDouble: isDouble)
      guard position < end else {
        throw failure(.unexpectedEnd, "a text in quotes is not closed", at: event.position)
      }
      switch byte(position) {
      case quote where !isDouble && byte(position + 1) == quote:
        decoded.append(contentsOf: bytes[pieceStart...position])
        position += 2
      case quote:
        if event.isDecoded || decoded.count > textStart {
          decoded.append(contentsOf: bytes[pieceStart..<position])
          event.isDecoded = true
          event.text = textStart..<decoded.count
        } else {
          event.text = pieceStart..<position
        }
        take(1)
        endsLikeJSON = true
        return event
      case 0x0A:
        decoded.append(contentsOf: bytes[pieceStart..<trimmedEnd(position, from: pieceStart)])
        fold(try skipLineEnds(indent: indent, of: event))
      default:
        decoded.append(contentsOf: bytes[pieceStart..<position])
        if byte(position + 1) == 0x0A {
          position += 1
          guard position < end else { continue }
          let breakCount = try skipLineEnds(indent: indent, of: event)
          if breakCount > 1 { fold(breakCount) }
        } else {
          try readEscape()
        }
      }
      pieceStart = position
      event.isDecoded = true
    }
  }

  /// Returns the offset of the next quote, line end or backslash.
  private func quotedStop(from start: Int, quote: UInt8, isDouble: Bool) -> Int {
    var place = start
    let escape = isDouble ? UInt8(ascii: "\\") : quote
    while place + ByteWord.byteCount <= end {
      let word = ByteWord(bytes, at: place)
      let stops = word.matches(quote) | word.matches(0x0A) | word.matches(escape)
      if stops != 0 { return place + stops.trailingZeroBitCount / 8 }
      place += ByteWord.byteCount
    }
    while place < end, bytes[place] != quote, bytes[place] != 0x0A, bytes[place] != escape { place += 1 }
    return place
  }

  /// Skips the line ends and the indentation before the next line of a scalar in quotes.
  ///
  /// Returns the number of line ends.
  private mutating func skipLineEnds(indent: Int, of event: YAMLEvent) throws(CoderError) -> Int {
    var breakCount = 0
    while position < end, byte(position) == 0x0A {
      position += 1
      breakCount += 1
      lineStart = position
      while position < end, byte(position) == 0x20 { position += 1 }
      let indentation = position - lineStart
      skipBlanks()
      guard position < end else {
        throw failure(.unexpectedEnd, "a text in quotes is not closed", at: event.position)
      }
      if byte(position) == 0x0A { continue }
      if position == lineStart, isMarker(position) {
        throw failure(
          .unexpectedCharacter, "the document ends before a text in quotes is closed", at: position)
      }
      guard indentation >= indent else {
        throw failure(
          .invalidIndentation,
          "the lines of this text in quotes must be indented by at least \(indent) spaces",
          at: position)
      }
    }
    return breakCount
  }

  // MARK: Escapes

  /// Reads an escape, and appends its character.
  private mutating func readEscape() throws(CoderError) {
    let start = position
    let letter = byte(start + 1)
    position += 2
    switch letter {
    case UInt8(ascii: "0"): decoded.append(0)
    case UInt8(ascii: "a"): decoded.append(0x07)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "t"), 0x09: decoded.append(0x09)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "v"): decoded.append(0x0B)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "e"): decoded.append(0x1B)
    case 0x20, UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): decoded.append(letter)
    case UInt8(ascii: "N"): append(0x85)
    case UInt8(ascii: "_"): append(0xA0)
    case UInt8(ascii: "L"): append(0x2028)
    case UInt8(ascii: "P"): append(0x2029)
    case UInt8(ascii: "x"): append(try scalar(digitCount: 2, of: start))
    case UInt8(ascii: "u"): append(try unit(of: start))
    case UInt8(ascii: "U"): append(try scalar(digitCount: 8, of: start))
    default: throw failure(.invalidEscape, "YAML has no such escape; write \\\\ for a backslash", at: start)
    }
  }

  private mutating func append(_ value: UInt32) {
    if let scalar = UnicodeScalar(value) { decoded.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
  }

  /// Reads four digits, and an escape of a low surrogate that follows a high one, as in JSON.
  private mutating func unit(of start: Int) throws(CoderError) -> UInt32 {
    let high = try digits(4, of: start)
    guard high & 0xF800 == 0xD800 else { return high }
    if high < 0xDC00, byte(position) == UInt8(ascii: "\\"), byte(position + 1) == UInt8(ascii: "u") {
      position += 2
      let low = try digits(4, of: start)
      if low & 0xFC00 == 0xDC00 { return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF }
    }
    throw failure(.loneSurrogate, "an escape is half of a surrogate pair", at: start)
  }

  private mutating func scalar(digitCount: Int, of start: Int) throws(CoderError) -> UInt32 {
    let value = try digits(digitCount, of: start)
    guard UnicodeScalar(value) != nil else {
      throw failure(.invalidEscape, "the escape is not a character of Unicode", at: start)
    }
    return value
  }

  private mutating func digits(_ count: Int, of start: Int) throws(CoderError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = byte(position).hexadecimalDigit else {
        throw failure(.invalidEscape, "\(count) hexadecimal digits must follow in the escape", at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
