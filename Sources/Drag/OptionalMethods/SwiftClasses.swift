/// The access of a declaration, from the narrowest to the widest.
enum SwiftAccess: Int, Comparable {
  case `private`
  case `internal`
  case package
  case `public`

  /// The access that modifiers state; nil if they state none.
  init?(_ modifiers: Set<String>) {
    if !modifiers.isDisjoint(with: ["public", "open"]) {
      self = .public
    } else if modifiers.contains("package") {
      self = .package
    } else if !modifiers.isDisjoint(with: ["private", "fileprivate"]) {
      self = .private
    } else if modifiers.contains("internal") {
      self = .internal
    } else {
      return nil
    }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A class of a source file, or an extension of one.
struct SwiftClass: Equatable {
  /// The name, with the names of the types that contain it.
  var name: String
  /// Whether this is an extension; the class may be in another file.
  var isExtension = false
  /// The names after the colon, without their arguments.
  var inherited: [String] = []
  /// The access of the class, limited by the types that contain it.
  var access = SwiftAccess.internal
  /// The access of members that state none.
  var memberAccess = SwiftAccess.internal
  /// The compiler conditions around the class, outermost first.
  var conditions: [String] = []
  var methods: [SwiftMethod] = []
}

/// A method of a class.
struct SwiftMethod: Equatable {
  var name: String
  /// The labels and the types of the parameters.
  var parameters: [Parameter] = []
  /// The type of the result; empty for no result.
  var result = ""
  /// The words before `func`, such as `override`.
  var modifiers: Set<String> = []
  var access = SwiftAccess.internal
  /// Whether the method is generic, asynchronous or throwing.
  var isSpecial = false
  /// The compiler conditions around the method, outermost first.
  var conditions: [String] = []
  var line: Int

  struct Parameter: Equatable {
    var label: String
    var type: String
  }
}

/// Finds the classes, extensions and methods of a source file.
///
/// The bodies of functions are skipped, so classes inside functions are not found.
struct SwiftClassReader {
  private static let modifiers: Set = [
    "public", "open", "package", "internal", "fileprivate", "private", "final", "static", "override",
    "nonisolated", "dynamic", "required", "convenience", "mutating", "lazy", "weak", "unowned", "indirect",
    "isolated", "distributed", "borrowing", "consuming",
  ]
  /// The words of an import that names one declaration of a module.
  private static let importKinds: Set = [
    "class", "struct", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  private let tokens: [SwiftToken]
  private var index = 0
  /// For each open `#if`, the conditions of its branches so far; the last one is that of the current branch.
  private var branches: [[String]] = []
  private(set) var classes: [SwiftClass] = []
  /// The lines of `import` declarations, with their conditions.
  private(set) var imports: [(line: String, module: String, conditions: [String])] = []

  init(_ text: String) {
    tokens = SwiftTokens.tokens(of: text)
    readDeclarations(in: nil)
  }

  private var conditions: [String] {
    branches.map { conditions in
      let earlier = conditions.dropLast().map { "!(\($0))" }
      guard let current = conditions.last, !current.isEmpty else { return earlier.joined(separator: " && ") }
      return earlier.isEmpty ? current : (earlier + ["(\(current))"]).joined(separator: " && ")
    }
  }

  private mutating func readDirective(_ word: String, _ condition: String) {
    switch word {
    case "if": branches.append([condition])
    case "elseif", "else":
      // The empty condition of `#else` is the last one.
      if !branches.isEmpty { branches[branches.count - 1].append(condition) }
    default: _ = branches.popLast()
    }
  }

  /// Reads declarations to the end of the file, or to the brace that ends the body of a type.
  ///
  /// - Parameter container: the index of the class whose body is read; nil outside classes.
  private mutating func readDeclarations(in container: Int?, of outer: SwiftClass? = nil) {
    var modifiers: Set<String> = []
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      switch token.kind {
      case .directive(let word, let condition): readDirective(word, condition)
      case .symbol("}"): return
      case .symbol("@"):
        if index < tokens.count { index += 1 }
        if index < tokens.count, tokens[index].isSymbol("(") { skipGroup() }
        // The words of an attribute are no modifiers; those before it count.
        continue
      case .symbol("{"), .symbol("("), .symbol("["):
        index -= 1
        skipGroup()
      case .symbol, .escaped: break
      case .word(let word):
        // The name of a member after a dot is not a keyword.
        if index > 1, tokens[index - 2].isSymbol(".") { break }
        if Self.modifiers.contains(word) || word == "class" && isModifier {
          modifiers.insert(word)
          if index < tokens.count, tokens[index].isSymbol("(") { skipGroup() }
          continue
        }
        switch word {
        case "class", "actor", "struct", "enum", "extension": readType(word, modifiers, in: outer)
        case "protocol":
          while index < tokens.count, !tokens[index].isSymbol("{") { index += 1 }
          skipGroup()
        case "func":
          guard var method = readMethod(modifiers, line: token.line), let container else { break }
          method.access = SwiftAccess(method.modifiers) ?? classes[container].memberAccess
          classes[container].methods.append(method)
        case "import": readImport(modifiers)
        default: break
        }
      }
      modifiers = []
    }
  }

  /// Whether the word `class` that was read is a modifier of a method or a property.
  private var isModifier: Bool {
    guard index < tokens.count, let word = tokens[index].word else { return false }
    return Self.modifiers.contains(word) || ["func", "var", "let", "subscript"].contains(word)
  }

  /// Skips a group in brackets of any kind, which begins at the current token.
  private mutating func skipGroup() {
    var depth = 0
    while index < tokens.count {
      switch tokens[index].kind {
      case .symbol("{"), .symbol("("), .symbol("["): depth += 1
      case .symbol("}"), .symbol(")"), .symbol("]"): depth -= 1
      default: break
      }
      index += 1
      if depth <= 0 { return }
    }
  }

  /// Skips generic parameters, if the current token begins them.
  private mutating func skipGenerics() -> Bool {
    guard index < tokens.count, tokens[index].isSymbol("<") else { return false }
    var depth = 0
    while index < tokens.count {
      // The arrow of a function type is no bracket.
      let isArrow = tokens[index].isSymbol(">") && index > 0 && tokens[index - 1].isSymbol("-")
      if tokens[index].isSymbol("<") { depth += 1 }
      if tokens[index].isSymbol(">"), !isArrow { depth -= 1 }
      index += 1
      if depth == 0 { break }
    }
    return true
  }

  private mutating func readType(_ kind: String, _ modifiers: Set<String>, in outer: SwiftClass?) {
    guard var name = tokens.indices.contains(index) ? tokens[index].word : nil else { return }
    index += 1
    while index + 1 < tokens.count, tokens[index].isSymbol("."), let part = tokens[index + 1].word {
      name += "." + part
      index += 2
    }
    _ = skipGenerics()
    var type = SwiftClass(name: outer.map { "\($0.name).\(name)" } ?? name, conditions: conditions)
    type.isExtension = kind == "extension"
    let stated = SwiftAccess(modifiers)
    var own = stated ?? outer?.memberAccess ?? .internal
    if type.isExtension {
      type.memberAccess = stated ?? .internal
      // An extension limits the access of its members only if it is private.
      own = stated == .private ? .private : .public
    }
    type.access = min(outer?.access ?? .public, own)
    if index < tokens.count, tokens[index].isSymbol(":") { type.inherited = readInherited() }
    while index < tokens.count, !tokens[index].isSymbol("{") { index += 1 }
    index += 1
    var container: Int?
    if kind == "class" || kind == "extension" {
      container = classes.count
      classes.append(type)
    }
    readDeclarations(in: container, of: type)
  }

  /// Reads the names after the colon of a type.
  private mutating func readInherited() -> [String] {
    index += 1
    var names: [String] = []
    var isStart = true
    while index < tokens.count, !tokens[index].isSymbol("{"), tokens[index].word != "where" {
      if tokens[index].isSymbol("<") {
        _ = skipGenerics()
        continue
      }
      if tokens[index].isSymbol(",") || tokens[index].isSymbol("&") {
        isStart = true
      } else if tokens[index].isSymbol("@") {
        index += 1
      } else if let word = tokens[index].word {
        if isStart { names.append(word) } else { names[names.count - 1] += "." + word }
        isStart = false
      }
      index += 1
    }
    return names
  }

  private mutating func readImport(_ modifiers: Set<String>) {
    if index < tokens.count, let word = tokens[index].word, Self.importKinds.contains(word) { index += 1 }
    guard index < tokens.count, let word = tokens[index].word else { return }
    index += 1
    // The attributes of an import do not matter for what the generated file names.
    let access = modifiers.intersection(["public", "package", "internal", "fileprivate", "private"]).first
    imports.append(((access.map { $0 + " " } ?? "") + "import " + word, word, conditions))
  }

  private mutating func readMethod(_ modifiers: Set<String>, line: Int) -> SwiftMethod? {
    guard index < tokens.count, let name = tokens[index].word else { return nil }
    index += 1
    var method = SwiftMethod(name: name, modifiers: modifiers, conditions: conditions, line: line)
    method.isSpecial = skipGenerics()
    guard index < tokens.count, tokens[index].isSymbol("(") else { return nil }
    let start = index
    skipGroup()
    method.parameters = Self.parameters(Array(tokens[(start + 1)..<max(start + 1, index - 1)]))
    var result: [SwiftToken] = []
    var isResult = false
    while index < tokens.count, !tokens[index].isSymbol("{"), !tokens[index].isSymbol("}") {
      let token = tokens[index]
      index += 1
      if token.isSymbol("-"), index < tokens.count, tokens[index].isSymbol(">"), !isResult {
        isResult = true
        index += 1
      } else if isResult {
        result.append(token)
      } else if let word = token.word, ["async", "throws", "rethrows"].contains(word) {
        method.isSpecial = true
      }
    }
    method.result = Self.typeName(result)
    if index < tokens.count, tokens[index].isSymbol("{") { skipGroup() }
    return method
  }

  private static func parameters(_ tokens: [SwiftToken]) -> [SwiftMethod.Parameter] {
    var groups: [[SwiftToken]] = [[]]
    var depth = 0
    for token in tokens {
      if "([{<".contains(where: token.isSymbol) { depth += 1 }
      if ")]}>".contains(where: token.isSymbol) { depth -= 1 }
      if depth == 0, token.isSymbol(",") { groups.append([]) } else { groups[groups.count - 1].append(token) }
    }
    return groups.compactMap { group in
      guard let label = group.first?.word, let colon = group.firstIndex(where: { $0.isSymbol(":") }) else {
        return nil
      }
      let type = group[(colon + 1)...].prefix { !$0.isSymbol("=") }
      return SwiftMethod.Parameter(label: label, type: typeName(Array(type)))
    }
  }

  /// The name of a type without `any`, spaces, and the name of its module.
  private static func typeName(_ tokens: [SwiftToken]) -> String {
    var name = ""
    for token in tokens {
      switch token.kind {
      case .word("any"): break
      case .word(let word), .escaped(let word): name += word
      case .symbol(let character): name.append(character)
      case .directive: break
      }
    }
    for module in ["UIKit.", "UIKitNames.", "DragAndDrop.", "Foundation."] where name.hasPrefix(module) {
      name.removeFirst(module.count)
    }
    if name.hasPrefix("("), name.hasSuffix(")"), name != "()" { name = String(name.dropFirst().dropLast()) }
    return name
  }
}
