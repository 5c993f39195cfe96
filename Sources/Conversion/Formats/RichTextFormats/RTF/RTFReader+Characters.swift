import Foundation
import ProfferConversions

extension RTFReader {
  // MARK: ASCII

  /// Handles literal ASCII text.
  mutating func text(_ range: Range<Int>) {
    var range = range
    if fallbackToSkip > 0 {
      let skipped = min(fallbackToSkip, range.count)
      fallbackToSkip -= skipped
      range = range.lowerBound + skipped..<range.upperBound
    }
    if needsTrail, !range.isEmpty {
      byte(scanner.bytes[range.lowerBound])
      range = range.lowerBound + 1..<range.upperBound
    }
    guard !range.isEmpty else { return }
    finishCharacters()
    switch frame.destination {
    case .picture: picture.addDigits(scanner.bytes[range])
    case .body where isGreek:
      for byte in scanner.bytes[range] { put(SymbolFont.scalar(byte) ?? UnicodeScalar(byte)) }
    case .body:
      guard beginText() else { return }
      flow.text.append(contentsOf: UnsafeBufferPointer(rebasing: scanner.bytes[range]))
    default:
      for byte in scanner.bytes[range] { put(UnicodeScalar(byte)) }
    }
  }

  // MARK: Bytes

  /// Handles a byte in the code page of the current font.
  mutating func byte(_ byte: UInt8) {
    if fallbackToSkip > 0 {
      fallbackToSkip -= 1
      return
    }
    if pendingHighSurrogate != nil { finishSurrogate() }
    if frame.destination == .picture { return }
    if frame.destination == .ignored { return frame.isRunningHead ? put("x") : () }
    decode(byte)
  }

  private mutating func decode(_ byte: UInt8) {
    let codePage = self.codePage
    if codePage.isMultibyte {
      if needsTrail {
        needsTrail = false
      } else if codePage.isLead(byte) {
        needsTrail = true
      } else if byte < 0x80 {
        flushBytes()
        return put(UnicodeScalar(byte))
      }
      pendingBytes.append(byte)
      return
    }
    if byte < 0x80 {
      return put(isGreek ? SymbolFont.scalar(byte) ?? UnicodeScalar(byte) : UnicodeScalar(byte))
    }
    if isGreek, let sign = SymbolFont.scalar(byte) { return put(sign) }
    if expectsPlaceholder, byte == 0xAC || byte == 0xC2 {
      expectsPlaceholder = false
      return
    }
    let characters = decoder.characters(of: byte, in: codePage)
    if characters.isEmpty { return putRepair("bytes without a character in code page \(codePage.number)") }
    put(characters)
  }

  private var codePage: RTFCodePage {
    frame.destination == .fonts
      ? header.fontNumber.flatMap { header.fonts[$0]?.codePage } ?? header.codePage
      : header.codePage(font: frame.characters.font)
  }

  private var isGreek: Bool { isSymbolic && codePage == .symbol }

  /// Whether the current font is Symbol; Word writes the characters of this font in Unicode's private use
  /// area.
  private var isSymbolic: Bool {
    guard frame.destination == .body, let font = frame.characters.font else { return false }
    return header.fonts[font]?.isGreek ?? false
  }

  /// Decodes the pending bytes in a multibyte code page.
  mutating func flushBytes() {
    guard !pendingBytes.isEmpty else { return }
    let bytes = pendingBytes
    pendingBytes.removeAll(keepingCapacity: true)
    needsTrail = false
    let codePage = self.codePage
    guard let decoded = codePage.text(of: bytes) else { return putRepair("bytes that are not text") }
    losses.add(
      .characters, "bytes without a character in code page \(codePage.number)", count: decoded.repairCount)
    put(Array(decoded.text.utf8))
  }

  // MARK: Unicode

  /// Handles the number of `\u`: a UTF-16 code unit as a signed number, so that units from 0x8000 are
  /// negative.
  mutating func unicode(_ number: Int) {
    fallbackToSkip = 0
    let value = UInt32(truncatingIfNeeded: number < 0 ? number + 0x10000 : number)
    defer { fallbackToSkip = frame.fallbackLength }
    if let high = pendingHighSurrogate {
      pendingHighSurrogate = nil
      if value & 0xFFFF_FC00 == 0xDC00,
        let scalar = UnicodeScalar(0x10000 + (high & 0x3FF) << 10 + value & 0x3FF)
      {
        return put(scalar)
      }
      putRepair("incomplete characters")
    }
    if value & 0xFFFF_FC00 == 0xD800 {
      pendingHighSurrogate = value
    } else if let scalar = UnicodeScalar(value) {
      if expectsPlaceholder, scalar == "\u{AC}" || scalar == "\u{FFFC}" {
        expectsPlaceholder = false
      } else if isSymbolic, let sign = SymbolFont.scalar(private: scalar) {
        put(sign)
      } else {
        put(scalar)
      }
    } else {
      putRepair("incomplete characters")
    }
  }

  private mutating func finishSurrogate() {
    guard pendingHighSurrogate != nil else { return }
    pendingHighSurrogate = nil
    putRepair("incomplete characters")
  }

  /// Completes characters that still expect further bytes or code units.
  mutating func finishCharacters() {
    if !pendingBytes.isEmpty { flushBytes() }
    if pendingHighSurrogate != nil { finishSurrogate() }
  }

  private mutating func putRepair(_ detail: String) {
    losses.add(.characters, detail)
    put("\u{FFFD}")
  }

  // MARK: Destinations

  /// Adds a character to the current destination.
  mutating func put(_ scalar: UnicodeScalar) {
    switch frame.destination {
    case .body:
      switch scalar.value {
      case 0x0A, 0x0D, 0x2028, 0x2029, 0x0B, 0x0C: putBreak(.hardBreak)
      default:
        if beginText() { flow.text.append(utf8Of: scalar) }
      }
    case .fieldInstruction:
      if let field = fields.indices.last { fields[field].instruction.append(utf8Of: scalar) }
    case .fonts where scalar == ";": endFont()
    case .styles where scalar == ";": endStyle()
    case .colors: if scalar == ";" { header.endColor() }
    case .expandedColors: putExpandedColor(scalar)
    case .capture, .fonts, .styles, .graphic: captured.append(utf8Of: scalar)
    case .ignored:
      guard frame.isRunningHead, scalar != " " else { return }
      if frame.isFieldOfRunningHead, !scalar.properties.isAlphabetic { return }
      losses.add(.characters, "in page headers and footers")
    default: break
    }
  }

  private mutating func putExpandedColor(_ scalar: UnicodeScalar) {
    if scalar == ";" {
      header.endExpandedColor()
    } else if !header.expandedColor.name.isEmpty || scalar != " " {
      header.expandedColor.name.append(utf8Of: scalar)
    }
  }

  /// Adds characters that have no special meaning in the current destination.
  private mutating func put(_ characters: [UInt8]) {
    switch frame.destination {
    case .body: if beginText() { flow.text.append(contentsOf: characters) }
    case .fieldInstruction:
      if let field = fields.indices.last { fields[field].instruction += characters }
    case .capture, .fonts, .styles, .graphic: captured += characters
    default: break
    }
  }

  /// Prepares for text of the document, and returns false if the text is hidden.
  mutating func beginText() -> Bool {
    guard !isConcealed() else { return false }
    expectsPlaceholder = false
    if flow.endsInText(with: frame.characters) { return true }
    if !frame.characters.flags.isDisjoint(with: .unsaid) {
      losses.add(.formatting, "capitals, outlines and shadows")
    }
    flow.append(.text(start: flow.text.count), frame.characters)
    return true
  }

  mutating func putBreak(_ content: RTFFlow.RawRun.Content) {
    guard frame.destination == .body else { return putBreakOfInformation() }
    guard !isConcealed() else { return }
    flow.append(content, frame.characters)
  }

  mutating func put(_ attachment: RichText.Attachment) {
    guard !isConcealed() else { return }
    flow.append(.attachment(attachment), frame.characters)
  }

  private mutating func isConcealed() -> Bool {
    let concealed = frame.characters.flags.intersection(.concealed)
    if concealed.isEmpty {
      isConcealing = false
      return false
    }
    if !isConcealing {
      isConcealing = true
      losses.add(
        .comments, concealed.contains(.deleted) ? "text that a tracked change deleted" : "hidden text")
    }
    return true
  }

  /// Replaces the preceding space by a soft line break.
  ///
  /// The space is for readers that do not support the control word.
  mutating func putSoftBreak() {
    guard frame.destination == .body, let last = flow.runs.last, case .text(let start) = last.content,
      flow.text.count > start, flow.text.last == UInt8(ascii: " ")
    else { return }
    flow.text.removeLast()
    if flow.text.count == start { flow.runs.removeLast() }
    putBreak(.softBreak)
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a scalar.
  mutating func append(utf8Of scalar: UnicodeScalar) {
    if scalar.isASCII {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
    }
  }
}
