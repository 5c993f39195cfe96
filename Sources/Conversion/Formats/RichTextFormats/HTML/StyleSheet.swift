import Foundation

/// The rules of a document's style sheets.
///
/// Selectors for elements, classes and identifiers are supported, including descendant and child selectors.
/// Rules with other selectors, and rules that depend on the size of the screen, are used only to show
/// elements. Such a rule applies to all elements that its selector could match, because it is better to
/// read hidden text than to lose visible text. Rules for pointer states, and for media other than screens,
/// are ignored.
struct StyleSheet {
  private var rules: [Rule] = []
  /// The indexes of the rules, by the most specific part of their subject: `#identifier`, `.class`, the
  /// element name or `*`.
  private var rulesByKey: [String: [Int]] = [:]
  private var stepsLeft: Int
  /// Whether the limit of comparisons was reached; no rules are applied after that.
  private(set) var isExhausted = false

  /// - Parameter stepLimit: the maximum number of comparisons for the whole page.
  init(stepLimit: Int) { stepsLeft = stepLimit }

  /// The maximum number of comparisons per byte of the page; typical pages need two per byte.
  static let stepsPerByte = 8

  var isEmpty: Bool { rules.isEmpty }

  private struct Rule {
    let subject: Compound
    /// The conditions on the subject's ancestors, innermost first.
    let context: [(compound: Compound, isParent: Bool)]
    let declarations: [RankedDeclaration]
    let specificity: Int
  }
}

/// A compound selector: the conditions on one element.
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

/// The properties of an element that selectors are matched against.
struct StyleTarget {
  var name: String
  var identifier: String?
  var classes: [String] = []
}

// MARK: - Matching

extension StyleSheet {
  /// Returns the declarations for an element, with the highest precedence last.
  ///
  /// - Parameter ancestors: the enclosing elements, from the outermost to the innermost.
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
  /// Adds the rules of a style sheet after the existing rules.
  mutating func add(_ text: some Collection<UInt8>) { add(CSSText.withoutComments(text), depth: 0) }

  /// - Parameters:
  ///   - isConditional: whether to use only declarations that show elements.
  ///   - depth: the number of enclosing at-rules with conditions.
  private mutating func add(_ bytes: [UInt8], isConditional: Bool = false, depth: Int) {
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "@") {
        place = afterAtRule(bytes, from: place, isConditional: isConditional, depth: depth)
      } else if byte.isHTMLSpace || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";") {
        place += 1
      } else {
        let selectorEnd = CSSText.end(of: bytes, from: place) { $0 == UInt8(ascii: "{") }
        let end = CSSText.end(of: bytes, from: min(selectorEnd + 1, bytes.count)) { $0 == UInt8(ascii: "}") }
        if selectorEnd < end {
          addRule(bytes[place..<selectorEnd], bytes[selectorEnd + 1..<end], isConditional: isConditional)
        }
        place = end + 1
      }
    }
  }

  /// Reads an at-rule, and returns the position at which reading continues.
  ///
  /// If the rules in the at-rule apply to screens, this position is inside the at-rule. Otherwise the
  /// position is after the at-rule, and rules that may apply to screens have been added as conditional.
  private mutating func afterAtRule(
    _ bytes: [UInt8], from start: Int, isConditional: Bool, depth: Int
  ) -> Int {
    let headEnd = CSSText.end(of: bytes, from: start) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }
    guard headEnd < bytes.count, bytes[headEnd] == UInt8(ascii: "{") else { return headEnd + 1 }
    let head = String(decoding: bytes[start..<headEnd].prefix(256), as: UTF8.self).lowercased()
    if head.hasPrefix("@layer") || head.hasPrefix("@media") && Self.isForScreens(head.dropFirst(6)) {
      return headEnd + 1
    }
    let outerDepth = depth
    var depth = 0
    var place = headEnd
    while place < bytes.count {
      place = CSSText.end(of: bytes, from: place) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      guard place < bytes.count else { break }
      depth += bytes[place] == UInt8(ascii: "{") ? 1 : -1
      place += 1
      if depth == 0 { break }
    }
    if outerDepth < 4, Self.mayApply(head) {
      let content = Array(bytes[headEnd + 1..<max(headEnd + 1, depth == 0 ? place - 1 : place)])
      add(content, isConditional: true, depth: outerDepth + 1)
    }
    return place
  }

  /// Returns whether an at-rule may apply to screens, depending on conditions that are unknown.
  private static func mayApply(_ head: String) -> Bool {
    if head.hasPrefix("@supports") || head.hasPrefix("@container") { return true }
    return head.hasPrefix("@media") && !["print", "speech", "not"].contains { head.contains($0) }
  }

  /// Returns whether a list of media contains a medium that includes every screen.
  static func isForScreens(_ media: some StringProtocol) -> Bool {
    media.split(separator: ",").contains { medium in
      let words = medium.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
      return words == ["screen"] || words == ["all"] || words == ["only", "screen"]
    }
  }

  private mutating func addRule(
    _ selectors: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>, isConditional: Bool
  ) {
    guard selectors.count < 16_384 else { return }
    let all = [RankedDeclaration](css: String(decoding: body, as: UTF8.self))
    guard !all.isEmpty else { return }
    let own = all.filter { if case .generated = $0.declaration { false } else { true } }
    let showing = all.filter(\.declaration.shows)
    for selector in CSSValue.list(String(decoding: selectors, as: UTF8.self)) {
      if let (subject, _) = PseudoElement.split(selector) {
        let generated = all.filter { if case .generated = $0.declaration { true } else { false } }
        if !isConditional { add(rule(subject, generated)) }
      } else if let rule = rule(selector, isConditional ? showing : own) {
        add(rule)
      } else if let compound = Compound(couldMean: selector) {
        add(
          Rule(subject: compound, context: [], declarations: showing, specificity: compound.specificity + 100)
        )
      }
    }
  }

  private mutating func add(_ rule: Rule?) {
    guard let rule, !rule.declarations.isEmpty else { return }
    rulesByKey[rule.subject.key, default: []].append(rules.count)
    rules.append(rule)
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

/// The pseudo-element at the end of a selector.
private enum PseudoElement {
  static func split(_ selector: Substring) -> (subject: Substring, name: String)? {
    let text = selector.drop(while: \.isWhitespace)
    for name in ["::before", "::after", ":before", ":after"] {
      let end = text.reversed().drop(while: \.isWhitespace).count
      let trimmed = text.prefix(end)
      guard trimmed.lowercased().hasSuffix(name) else { continue }
      let subject = trimmed.dropLast(name.count)
      return (subject.isEmpty ? "*" : subject, name)
    }
    return nil
  }
}

extension StyleDeclaration {
  /// Whether the declaration shows an element that another declaration may hide.
  fileprivate var shows: Bool {
    switch self {
    case .display(let display): display != .none
    case .visibility(let isVisible): isVisible
    default: false
    }
  }
}

extension Compound {
  /// Creates the conditions for all elements that a selector with unsupported conditions could match.
  ///
  /// The result is the last part of the selector without these conditions. The result is nil if nothing
  /// remains of this part, or if a condition depends on the user, such as `:hover`.
  init?(couldMean selector: Substring) {
    let lowered = selector.lowercased()
    guard ![":hover", ":focus", ":active", ":target", ":checked"].contains(where: { lowered.contains($0) })
    else { return nil }
    var known = ""
    var depth = 0
    var isCondition = false
    for character in selector {
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case _ where depth > 0: break
      case ":": isCondition = true
      case " ", ">", "+", "~", "\n", "\t":
        if !known.isEmpty || isCondition { known = "" }
        isCondition = false
      case ".", "#":
        isCondition = false
        known.append(character)
      default: if !isCondition { known.append(character) }
      }
    }
    guard !known.isEmpty, known != "*" else { return nil }
    self.init(Substring(known))
  }

  /// Parses a compound selector such as `p.note#first`; nil if the text contains anything else.
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
