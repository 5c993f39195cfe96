import DragAndDrop
import Foundation
import UniformTypes

/// Parses the lines of a script in order, using the names that earlier lines declare.
struct DragScriptParser {
  private enum Kind { case item, source, target, table }

  private(set) var lines: [DragScript.Line] = []
  private var names: [String: Kind] = [:]
  private var rowCounts: [String: Int] = [:]
  private var hasApplication = false
  private var words: ArraySlice<ScriptToken> = []
  private var number = 0

  mutating func read(_ line: Substring, number: Int) throws(DragScriptError) {
    self.number = number
    guard let tokens = ScriptToken.tokens(of: line) else { throw wrong("a quote is not closed") }
    words = tokens[...]
    guard let keyword = words.popFirst() else { return }
    let step = try step(keyword.text)
    if let extra = words.first {
      throw wrong("“\(extra.text)” is an extra word after “\(keyword.text)”")
    }
    lines.append(DragScript.Line(number: number, step: step))
  }

  private func wrong(_ what: String) -> DragScriptError {
    DragScriptError(.invalidLine, line: number, what)
  }

  private mutating func step(_ keyword: String) throws(DragScriptError) -> DragScript.Step {
    switch keyword {
    case "application":
      let name = try word("a name")
      hasApplication = true
      return .application(name: name, try area())
    case "item": return try item()
    case "source": return try source()
    case "target": return try target()
    case "table":
      let name = try declare(.table)
      let area = try area()
      try keyWord("rows")
      let rows = words.map(\.text)
      words = []
      rowCounts[name] = rows.count
      return .table(name: name, area, rows: rows)
    case "select":
      let table = try word("a table")
      guard let count = rowCounts[table] else { throw wrong("“\(table)” is not the name of a table") }
      var rows: [Int] = []
      while !words.isEmpty { rows.append(try row(below: count)) }
      return .select(table: table, rows: rows)
    case "begin": return .begin(try place())
    case "move": return .move(try place())
    case "add": return .add(try place())
    case "wait":
      let text = try word("seconds")
      // The limit of one day keeps the number of the driver's time steps small.
      guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 else {
        throw wrong("“\(text)” is not a number of seconds from 0 to 86400")
      }
      return .wait(.milliseconds(Int(seconds * 1000)))
    case "drop": return .drop
    case "cancel": return .cancel
    default:
      throw wrong(
        "“\(keyword)” is not a keyword; a line begins with one of these: application, item, source, target, table, "
          + "select, begin, move, add, wait, drop, cancel")
    }
  }

  // MARK: Declarations

  private mutating func item() throws(DragScriptError) -> DragScript.Step {
    let name = try declare(.item)
    var suggestedName: String?
    var representations: [DragScript.Representation] = []
    while let option = words.popFirst()?.text {
      switch option {
      case "name": suggestedName = try word("a name")
      case "text": representations.append(.text(try word("a text")))
      case "url":
        let text = try word("a URL")
        guard let url = URL(string: text) else { throw wrong("“\(text)” is not a URL") }
        representations.append(.url(url))
      case "data":
        let type = try type()
        representations.append(.data(type: type, text: try word("the text of its bytes")))
      case "fails": representations.append(.failing(type: try type()))
      case "silent": representations.append(.silent(type: try type()))
      default:
        throw wrong(
          "“\(option)” is not an option of an item; the options are: name, text, url, data, fails, silent")
      }
    }
    return .item(name: name, suggestedName: suggestedName, representations)
  }

  private mutating func source() throws(DragScriptError) -> DragScript.Step {
    let name = try declare(.source)
    let area = try area()
    try keyWord("offers")
    var (offers, adds): ([String], [String]) = ([], [])
    var (allowsMove, isRestricted, isAdding) = (true, false, false)
    while let token = words.popFirst() {
      switch token.text {
      case "adds" where !token.isQuoted: isAdding = true
      case "no-move" where !token.isQuoted: allowsMove = false
      case "restricted" where !token.isQuoted: isRestricted = true
      case let item:
        guard case .item? = names[item] else { throw wrong("“\(item)” is not the name of an item") }
        if isAdding { adds.append(item) } else { offers.append(item) }
      }
    }
    return .source(
      name: name, area, offers: offers, adds: adds, allowsMove: allowsMove, isRestricted: isRestricted)
  }

  private mutating func target() throws(DragScriptError) -> DragScript.Step {
    let name = try declare(.target)
    let area = try area()
    try keyWord("accepts")
    var accepts: [String] = []
    while let next = words.first, next.text != "proposes" { accepts.append(try type()) }
    try keyWord("proposes")
    let text = try word("an operation")
    guard let operation = DropOperation.allCases.first(where: { $0.description == text }) else {
      throw wrong("“\(text)” is not an operation: copy, move, cancel or forbidden")
    }
    var (isPrecise, loads) = (false, true)
    while let option = words.popFirst()?.text {
      switch option {
      case "precise": isPrecise = true
      case "no-load": loads = false
      default: throw wrong("“\(option)” is not an option of a target; the options are: precise, no-load")
      }
    }
    return .target(
      name: name, area, accepts: accepts, proposes: operation, isPrecise: isPrecise, loads: loads)
  }

  private mutating func declare(_ kind: Kind) throws(DragScriptError) -> String {
    let name = try word("a name")
    if names[name] != nil { throw wrong("the name “\(name)” is already used") }
    if kind != .item, !hasApplication {
      throw wrong("“\(name)” needs an application; add an application line before it")
    }
    names[name] = kind
    return name
  }

  // MARK: Words

  private mutating func word(_ what: String) throws(DragScriptError) -> String {
    guard let token = words.popFirst() else { throw wrong("\(what) is missing at the end") }
    return token.text
  }

  private mutating func keyWord(_ word: String) throws(DragScriptError) {
    let found = words.popFirst()?.text
    if found != word {
      throw wrong("“\(word)” is missing" + (found.map { " before “\($0)”" } ?? " at the end"))
    }
  }

  private mutating func type() throws(DragScriptError) -> String {
    let text = try word("a type")
    guard TypeIdentifier(text).isValid else { throw wrong("“\(text)” is not a type identifier") }
    return text
  }

  private mutating func row(below count: Int) throws(DragScriptError) -> Int {
    let text = try word("a row")
    guard let row = Int(text), (1...max(1, count)).contains(row), count > 0 else {
      throw wrong("“\(text)” is not a row of the table, which has the rows 1 to \(count)")
    }
    return row - 1
  }

  private func numbers(_ text: String, separator: Character) -> (Double, Double)? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).compactMap { Double($0) }
    // Infinite numbers, and points far outside a screen, are rejected as mistakes.
    guard parts.count == 2, parts.allSatisfy({ abs($0) <= 1_000_000 }) else { return nil }
    return (parts[0], parts[1])
  }

  private mutating func area() throws(DragScriptError) -> DragScript.Area {
    let origin = try word("an area, such as 0,0 200x400,")
    let size = try word("the size of the area, such as 200x400,")
    guard let (x, y) = numbers(origin, separator: ","), let (width, height) = numbers(size, separator: "x"),
      width > 0, height > 0
    else { throw wrong("“\(origin) \(size)” is not an area; write X,Y WIDTHxHEIGHT, such as 0,0 200x400") }
    return DragScript.Area(x: x, y: y, width: width, height: height)
  }

  private mutating func place() throws(DragScriptError) -> DragScript.Place {
    let text = try word("a place")
    if let (x, y) = numbers(text, separator: ",") { return .point(x: x, y: y) }
    switch names[text] {
    case .source, .target: return .view(text)
    case .table:
      if words.isEmpty { return .view(text) }
      return .row(table: text, row: try row(below: rowCounts[text] ?? 0))
    case .item, nil:
      throw wrong("“\(text)” is not a place; a place is a point X,Y, a source, a target or a table")
    }
  }
}

/// A word in a line of a script.
struct ScriptToken: Hashable, Sendable {
  let text: String
  /// Whether the word was quoted; a quoted word is not a keyword.
  let isQuoted: Bool

  /// Splits a line into words at spaces and tabs; `#` begins a comment.
  ///
  /// Inside quotes, `\"`, `\\` and `\n` stand for a quote, a backslash and a line break.
  ///
  /// - Returns: nil if a quote is not closed.
  static func tokens(of line: Substring) -> [ScriptToken]? {
    var tokens: [ScriptToken] = []
    var rest = line
    while let first = rest.first {
      if first == " " || first == "\t" || first == "\r" {
        rest.removeFirst()
      } else if first == "#" {
        break
      } else if first == "\"" {
        rest.removeFirst()
        guard let text = quoted(&rest) else { return nil }
        tokens.append(ScriptToken(text: text, isQuoted: true))
      } else {
        let word = rest.prefix { $0 != " " && $0 != "\t" && $0 != "\r" && $0 != "\"" }
        tokens.append(ScriptToken(text: String(word), isQuoted: false))
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        text.append(escaped == "n" ? "\n" : escaped)
      default: text.append(character)
      }
    }
    return nil
  }
}
