import ProfferConversions
import ProfferFileSystem
import UniformTypes

/// The candidates for the completion of a word of a command line.
///
/// Only what is possible is offered: the types to which the named file can be converted, or what the named
/// bundle contains.
package struct CompletionQuery {
  /// The kinds of words.
  package enum Kind: String, CaseIterable, Sendable {
    /// A type that is declared.
    case type
    /// A type to which the first file of the command line can be converted.
    case result
    /// A type in the bundle of the command line.
    case content
    /// An item of the bundle.
    case item
    /// An item of the bundle, or a representation of an item.
    case place
    /// The name of a receiver profile.
    case profile
  }

  /// A word that can be completed, and its description.
  package typealias Candidate = (value: String, text: String)

  private let kind: Kind
  /// The beginning of the word to complete.
  private let prefix: String
  /// The words of the command line after the name of the command.
  private let words: [[UInt8]]

  /// - Parameter words: the words of the command line, without the name of the program.
  package init(_ kind: Kind, prefix: String, words: [[UInt8]]) {
    self.kind = kind
    self.prefix = prefix
    let command = words.firstIndex { $0.first != UInt8(ascii: "-") }
    self.words = command.map { Array(words[($0 + 1)...]) } ?? []
  }

  /// Returns the candidates that begin with the prefix.
  ///
  /// Files that cannot be read have no candidates.
  package func candidates(in environment: ActionEnvironment) -> [Candidate] {
    do {
      let context = try ActionContext(of: environment)
      let all: [Candidate] =
        switch kind {
        case .type: types(in: context.types.registry)
        case .result: try results(in: context)
        case .content: try contents(in: context)
        case .item, .place: places(in: context)
        case .profile: try ReceiverProfile.names(in: environment.folders).map { ($0, "") }
        }
      return all.filter { $0.value.hasPrefix(prefix) }
    } catch {
      // A shell cannot show an error at this point.
      return []
    }
  }

  // MARK: Types

  /// Returns all spellings of the declared types, or of those that can be converted if there is no prefix.
  private func types(in registry: TypeRegistry) -> [Candidate] {
    let types =
      prefix.isEmpty
      ? CoderListing.convertibleTypes.compactMap { registry.declaredType($0) } : registry.allTypes
    return spellings(of: types, in: registry)
  }

  /// Returns the extensions, identifiers and MIME types that fit the prefix.
  ///
  /// If there is no prefix, only extensions are returned, and the identifiers of types without one.
  private func spellings(of types: [UTType], in registry: TypeRegistry) -> [Candidate] {
    let isMIME = prefix.contains("/")
    let isExtension = !isMIME && !prefix.dropFirst().contains(".")
    let dot = prefix.hasPrefix(".") ? "." : ""
    var found: [Candidate] = []
    var seen: Set<String> = []
    for type in types {
      let text = type.localizedDescription(in: registry) ?? type.identifier
      func add(_ value: String) {
        if seen.insert(value).inserted { found.append((value, text)) }
      }
      let tags = registry.tags(of: type)
      let extensions = tags[.filenameExtension] ?? []
      if isExtension { for tag in extensions { add(dot + tag) } }
      if !isMIME, !prefix.isEmpty || extensions.isEmpty { add(type.identifier) }
      if !prefix.isEmpty, dot.isEmpty { for tag in tags[.mimeType] ?? [] { add(tag) } }
    }
    return found.sorted { $0.value < $1.value }
  }

  /// Returns the types to which the first file can be converted; all types if there is no such file.
  private func results(in context: ActionContext) throws -> [Candidate] {
    let registry = context.types.registry
    guard let file = files.first else { return types(in: registry) }
    do {
      let plans = try PossibleConversions(of: ActionInput(file), place: place).run(in: context).plans
      return spellings(
        of: plans.compactMap { registry.declaredType($0.destinationIdentifier) }, in: registry)
    } catch let error as ActionError where error.code == .severalItemsToConvert || error.code == .isFolder {
      // Each item or file has its own conversions.
      return types(in: registry)
    }
  }

  /// Returns the types of the representations in the bundle.
  ///
  /// With `--convert`, other types are possible as well.
  private func contents(in context: ActionContext) throws -> [Candidate] {
    if words.contains(Array("--convert".utf8)) { return types(in: context.types.registry) }
    guard let bundle else { return types(in: context.types.registry) }
    var identifiers: [String] = []
    let listing = try BundleListing(of: ActionInput(bundle)).run(in: context)
    listing.forEach { item in
      switch place {
      case .place(let place)? where place.item != item.number: return
      case .name(let name)? where name != item.name: return
      default: break
      }
      for representation in item.representations where !identifiers.contains(representation.typeIdentifier) {
        identifiers.append(representation.typeIdentifier)
      }
    }
    let registry = context.types.registry
    return spellings(
      of: identifiers.compactMap { UTType(identifier: $0, allowUndeclared: true, in: registry) }, in: registry
    )
  }

  // MARK: Bundles

  /// Returns the numbers of the items, with their names, and the numbers of the representations, with their
  /// types.
  ///
  /// If the word begins a name, returns the names instead, except names that several items share.
  private func places(in context: ActionContext) -> [Candidate] {
    let isNumber = prefix.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    for file in files {
      do {
        var found: [Candidate] = []
        try BundleListing(of: ActionInput(file)).run(in: context).forEach { item in
          if !isNumber {
            let isNamed = item.suggestedName != nil || item.representations.contains { $0.name != nil }
            if isNamed { found.append((item.name, "item \(item.number)")) }
            return
          }
          found.append(("\(item.number)", item.name))
          if kind == .item { return }
          for representation in item.representations {
            found.append(("\(item.number).\(representation.number)", representation.typeIdentifier))
          }
        }
        if isNumber { return found }
        let counts = Dictionary(found.map { ($0.value, 1) }, uniquingKeysWith: +)
        return found.filter { counts[$0.value] == 1 }
      } catch {
        // The file is not a bundle.
        continue
      }
    }
    return []
  }

  /// The first file that has the name of a bundle.
  private var bundle: FilePath? {
    files.first { $0.lastComponent?.string?.hasSuffix(".dragbundle") == true } ?? files.first
  }

  /// The place that the command line names.
  private var place: PlaceReference? {
    for (name, value) in zip(words, words.dropFirst()) where name == Array("--item".utf8) {
      return String(validating: value, as: UTF8.self).flatMap { PlaceReference($0) }
    }
    return nil
  }

  /// Options whose values are files, but not inputs.
  private static let otherFiles = [
    "-o", "--output", "--into", "--media", "--files-from", "--record", "--types",
  ].map { Array($0.utf8) }

  /// The inputs: the words that name a file or folder.
  ///
  /// Other kinds of files are left out, because reading them can block, and so are files that cannot be examined.
  private var files: [FilePath] {
    var files: [FilePath] = []
    var isOther = false
    for word in words {
      defer { isOther = Self.otherFiles.contains(word) }
      guard !isOther, word.first != UInt8(ascii: "-"), let path = FilePath(bytes: word),
        let kind = try? FileStatus.ifPresent(path)?.kind, kind == .regular || kind == .folder
      else { continue }
      files.append(path)
    }
    return files
  }
}
