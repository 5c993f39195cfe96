/// Recognises JavaScript and TypeScript.
///
/// Every line that is not indented must begin like a statement, and several lines must have a form that other
/// languages with braces do not have. TypeScript must also have forms that JavaScript does not have.
struct JavaScriptProbe {
  let lines: TextLines

  var match: SignatureMatch? {
    var reader = Reader()
    for line in lines.lines where !line.isBlank {
      guard reader.read(line) else { return nil }
    }
    guard reader.isScript else { return nil }
    return reader.isTyped
      ? SignatureMatch("com.microsoft.typescript", .likely, "statements of TypeScript", agreedByteCount: 4)
      : SignatureMatch(
        "com.netscape.javascript-source", .likely, "statements of JavaScript", agreedByteCount: 4)
  }

  private struct Reader {
    private var points = 0
    private var typePoints = 0
    private var hasOwnForm = false
    private var isFlow = false
    private var outerCount = 0
    private var violationCount = 0
    private var isInComment = false
    /// Whether the line is inside a template, which may contain any text.
    private var isInTemplate = false
    /// The limits of points for forms that occur in large numbers.
    private var counts: [Form: Int] = [:]

    private enum Form { case function, variable, call, comparison, arrow, annotation, member, expression }

    var isScript: Bool {
      (hasOwnForm ? points + typePoints >= 4 : points >= 7) && violationCount * 20 <= outerCount
    }
    var isTyped: Bool { typePoints >= 3 && !isFlow }

    /// Reads a line; returns false if the text cannot be a script.
    mutating func read(_ line: TextLine) -> Bool {
      if isInComment {
        if line.holds("*/") { isInComment = false }
        if line.holds("@flow") { isFlow = true }
        return true
      }
      if line.has("/*") {
        if line.holds("@flow") { isFlow = true }
        if !line.holds("*/") {
          isInComment = true
          return true
        }
        if line.ends("*/") { return true }
      }
      if line.has("//") {
        if line.holds("@flow") { isFlow = true }
        return true
      }
      let wasInTemplate = isInTemplate
      if line.bytes.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 1 { isInTemplate.toggle() }
      if wasInTemplate { return true }
      if line.indent == 0 {
        outerCount += 1
        if !isStatement(line) { violationCount += 1 }
      }
      readForms(line)
      return violationCount <= 3 || violationCount * 20 <= outerCount
    }

    // MARK: Statements

    /// Returns whether a line that is not indented begins like a statement, or continues one.
    private func isStatement(_ line: TextLine) -> Bool {
      if line.ends("->") || line.has("<?") { return false }
      let end = line.endOfWord()
      guard end > 0 else { return !"#-*%<\\>".utf8.contains(line.first) && line.first < 0x80 }
      let next = line.skippingSpaces(from: end)
      let word = end <= 12 ? line.word() : ""
      if word == "import" { return line[end] == 0x20 && !line.ends("*;") || line[end] == UInt8(ascii: "(") }
      if Self.keywords.contains(word) { return true }
      if next == end {
        // A name and a call, a member, an assignment or the end of the line.
        return end == line.count
          ? line.last != UInt8(ascii: ":")
          : line[end] != UInt8(ascii: ":") && line[end] < 0x80
            && !"'\"#@\\".utf8.contains(line[end])
      }
      // A name and a space: only an operator may follow.
      return "=+?*/&|.,;-!<>".utf8.contains(line[next]) && !line.has("<-", at: next)
        && !line.has(":=", at: next)
        && !line.has("->", at: next)
    }

    private static let keywords: Set<String> = [
      "export", "const", "let", "var", "function", "class", "async", "if", "for", "while", "do", "switch",
      "case",
      "default", "try", "catch", "finally", "return", "throw", "else", "new", "delete", "typeof", "void",
      "await",
      "yield", "interface", "type", "declare", "enum", "abstract", "namespace", "debugger",
    ]

    // MARK: Forms

    private mutating func readForms(_ line: TextLine) {
      switch line.first {
      case UInt8(ascii: "i"):
        if line.has("import ") { readImport(line) }
        if line.has("interface "), line.last == UInt8(ascii: "{") { declareType(3) }
      case UInt8(ascii: "e"):
        if line.has("export ") { readExport(line) }
        if line.has("exports.") { own(3) }
      case UInt8(ascii: "m"): if line.has("module.exports") { own(3) }
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        if line.has("'use strict'") || line.has("\"use strict\"") { own(3) }
      case UInt8(ascii: "("), UInt8(ascii: "!"), UInt8(ascii: ";"):
        let start = line.first == UInt8(ascii: ";") ? 2 : 1
        if line.word(from: start) == "function" || line.has("() =>", at: start)
          || line.has("async ", at: start)
        {
          own(3)
        }
      case UInt8(ascii: "f"):
        if line.has("function "), line.last == UInt8(ascii: "{"), !line.holds("()") {
          count(.function, 1, upTo: 3)
        }
        if line.has("function "), line.holds("() {") { count(.function, 1, upTo: 1) }
      case UInt8(ascii: "a"):
        if line.has("async function") { own(2) }
        if line.has("abstract class ") { declareType(3) }
      case UInt8(ascii: "c"), UInt8(ascii: "l"), UInt8(ascii: "v"): readVariable(line)
      case UInt8(ascii: "t"):
        if line.has("type "), line.holds(" = ") { declareType(3) }
      case UInt8(ascii: "d"):
        if line.has("declare "),
          ["module", "global", "const", "function", "namespace", "var", "let", "class"].contains(
            line.word(from: 8))
        {
          declareType(3)
          own(1)
        }
      case UInt8(ascii: "$"):
        if line[1] == UInt8(ascii: "(") || line[1] == UInt8(ascii: ".") { points += 2 }
      default: break
      }
      readCalls(line)
      readTypes(line)
    }

    private mutating func readImport(_ line: TextLine) {
      let isQuoted = line.holds(" from '") || line.holds(" from \"") || line.holds("} from")
      if line.has("import type ") { declareType(3) }
      if isQuoted { own(3) }
    }

    private mutating func readExport(_ line: TextLine) {
      let next = line[7]
      let word = line.word(from: 7)
      if next == UInt8(ascii: "{") || next == UInt8(ascii: "*") || Self.exported.contains(word) { own(3) }
      if ["interface", "type", "abstract", "declare"].contains(word) {
        declareType(3)
        own(1)
      }
      if word == "enum" || line.has("export const enum") { declareType(3) }
    }

    private static let exported: Set<String> = [
      "default", "const", "function", "class", "async", "let", "var",
    ]

    private mutating func readVariable(_ line: TextLine) {
      guard line.has("const ") || line.has("let ") || line.has("var ") else {
        if line.has("console.") { points += 2 }
        return
      }
      if line.holds("require('") || line.holds("require(\"") { return own(3) }
      if line.holds(" = "), ";{([,".utf8.contains(line.last) { count(.variable, 1, upTo: 3) }
    }

    private mutating func readCalls(_ line: TextLine) {
      let bytes = line.bytes
      var offset = 0
      while offset + 2 < bytes.count {
        switch bytes[offset] {
        case UInt8(ascii: "="):
          if line.has("===", at: offset) {
            count(.comparison, 1, upTo: 2)
            offset += 2
          } else if bytes[offset + 1] == UInt8(ascii: ">"), offset > 0, bytes[offset - 1] == 0x20 {
            count(.arrow, 1, upTo: 2)
          }
        case UInt8(ascii: "."):
          if line.has(".prototype.", at: offset) || line.has(".addEventListener(", at: offset)
            || line.has(".getElementById(", at: offset)
          {
            own(2)
          }
        case UInt8(ascii: "c"): if line.has("console.log(", at: offset) { count(.call, 2, upTo: 4) }
        case UInt8(ascii: "d"): if line.has("document.", at: offset) { count(.call, 2, upTo: 4) }
        case UInt8(ascii: "f"): if line.has("function(", at: offset) { count(.expression, 1, upTo: 3) }
        case UInt8(ascii: "t"): if line.has("this.", at: offset) { count(.member, 1, upTo: 2) }
        case UInt8(ascii: "J"):
          if line.has("JSON.parse(", at: offset) || line.has("JSON.stringify(", at: offset) { own(2) }
        default: break
        }
        offset += 1
      }
    }

    /// Counts annotations of types.
    private mutating func readTypes(_ line: TextLine) {
      var start = 0
      while let colon = line.bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
        start = colon + 1
        let place = line.skippingSpaces(from: start)
        guard place > start, Self.typeNames.contains(line.word(from: place)) else { continue }
        let end = line.endOfWord(from: place)
        if end == line.count || ",;)=[]|{ <".utf8.contains(line[end]) { count(.annotation, 2, upTo: 6) }
      }
      if line.indent > 0, line.has("private ") || line.has("public ") || line.has("readonly ") {
        typePoints += 1
      }
      if line.holds(" as const") || line.holds(" as any") { typePoints += 2 }
    }

    private static let typeNames: Set<String> = [
      "string", "number", "boolean", "void", "any", "unknown", "never", "Promise", "Record", "Array",
    ]

    private mutating func own(_ count: Int) {
      hasOwnForm = true
      points += count
    }

    private mutating func declareType(_ count: Int) { typePoints += count }

    private mutating func count(_ form: Form, _ value: Int, upTo limit: Int) {
      let known = counts[form, default: 0]
      guard known < limit else { return }
      counts[form] = known + value
      if form == .annotation { typePoints += value } else { points += value }
    }
  }
}
