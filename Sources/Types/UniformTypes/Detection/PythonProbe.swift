/// Recognises Python without a first line that names the interpreter.
///
/// Every statement outside of brackets and texts must have a form of Python, and several statements must have
/// a form that other languages do not have.
struct PythonProbe {
  let lines: TextLines

  var match: SignatureMatch? {
    var reader = Reader()
    for line in lines.lines where !line.isBlank {
      guard reader.read(line) else { return nil }
    }
    return reader.isPython
      ? SignatureMatch("public.python-script", .likely, "statements of Python", agreedByteCount: 4) : nil
  }

  private struct Reader {
    private var points = 0
    private var hasOwnForm = false
    private var statementCount = 0
    private var violationCount = 0
    private var depth = 0
    /// The quotation mark of a text over several lines; 0 outside of such a text.
    private var quote: UInt8 = 0
    private var isContinued = false

    var isPython: Bool {
      hasOwnForm && points >= 4 && statementCount >= 2 && violationCount * 25 <= statementCount
    }

    /// Reads a line; returns false if the text cannot be Python.
    mutating func read(_ line: TextLine) -> Bool {
      let isStatement = quote == 0 && depth == 0 && !isContinued
      let end = scan(line)
      if depth < 0 {
        violationCount += 1
        depth = 0
      }
      if isStatement, end > 0 {
        statementCount += 1
        if !readStatement(line, end: end) { violationCount += 1 }
      }
      return violationCount <= 4 || violationCount * 25 <= statementCount
    }

    /// Follows brackets and quoted texts, and returns the end of the line without its comment.
    private mutating func scan(_ line: TextLine) -> Int {
      var offset = 0
      var end = line.count
      while offset < line.count {
        let byte = line[offset]
        if quote != 0 {
          if byte == 0x5C {
            offset += 1
          } else if byte == quote, line[offset + 1] == quote, line[offset + 2] == quote {
            quote = 0
            offset += 2
          }
        } else {
          switch byte {
          case UInt8(ascii: "#"):
            end = offset
            while end > 0, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
            isContinued = false
            return end
          case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
          case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
          case UInt8(ascii: "\""), UInt8(ascii: "'"):
            if line[offset + 1] == byte, line[offset + 2] == byte {
              quote = byte
              offset += 2
            } else {
              offset += 1
              while offset < line.count, line[offset] != byte { offset += line[offset] == 0x5C ? 2 : 1 }
            }
          default: break
          }
        }
        offset += 1
      }
      isContinued = quote == 0 && line.last == 0x5C
      return end
    }

    /// Returns whether a statement has a form of Python.
    private mutating func readStatement(_ line: TextLine, end: Int) -> Bool {
      let last = line[end - 1]
      let isOpen = depth > 0 || isContinued || quote != 0
      let hasColon = last == UInt8(ascii: ":") || isOpen
      if last == UInt8(ascii: ";") { return false }
      switch line.first {
      case UInt8(ascii: "@"):
        points += 1
        return line[1].isLetter || line[1] == UInt8(ascii: "_")
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        return true
      default: break
      }
      let wordEnd = line.endOfWord()
      guard wordEnd > 0, !line.first.isDigit else { return false }
      let next = line[wordEnd]
      switch wordEnd <= 9 ? line.word() : "" {
      case "from":
        guard line.holds(" import ") else { return false }
        return own(2)
      case "import":
        guard areNames(line, 6..<end) else { return false }
        points += 1
      case "def":
        let isDefinition = hasColon || line.holds("):") || line.holds(" -> ")
        guard isDefinition, line.bytes.contains(UInt8(ascii: "(")) else { return false }
        return own(3)
      case "async": return hasColon && own(2)
      case "class":
        guard hasColon || line.ends(": ...") || line.ends(": pass"),
          line[6].isLetter || line[6] == UInt8(ascii: "_")
        else { return false }
        if line.bytes.contains(UInt8(ascii: "(")) { return own(2) }
        points += 1
      case "if" where line.holds("__name__"): return hasColon && own(3)
      case "elif", "except", "with":
        points += 1
        return line.bytes.contains(UInt8(ascii: ":")) || isOpen
      case "if", "while", "else", "try", "finally": return line.bytes.contains(UInt8(ascii: ":")) || isOpen
      case "for": return line.holds(" in ") && (line.bytes.contains(UInt8(ascii: ":")) || isOpen)
      case "return", "raise", "pass", "yield", "del", "global", "nonlocal":
        points += points > 0 && points < 4 ? 1 : 0
        return last != UInt8(ascii: "{") || isOpen
      case "assert", "break", "continue", "print", "exec", "await", "not", "lambda":
        return last != UInt8(ascii: "{") || isOpen
      default:
        return isExpression(line, after: wordEnd, next: next)
      }
      return true
    }

    private mutating func own(_ count: Int) -> Bool {
      hasOwnForm = true
      points += count
      return true
    }

    /// Returns whether the text after a name makes an assignment, a call or an annotation of it.
    private func isExpression(_ line: TextLine, after wordEnd: Int, next: UInt8) -> Bool {
      if wordEnd == line.count { return false }
      switch next {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "="): return true
      case UInt8(ascii: "."): return line[wordEnd + 1].isLetter || line[wordEnd + 1] == UInt8(ascii: "_")
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        return line.holds(" = ")
          || next == UInt8(ascii: ":") && !line.bytes[(min(wordEnd + 2, line.count))...].contains(0x20)
      case 0x20, 0x09:
        let place = line.skippingSpaces(from: wordEnd)
        return line[place] == UInt8(ascii: "=") || line[place + 1] == UInt8(ascii: "=")
      default: return line[wordEnd + 1] == UInt8(ascii: "=")
      }
    }

    /// Returns whether the text is a list of names with periods, such as `os.path as path, sys`.
    private func areNames(_ line: TextLine, _ range: Range<Int>) -> Bool {
      guard line[6] == 0x20, range.count > 1 else { return false }
      return line.bytes[range].allSatisfy {
        $0.isWordByte || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") || $0 == 0x20
      }
    }
  }
}
