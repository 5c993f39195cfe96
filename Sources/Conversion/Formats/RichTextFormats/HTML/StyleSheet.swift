import Foundation

/// The rules of a document's style sheets.
///
/// Selectors of elements, classes and identifiers are known, and descendant and child selectors of these. A
/// rule with any other selector is left out, as is one for other media than a screen, and one that depends on
/// the size of it.
struct StyleSheet {
  private var rules: [Rule] = []
  /// The rules by the one thing that an element must have: `#identifier`, `.class`, its name or `*`.
  private var rulesByKey: [String: [Int]] = [:]
  private var stepsLeft: Int
  /// Whether there were more rules than elements could be compared with in linear time.
  private(set) var isExhausted = false

  /// - Parameter stepLimit: how many comparisons all elements may take together.
  init(stepLimit: Int) { stepsLeft = stepLimit }

  /// How many comparisons a byte of the page may cause; usual pages take two.
  static let stepsPerByte = 8

  var isEmpty: Bool { rules.isEmpty }

  private struct Rule {
    let subject: Compound
    /// The conditions on the elements around the subject, innermost first.
    let context: [(compound: Compound, isParent: Bool)]
    let declarations: [RankedDeclaration]
    let specificity: Int
  }
}

/// What a selector says about one element.
private struct Compound {
  var name: String?
  var identifier: String?
  var classes: [String] = []

  var specificity: Int { (identifier == nil ? 0 : 10_000) + classes.count * 100 + (name == nil ? 0 : 1) }

  var key: String { identifier.map { "#" + $0 } ?? classes.first.map { "." + $0 } ?? name ?? "*" }

  func matches(_ target: StyleTarget) -> Bool {
    if let name, name != target.name { return false }
    if let identifier, identifier != target.identifier { return false }
    return classes.allSatisfy { target.classes.contains($0) }
  }
}

/// An element, as selectors see it.
struct StyleTarget {
  var name: String
  var identifier: String?
  var classes: [String] = []
}

// MARK: - Matching

extension StyleSheet {
  /// The declarations for an element, those of the highest precedence last.
  ///
  /// - Parameter ancestors: the elements around it, the outermost first.
  mutating func declarations(
    for subject: StyleTarget, inside ancestors: [StyleTarget]
  ) -> [RankedDeclaration] {
    guard !rules.isEmpty, !isExhausted else { return [] }
    var matches: [Int] = []
    var keys = subject.classes.map { "." + $0 } + [subject.name, "*"]
    if let identifier = subject.identifier { keys.append("#" + identifier) }
    for key in keys {
      for index in rulesByKey[key] ?? [] {
        stepsLeft -= 1 + rules[index].subject.classes.count * subject.classes.count
        guard stepsLeft > 0 else {
          isExhausted = true
          return []
        }
        guard rules[index].subject.matches(subject) else { continue }
        stepsLeft -= 8
        if contextMatches(rules[index], ancestors) { matches.append(index) }
      }
    }
    guard matches.count > 1 else { return matches.first.map { rules[$0].declarations } ?? [] }
    let ranked = Set(matches).sorted { (rules[$0].specificity, $0) < (rules[$1].specificity, $1) }
    return ranked.flatMap { rules[$0].declarations }
  }

  private mutating func contextMatches(_ rule: Rule, _ ancestors: [StyleTarget]) -> Bool {
    var rest = ancestors[...]
    for (compound, isParent) in rule.context {
      var isFound = false
      while let element = rest.popLast() {
        stepsLeft -= 4
        isFound = compound.matches(element)
        if isParent || isFound { break }
      }
      guard isFound else { return false }
    }
    return true
  }
}

// MARK: - Reading

extension StyleSheet {
  /// Adds the rules of a sheet after those that are here.
  mutating func add(_ text: some Collection<UInt8>) {
    let bytes = CSSText.withoutComments(text)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "@") {
        place = afterAtRule(bytes, from: place)
      } else if byte.isHTMLSpace || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";") {
        place += 1
      } else {
        let selectorEnd = CSSText.end(of: bytes, from: place) { $0 == UInt8(ascii: "{") }
        let end = CSSText.end(of: bytes, from: min(selectorEnd + 1, bytes.count)) { $0 == UInt8(ascii: "}") }
        if selectorEnd < end { addRule(bytes[place..<selectorEnd], bytes[selectorEnd + 1..<end]) }
        place = end + 1
      }
    }
  }

  /// Steps over an at-rule, or into it if its rules count.
  private func afterAtRule(_ bytes: [UInt8], from start: Int) -> Int {
    let headEnd = CSSText.end(of: bytes, from: start) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }
    guard headEnd < bytes.count, bytes[headEnd] == UInt8(ascii: "{") else { return headEnd + 1 }
    let head = String(decoding: bytes[start..<headEnd].prefix(256), as: UTF8.self).lowercased()
    if head.hasPrefix("@layer") || head.hasPrefix("@media") && Self.isForScreens(head.dropFirst(6)) {
      return headEnd + 1
    }
    var depth = 0
    var place = headEnd
    while place < bytes.count {
      place = CSSText.end(of: bytes, from: place) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      guard place < bytes.count else { break }
      depth += bytes[place] == UInt8(ascii: "{") ? 1 : -1
      place += 1
      if depth == 0 { return place }
    }
    return bytes.count
  }

  /// Whether a list of media has one that every screen is.
  static func isForScreens(_ media: some StringProtocol) -> Bool {
    media.split(separator: ",").contains { medium in
      let words = medium.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
      return words == ["screen"] || words == ["all"] || words == ["only", "screen"]
    }
  }

  private mutating func addRule(_ selectors: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) {
    guard selectors.count < 16_384 else { return }
    let declarations = [RankedDeclaration](css: String(decoding: body, as: UTF8.self))
    guard !declarations.isEmpty else { return }
    for selector in CSSValue.list(String(decoding: selectors, as: UTF8.self)) {
      guard let rule = rule(selector, declarations) else { continue }
      rulesByKey[rule.subject.key, default: []].append(rules.count)
      rules.append(rule)
    }
  }

  private func rule(_ selector: Substring, _ declarations: [RankedDeclaration]) -> Rule? {
    var compounds: [(compound: Compound, isParentOfNext: Bool)] = []
    for word in selector.replacingOccurrences(of: ">", with: " > ").split(whereSeparator: \.isWhitespace) {
      if word == ">" {
        guard !compounds.isEmpty else { return nil }
        compounds[compounds.count - 1].isParentOfNext = true
      } else if let compound = Compound(word) {
        compounds.append((compound, false))
      } else {
        return nil
      }
    }
    guard let subject = compounds.popLast(), !subject.isParentOfNext, compounds.count < 16 else { return nil }
    let context = compounds.reversed().map { (compound: $0.compound, isParent: $0.isParentOfNext) }
    return Rule(
      subject: subject.compound, context: context, declarations: declarations,
      specificity: context.reduce(subject.compound.specificity) { $0 + $1.compound.specificity })
  }
}

extension Compound {
  /// Reads `p.note#first`; nil when anything else is in it.
  init?(_ text: Substring) {
    var rest = text[...]
    if rest.hasPrefix("*") { rest = rest.dropFirst() }
    let isName: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let first = rest.prefix(while: isName)
    if !first.isEmpty {
      guard !text.hasPrefix("*") else { return nil }
      name = first.lowercased()
      rest = rest[first.endIndex...]
    }
    while let mark = rest.first {
      let word = rest.dropFirst().prefix(while: isName)
      guard !word.isEmpty else { return nil }
      switch mark {
      case ".": classes.append(String(word))
      case "#" where identifier == nil: identifier = String(word)
      default: return nil
      }
      rest = rest[word.endIndex...]
    }
  }
}
