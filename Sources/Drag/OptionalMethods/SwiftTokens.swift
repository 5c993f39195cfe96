/// A token of Swift source: what a search for declarations needs, without comments and literals.
struct SwiftToken: Equatable {
  enum Kind: Equatable {
    /// An identifier or a keyword.
    case word(String)
    /// An identifier in backquotes, without them; never a keyword.
    case escaped(String)
    /// Any other character.
    case symbol(Character)
    /// A condition of the compiler: `if`, `elseif`, `else` or `endif`, and the text after it.
    case directive(String, condition: String)
  }

  var kind: Kind
  /// The line, counted from 1.
  var line: Int

  func isSymbol(_ character: Character) -> Bool { kind == .symbol(character) }
  var word: String? {
    switch kind {
    case .word(let word), .escaped(let word): word
    case .symbol, .directive: nil
    }
  }
}

/// Splits Swift source into tokens.
///
/// Comments and string literals are skipped, including nested comments, raw strings and interpolations. Regular
/// expression literals are skipped only in the form `#/…/#`; a bare `/…/` is read as symbols, so a quotation mark in
/// it hides the rest of its line.
struct SwiftTokens {
  private let text: [Character]
  private var index = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  /// Returns the tokens of a source text.
  static func tokens(of text: String) -> [SwiftToken] {
    var scanner = SwiftTokens(text: Array(text))
    scanner.scan()
    return scanner.tokens
  }

  private init(text: [Character]) { self.text = text }

  private func character(_ offset: Int = 0) -> Character? {
    text.indices.contains(index + offset) ? text[index + offset] : nil
  }

  private func starts(with word: String, at offset: Int = 0) -> Bool {
    zip(word.indices, 0...).allSatisfy { character(offset + $1) == word[$0] }
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < text.count {
      if text[index].isNewline { line += 1 }
      index += 1
    }
  }

  private mutating func scan() {
    while let next = character() {
      if next.isWhitespace {
        advance()
      } else if starts(with: "//") {
        while let next = character(), !next.isNewline { advance() }
      } else if starts(with: "/*") {
        skipComment()
      } else if next == "\"" {
        skipString(numberSigns: 0)
      } else if next == "#" {
        scanNumberSign()
      } else if next == "`" || Self.isPart(next) {
        scanWord()
      } else {
        tokens.append(SwiftToken(kind: .symbol(next), line: line))
        advance()
      }
    }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  private mutating func scanWord() {
    let start = line
    var word = ""
    let isEscaped = character() == "`"
    if isEscaped {
      advance()
      while let next = character(), next != "`", !next.isNewline {
        word.append(next)
        advance()
      }
      advance()
    } else {
      while let next = character(), Self.isPart(next) {
        word.append(next)
        advance()
      }
    }
    tokens.append(SwiftToken(kind: isEscaped ? .escaped(word) : .word(word), line: start))
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        advance(2)
      } else if starts(with: "*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && index < text.count
  }

  /// Scans a raw string, a regular expression or a directive.
  private mutating func scanNumberSign() {
    var signs = 0
    while character(signs) == "#" { signs += 1 }
    if character(signs) == "\"" {
      advance(signs)
      return skipString(numberSigns: signs)
    }
    if character(signs) == "/" {
      advance(signs + 1)
      let end = "/" + String(repeating: "#", count: signs)
      while index < text.count, !starts(with: end) { advance() }
      return advance(end.count)
    }
    for word in ["if", "elseif", "else", "endif"] where starts(with: word, at: 1) {
      if let next = character(1 + word.count), Self.isPart(next) { continue }
      return scanDirective(word)
    }
    tokens.append(SwiftToken(kind: .symbol("#"), line: line))
    advance()
  }

  private mutating func scanDirective(_ word: String) {
    let start = line
    advance(1 + word.count)
    var condition = ""
    while let next = character(), !next.isNewline, !starts(with: "//"), !starts(with: "/*") {
      condition.append(next)
      advance()
    }
    let words = condition.split(whereSeparator: \.isWhitespace)
    tokens.append(
      SwiftToken(kind: .directive(word, condition: words.joined(separator: " ")), line: start))
  }

  private mutating func skipString(numberSigns: Int) {
    let signs = String(repeating: "#", count: numberSigns)
    let isLong = starts(with: "\"\"\"")
    let quotes = isLong ? "\"\"\"" : "\""
    advance(quotes.count)
    while let next = character() {
      if starts(with: quotes + signs) { return advance(quotes.count + numberSigns) }
      if next.isNewline, !isLong { return }
      if next == "\\", starts(with: signs, at: 1) {
        advance(1 + numberSigns)
        if character() == "(" { skipInterpolation() } else { advance() }
      } else {
        advance()
      }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    while let next = character() {
      if next == "\"" {
        skipString(numberSigns: 0)
        continue
      }
      advance()
      if next == "(" { depth += 1 }
      if next == ")" { depth -= 1 }
      if depth == 0 { return }
    }
  }
}
