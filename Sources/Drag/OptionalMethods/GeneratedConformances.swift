/// The conformances that make the library call methods which subclasses add, for the sources of one module.
struct GeneratedConformances {
  /// A source file: its path, for messages, and its text.
  typealias Source = (path: String, text: String)

  /// The modules whose import gives the names of the protocols.
  private static let modules: Set = ["UIKit", "UIKitNames", "DragAndDrop", "Proffer"]
  /// The modules with the names of Apple's frameworks; on Apple's systems, their classes are the real ones.
  private static let namesakes: Set = ["UIKit", "UIKitNames"]

  /// The generated source.
  private(set) var text = """
    // Written by the build-tool plugin `OptionalMethods`: conformances of classes with methods that their base
    // classes do not have.

    """
  /// Messages about methods that stay uncalled, in the form of the compiler's warnings.
  private(set) var warnings: [String] = []

  private struct Entry {
    var line: String
    var conditions: [String]
  }

  init(_ sources: [Source]) {
    let files = sources.map { (path: $0.path, reader: SwiftClassReader($0.text)) }
    var declared: [String: SwiftClass] = [:]
    var conforming: [String: Set<String>] = [:]
    for type in files.flatMap({ $0.reader.classes }) {
      if !type.isExtension { declared[type.name] = type }
      conforming[type.name, default: []].formUnion(type.inherited)
    }
    var entries: [Entry] = []
    var imports: [Entry] = []
    for file in files {
      let isApple = file.reader.imports.contains { Self.namesakes.contains($0.module) }
      var isUsed = false
      for part in file.reader.classes {
        // An extension can be in another file than its class.
        guard let type = part.isExtension ? declared[part.name] : part, !type.inherited.isEmpty else {
          continue
        }
        for method in part.methods {
          guard let optional = OptionalMethod.all.first(where: { $0.matches(method) }),
            optional.protocols.isDisjoint(with: conforming[type.name] ?? [])
          else { continue }
          if let obstacle = Self.obstacle(type, method) {
            warnings.append("\(file.path):\(method.line): warning: \(optional.name) \(obstacle)")
            continue
          }
          let platforms = isApple ? ["!canImport(Darwin)"] : []
          let conditions = platforms + Self.unique(type.conditions + method.conditions)
          entries.append(
            Entry(line: "extension \(type.name): \(optional.protocolName) {}", conditions: conditions))
          isUsed = true
        }
      }
      if isUsed { imports += Self.imports(of: file.reader) }
    }
    write(Self.strongest(imports) + entries)
  }

  /// Why a method cannot satisfy the requirement; nil if it can.
  private static func obstacle(_ type: SwiftClass, _ method: SwiftMethod) -> String? {
    if type.access == .private {
      return "is not called by the library, because the class \(type.name) is private"
    }
    if method.access == .private { return "is not called by the library, because the method is private" }
    if method.access < type.access {
      return "is not called by the library, because the class \(type.name) is \(type.access) and the method"
        + " is not"
    }
    return nil
  }

  private static func unique(_ conditions: [String]) -> [String] {
    conditions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the imports that give the names: those of the known modules, or all if there are none.
  private static func imports(of reader: SwiftClassReader) -> [Entry] {
    let known = reader.imports.filter { modules.contains($0.module) }
    return (known.isEmpty ? reader.imports : known).map { Entry(line: $0.line, conditions: $0.conditions) }
  }

  /// Returns each import once, in its most visible form, as all files of a module must agree on it.
  private static func strongest(_ imports: [Entry]) -> [Entry] {
    var kept: [Entry] = []
    for entry in imports {
      let isPublic = entry.line.hasPrefix("public ")
      let module = entry.line.split(separator: " ").last
      let known = kept.firstIndex {
        $0.line.split(separator: " ").last == module && $0.conditions == entry.conditions
      }
      if let known {
        if isPublic { kept[known] = entry }
      } else {
        kept.append(entry)
      }
    }
    return kept
  }

  private mutating func write(_ entries: [Entry]) {
    for entry in entries {
      for condition in entry.conditions { text += "#if \(condition)\n" }
      text += entry.line + "\n"
      for _ in entry.conditions { text += "#endif\n" }
    }
  }
}
