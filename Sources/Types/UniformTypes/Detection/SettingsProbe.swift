/// Recognises TOML and YAML, if every examined line has a form of the language.
struct SettingsProbe {
  let lines: TextLines

  var match: SignatureMatch? {
    if isTOML {
      return SignatureMatch("public.toml", .likely, "tables and values of TOML", agreedByteCount: 4)
    }
    if isYAML { return SignatureMatch("public.yaml", .likely, "keys and values of YAML", agreedByteCount: 4) }
    return nil
  }

  // MARK: TOML

  /// Whether all lines are headings of tables, or keys with values, and a value is quoted.
  ///
  /// The values in other files with such headings are usually not quoted.
  private var isTOML: Bool {
    var (tableCount, valueCount, quotedCount) = (0, 0, 0)
    var depth = 0
    /// The quotation mark of a text over several lines; 0 outside of such a text.
    var quote: UInt8 = 0
    for line in lines.lines where !line.isBlank {
      if quote != 0 {
        if line.holds(quote == UInt8(ascii: "\"") ? "\"\"\"" : "'''") { quote = 0 }
        continue
      }
      if line.first == UInt8(ascii: "#") { continue }
      if depth > 0 {
        depth += balance(of: line, from: 0)
        continue
      }
      if line.first == UInt8(ascii: "[") {
        guard isHeading(line) else { return false }
        tableCount += 1
        continue
      }
      guard let start = endOfKey(line) else { return false }
      valueCount += 1
      switch line[start] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quotedCount += 1
        let mark = line[start]
        if line[start + 1] == mark, line[start + 2] == mark {
          let rest = line.bytes[(start + 3)...]
          if !(mark == UInt8(ascii: "\"") ? rest.holds("\"\"\"") : rest.holds("'''")) { quote = mark }
        } else {
          guard let end = endOfQuoted(line, from: start), isEnd(line, from: end) else { return false }
        }
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth = balance(of: line, from: start)
      default:
        let isWord = line.has("true", at: start) || line.has("false", at: start)
        guard isWord || isNumber(line, from: start) else { return false }
      }
    }
    return tableCount >= 1 && valueCount >= 2 && quotedCount >= 1 && depth >= 0
  }

  private func isHeading(_ line: TextLine) -> Bool {
    let isDouble = line[1] == UInt8(ascii: "[")
    var offset = isDouble ? 2 : 1
    let start = offset
    while offset < line.count, line[offset] != UInt8(ascii: "]") {
      let byte = line[offset]
      guard byte.isWordByte || "-.\"' /".utf8.contains(byte) else { return false }
      offset += 1
    }
    guard offset > start else { return false }
    return isEnd(line, from: offset + (isDouble ? 2 : 1))
      && (!isDouble || line[offset + 1] == UInt8(ascii: "]"))
  }

  /// Returns the offset of the value after a key and an equals sign; nil if the line has another form.
  private func endOfKey(_ line: TextLine) -> Int? {
    var offset = 0
    while offset < line.count {
      let byte = line[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let end = endOfQuoted(line, from: offset) else { return nil }
        offset = end
      } else if byte.isWordByte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
        offset += 1
      } else {
        break
      }
    }
    guard offset > 0 else { return nil }
    offset = line.skippingSpaces(from: offset)
    guard line[offset] == UInt8(ascii: "=") else { return nil }
    offset = line.skippingSpaces(from: offset + 1)
    return offset < line.count ? offset : nil
  }

  private func endOfQuoted(_ line: TextLine, from start: Int) -> Int? {
    var offset = start + 1
    while offset < line.count {
      if line[offset] == line[start] { return offset + 1 }
      offset += line[offset] == 0x5C && line[start] == UInt8(ascii: "\"") ? 2 : 1
    }
    return nil
  }

  /// Returns whether a line contains nothing after an offset except a comment.
  private func isEnd(_ line: TextLine, from offset: Int) -> Bool {
    let next = line.skippingSpaces(from: offset)
    return next >= line.count || line[next] == UInt8(ascii: "#")
  }

  private func isNumber(_ line: TextLine, from start: Int) -> Bool {
    var offset = start
    var hasDigit = false
    while offset < line.count, line[offset] != 0x20 || line[offset + 1].isDigit,
      line[offset] != UInt8(ascii: "#")
    {
      guard line[offset].isWordByte || "+-.: ".utf8.contains(line[offset]) else { return false }
      if line[offset].isDigit { hasDigit = true }
      offset += 1
    }
    return (hasDigit && (line[start].isDigit || "+-".utf8.contains(line[start]))) && isEnd(line, from: offset)
  }

  /// Returns the number of opening brackets minus the number of closing brackets, outside of quoted text.
  private func balance(of line: TextLine, from start: Int) -> Int {
    var (balance, offset) = (0, start)
    while offset < line.count {
      switch line[offset] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): balance += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): balance -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): offset = (endOfQuoted(line, from: offset) ?? line.count) - 1
      case UInt8(ascii: "#"): return balance
      default: break
      }
      offset += 1
    }
    return balance
  }

  // MARK: YAML

  /// Whether all lines are keys with values or items of lists, and their indentation forms a tree.
  ///
  /// Header fields of a message also consist of keys and values. YAML must therefore begin with `---`, or
  /// contain keys below other keys.
  private var isYAML: Bool {
    let all = lines.lines
    let isMarked = all[0].has("---") && all[0].count == 3 || all[0].has("%YAML")
    var (keyCount, nestedCount, itemCount) = (0, 0, 0)
    /// The indentation of the last key, and whether lines below may be free text.
    var free: Int?
    /// The number of open brackets of a value over several lines.
    var depth = 0
    var previousIndent = 0
    var mayNest = true
    /// The number of lines that continue the value of the line before.
    var continuedCount = 0
    for (index, line) in all.enumerated() where !line.isBlank {
      let indent = index == 0 ? 0 : line.indent
      if let limit = free {
        if indent > limit { continue }
        free = nil
      }
      if depth > 0 {
        depth += balance(of: line, from: 0)
        continue
      }
      if line.first == UInt8(ascii: "#") || line.has("%YAML") || line.has("...") && line.count == 3 {
        continue
      }
      if line.has("---") && line.count == 3 {
        // Text after a second marker is usually a document with its metadata before it.
        continue
      }
      guard indent <= previousIndent || mayNest else {
        continuedCount += 1
        continue
      }
      var offset = 0
      var isItem = false
      while line[offset] == UInt8(ascii: "-"), offset + 1 == line.count || line[offset + 1] == 0x20 {
        isItem = true
        offset = line.skippingSpaces(from: offset + 1)
      }
      if isItem { itemCount += 1 }
      let value: Int
      if let end = endOfYAMLKey(line, from: offset) {
        keyCount += 1
        if indent > 0 || isItem { nestedCount += 1 }
        value = line.skippingSpaces(from: end)
      } else {
        guard isItem, offset < line.count || line.count == 1 else { return false }
        value = offset
      }
      previousIndent = indent
      mayNest = true
      guard value < line.count, line[value] != UInt8(ascii: "#") else { continue }
      switch line[value] {
      case UInt8(ascii: "|"), UInt8(ascii: ">"): free = indent
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth = max(0, balance(of: line, from: value))
        mayNest = isItem
      case UInt8(ascii: "&"), UInt8(ascii: "!"): break
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if endOfQuoted(line, from: value) == nil { free = indent }
        mayNest = isItem
      case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"): return false
      default: mayNest = isItem
      }
    }
    guard depth == 0 || !lines.isWhole else { return false }
    if continuedCount > 0, continuedCount * 4 > keyCount || nestedCount < 4 { return false }
    return isMarked ? keyCount >= 2 : keyCount >= 4 && nestedCount >= 2
  }

  /// Returns the offset after the colon of a key; nil if the line has no key at the offset.
  ///
  /// A key is an identifier or a quoted text. Keys with spaces are valid, but also begin many sentences.
  private func endOfYAMLKey(_ line: TextLine, from start: Int) -> Int? {
    var offset = start
    if line[offset] == UInt8(ascii: "\"") || line[offset] == UInt8(ascii: "'") {
      guard let end = endOfQuoted(line, from: offset) else { return nil }
      offset = end
    } else {
      while line[offset].isWordByte || "-./*@".utf8.contains(line[offset]) && offset < line.count {
        offset += 1
      }
    }
    guard offset > start, line[offset] == UInt8(ascii: ":"),
      offset + 1 == line.count || line[offset + 1] == 0x20
    else { return nil }
    return offset + 1
  }
}
