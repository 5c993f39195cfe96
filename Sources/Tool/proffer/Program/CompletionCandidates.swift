import ArgumentParsing
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The completion candidates for a word of a command line, requested by `__complete KIND WORD WORDS…`.
///
/// Each candidate is printed on a line, followed by a tab and a description. If no candidates can be
/// computed, nothing is printed, because a shell cannot display an error at this point.
struct CompletionCandidates {
  /// The beginning of the word to complete.
  private let prefix: String
  /// The words of the command line.
  private let words: [[UInt8]]
  private var rows: [(value: String, text: String)] = []

  /// Prints the candidates that a completion script requests.
  ///
  /// Returns false if no candidates are requested.
  static func print(
    for words: [[UInt8]], in environment: ActionEnvironment, on console: Console
  ) throws -> Bool {
    guard words.count > 2, words[0] == Array("__complete".utf8) else { return false }
    var candidates = CompletionCandidates(
      prefix: String(decoding: words[2], as: UTF8.self), words: Array(words.dropFirst(3)))
    do {
      switch String(decoding: words[1], as: UTF8.self) {
      case "type": candidates.addTypes(in: try ActionContext(of: environment).types.registry)
      case "place": try candidates.addPlaces()
      case "profile":
        for name in try ReceiverProfile.names(in: environment.folders) { candidates.add(name, "") }
      default: break
      }
    } catch {
      // The candidates that were found before the error are printed.
    }
    try console.print(candidates: candidates.rows)
    return true
  }

  private init(prefix: String, words: [[UInt8]]) {
    self.prefix = prefix
    self.words = words
  }

  private mutating func add(_ value: String, _ text: String) {
    if value.hasPrefix(prefix) { rows.append((value, text)) }
  }

  // MARK: Types

  /// Adds the extensions, identifiers and MIME types that begin with the word to complete.
  ///
  /// If the word is empty, adds the extensions of the convertible types.
  private mutating func addTypes(in registry: TypeRegistry) {
    let types: [UTType]
    if prefix.isEmpty {
      types = CoderListing.convertibleTypes.compactMap { registry.declaredType($0) }
    } else {
      types = registry.allTypes
    }
    let hasSlash = prefix.contains("/")
    let hasDot = prefix.hasPrefix(".")
    var seen: Set<String> = []
    for type in types {
      let text = type.localizedDescription(in: registry) ?? type.identifier
      let tags = registry.tags(of: type)
      if !prefix.contains("/"), !prefix.dropFirst().contains(".") {
        for tag in tags[.filenameExtension] ?? [] where seen.insert(tag).inserted {
          add(hasDot ? ".\(tag)" : tag, text)
        }
      }
      if !prefix.isEmpty, !hasSlash { add(type.identifier, text) }
      // MIME types are added only if the word is not empty and does not begin with a dot.
      if !prefix.isEmpty, !hasDot {
        for tag in tags[.mimeType] ?? [] where seen.insert(tag).inserted { add(tag, text) }
      }
    }
    rows.sort { $0.value < $1.value }
  }

  // MARK: Places

  /// Adds the items and representations of the first bundle that the command line names.
  private mutating func addPlaces() throws {
    for word in words {
      guard word.first != UInt8(ascii: "-"), let path = FilePath(bytes: word),
        path.lastComponent?.string?.hasSuffix(".dragbundle") == true,
        try FileStatus.ifPresent(path) != nil
      else { continue }
      try BundleListing(of: ActionInput(path)).run(in: .standard).forEach { item in
        add("\(item.number)", item.name)
        for representation in item.representations {
          add("\(item.number).\(representation.number)", representation.typeIdentifier)
        }
      }
      return
    }
  }
}
