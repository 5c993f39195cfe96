public import Foundation
import JSONText
import ProfferConversions
import StructuredFormats

extension ExternalConverter {
  /// Reads a file of declarations: an object with the member `programs`, which is a list of declarations.
  ///
  /// A declaration has the keys `name`, `reads`, `writes` and `command`. These keys are optional:
  ///
  /// - `result`: the name of the result file.
  /// - `files`: an object whose keys are paths and whose values are lists of lines.
  /// - `then`: a list of further commands.
  /// - `pageArguments`: the arguments that choose a page.
  /// - `sizeArguments`: the arguments that choose a size.
  /// - `pageInformation`: the command that prints the number of pages and the size of a page.
  /// - `form`: `document` or `pages of text`; see ``ResultForm``.
  /// - `version`: the arguments that print the version.
  /// - `wholePages`: true or false.
  /// - `losses`: a list of kinds of loss.
  /// - `timeout`: the maximum run time in seconds, from 1 to 3600; 60 by default.
  /// - `size`: the maximum number of MiB written, from 1 to 1048576; 1024 by default.
  /// - `cost`: from 0 to 1000; 100 by default.
  ///
  /// An unknown key is an error, so that typing mistakes are detected.
  ///
  /// - Parameter json: the bytes of the file.
  /// - Returns: the converters, in the order of the file.
  /// - Throws: a ``CoderError`` that names the declaration and the key.
  public static func declarations(json: Data) throws -> [ExternalConverter] {
    let root: JSONNode
    do {
      root = try JSONNode.parse([UInt8](json))
    } catch {
      throw CoderError(error)
    }
    var file = try DeclarationMembers(root, name: "the file")
    let programs = try file.required("programs")
    guard let elements = programs.elements else {
      throw CoderError(.invalidDeclaration, "'programs' is not a list of declarations")
    }
    try file.finish()
    var names: Set<String> = []
    return try elements.enumerated().map { place, element in
      let program = try ExternalConverter(element, name: "declaration \(place + 1)")
      guard names.insert(program.name).inserted else {
        throw CoderError(.invalidDeclaration, "two declarations have the name \(program.name)")
      }
      return program
    }
  }

  private init(_ node: JSONNode, name place: String) throws {
    var members = try DeclarationMembers(node, name: place)
    let name = try members.string("name")
    members.name = name
    self.init(
      name, reads: try members.strings("reads"), writes: try members.strings("writes"),
      command: try members.strings("command"))
    result = try members.optional("result") { try $0.string("result") }
    files = try members.optional("files") { try $0.texts("files") } ?? [:]
    furtherCommands = try members.optional("then") { try $0.commands("then") } ?? []
    pageArguments = try members.optional("pageArguments") { try $0.strings("pageArguments") } ?? []
    sizeArguments = try members.optional("sizeArguments") { try $0.strings("sizeArguments") } ?? []
    pageInformation = try members.optional("pageInformation") { try $0.strings("pageInformation") } ?? []
    versionArguments = try members.optional("version") { try $0.strings("version") } ?? []
    if let form = try members.optional("form", { try $0.string("form") }) {
      guard let known = ResultForm(rawValue: form) else {
        throw CoderError(
          .invalidDeclaration, "the form is neither 'document' nor 'pages of text'", subject: name)
      }
      resultForm = known
    }
    needsSelfContainedPages = try members.optional("wholePages") { try $0.boolean("wholePages") } ?? false
    losses = try members.optional("losses") { try $0.strings("losses") }?.map(LossKind.init(rawValue:)) ?? []
    if let seconds = try members.optional("timeout", { try $0.integer("timeout", in: 1...3600) }) {
      timeLimit = .seconds(seconds)
    }
    if let mebibytes = try members.optional("size", { try $0.integer("size", in: 1...1_048_576) }) {
      sizeLimit = UInt64(mebibytes) << 20
    }
    cost = try members.optional("cost") { try $0.integer("cost", in: 0...1000) } ?? Self.standardCost
    try members.finish()
    for command in [command, pageInformation] + furtherCommands {
      guard let program = command.first else { continue }
      guard !program.isEmpty, !program.contains("/") || program.hasPrefix("/") else {
        throw CoderError(
          .invalidDeclaration, "the command must begin with a program's name or its absolute path",
          subject: name)
      }
    }
    if resultForm == .pagesOfText, writes.contains(where: { $0.lowercased() != "public.html" }) {
      throw CoderError(
        .invalidDeclaration, "for 'pages of text', writes must be public.html", subject: name)
    }
    guard command.contains(where: { $0.contains("{input}") }) else {
      throw CoderError(.invalidDeclaration, "the command does not contain {input}", subject: name)
    }
    guard result != nil || command.contains(where: { $0.contains("{output}") }) else {
      throw CoderError(
        .invalidDeclaration, "the command has no {output}, and the key result is missing",
        subject: name)
    }
    if let result, result.contains("/") || result == ".." {
      throw CoderError(
        .invalidDeclaration, "the result must be a name in the program's own folder", subject: name)
    }
    for path in files.keys.sorted() where !ExternalConverter.isInside(path) {
      throw CoderError(
        .invalidDeclaration, "'\(path)' is not the path of a file in the program's own folder", subject: name)
    }
    if needsSelfContainedPages, reads.contains(where: { $0.lowercased() != "public.html" }) {
      throw CoderError(
        .invalidDeclaration, "'wholePages' is allowed only for a program that reads public.html",
        subject: name)
    }
  }

  private static func isInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("\0") }
  }
}

/// The members of a declaration; each member is removed when it is read.
private struct DeclarationMembers {
  /// The name that messages use for the declaration.
  var name: String
  private var rest: [String: JSONNode]

  init(_ node: JSONNode, name: String) throws {
    guard let members = node.members else {
      throw CoderError(.invalidDeclaration, "\(name) is not an object with keys")
    }
    self.name = name
    rest = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }

  mutating func required(_ key: String) throws -> JSONNode {
    guard let node = rest.removeValue(forKey: key) else {
      throw CoderError(.invalidDeclaration, "\(name) has no \(key)")
    }
    return node
  }

  mutating func string(_ key: String) throws -> String {
    guard case .string(let text) = try required(key), !text.isEmpty else {
      throw CoderError(.invalidDeclaration, "\(key) is not text", subject: name)
    }
    return text
  }

  mutating func strings(_ key: String) throws -> [String] {
    guard let elements = try required(key).elements, !elements.isEmpty else {
      throw CoderError(.invalidDeclaration, "\(key) is not a list of strings", subject: name)
    }
    return try elements.map { element in
      guard case .string(let text) = element else {
        throw CoderError(.invalidDeclaration, "\(key) is not a list of strings", subject: name)
      }
      return text
    }
  }

  mutating func commands(_ key: String) throws -> [[String]] {
    guard let elements = try required(key).elements else {
      throw CoderError(.invalidDeclaration, "\(key) is not a list of commands", subject: name)
    }
    return try elements.map { element in
      var command = try DeclarationMembers(.object([JSONMember(key, element)]), name: name)
      return try command.strings(key)
    }
  }

  mutating func boolean(_ key: String) throws -> Bool {
    guard case .boolean(let value) = try required(key) else {
      throw CoderError(.invalidDeclaration, "\(key) is neither true nor false", subject: name)
    }
    return value
  }

  /// Returns the texts in a member, keyed by name; the lines of each text are joined.
  mutating func texts(_ key: String) throws -> [String: String] {
    var texts = try DeclarationMembers(required(key), name: "\(name): \(key)")
    return try texts.rest.keys.sorted().reduce(into: [:]) { result, name in
      result[name] = try texts.strings(name).map { $0 + "\n" }.joined()
    }
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws -> Int {
    guard case .number(let text) = try required(key), let number = Int(text), range.contains(number) else {
      throw CoderError(
        .invalidDeclaration, "\(key) is not a whole number from \(range.lowerBound) to \(range.upperBound)",
        subject: name)
    }
    return number
  }

  mutating func optional<Result>(
    _ key: String, _ read: (inout DeclarationMembers) throws -> Result
  ) throws -> Result? {
    rest[key] == nil ? nil : try read(&self)
  }

  func finish() throws {
    if let key = rest.keys.min() {
      throw CoderError(.invalidDeclaration, "\(key) is not a key of a declaration", subject: name)
    }
  }
}
