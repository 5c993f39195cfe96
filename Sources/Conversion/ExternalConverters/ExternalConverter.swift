public import Foundation
import JSONText
public import ProfferConversions
import StructuredFormats

/// The declaration of an external program as a converter: its types, its command line and its losses.
///
/// Declarations are written by people, and no part of a declaration is read from a bundle. The program runs
/// without a shell in a new folder of its own, and its result must be of the requested type.
public struct ExternalConverter: Sendable, Equatable {
  /// The declaration's name, unique among declarations.
  public var name: String
  /// The types that the program reads; types that conform to one of these types are read as well.
  public var reads: [String]
  /// The types that the program writes.
  public var writes: [String]
  /// The program's name or absolute path, followed by its arguments.
  ///
  /// A name is looked up on the search path. In the arguments, `{input}`, `{output}` and `{folder}` are
  /// replaced by paths, and `{folder-address}` by the folder as a `file:` URL that ends in a slash.
  /// `{input-extension}` and `{output-extension}` are replaced by the preferred extensions of the two types.
  /// The result is read from `{output}`, unless ``result`` names another file.
  public var command: [String]
  /// The name of the result file, if the program chooses that name itself; nil otherwise.
  ///
  /// The name may contain `{input-extension}` and `{output-extension}`.
  public var result: String?
  /// Text files that are created in the program's folder before the program runs, keyed by path.
  ///
  /// Examples are a template and a settings file.
  public var files: [String: String]
  /// Whether input is converted to self-contained pages before the program reads it.
  ///
  /// A program that follows the URLs in a page would copy the user's files into the result. Such a program
  /// would also send requests that the author of the page can observe. This library's own coders therefore
  /// rewrite the page without external content. A program with this setting may read only `public.html`.
  public var needsSelfContainedPages: Bool
  /// The kinds of loss that the program can cause.
  public var losses: [LossKind]
  /// The maximum run time of the program.
  public var timeLimit: Duration
  /// The maximum number of bytes that the program may write to all files together.
  ///
  /// The result, the printed output and all temporary files count toward this limit.
  public var sizeLimit: UInt64
  /// The cost relative to other converters.
  public var cost: Int

  /// The default of ``timeLimit``.
  public static let standardTimeLimit = Duration.seconds(60)
  /// The default of ``sizeLimit``: 1 GiB.
  public static let standardSizeLimit: UInt64 = 1 << 30
  /// The default of ``cost``, which is greater than the cost of any reader or bridge of this library.
  public static let standardCost = 100

  /// Declares a program.
  ///
  /// - Parameters:
  ///   - name: the declaration's name, unique among declarations.
  ///   - reads: the types that the program reads; types that conform to one of these types are read as well.
  ///   - writes: the types that the program writes.
  ///   - command: the program and its arguments.
  ///   - result: the name of the result file, if the command does not contain `{output}`.
  ///   - files: the text files that the program needs, keyed by path.
  ///   - needsSelfContainedPages: whether input is converted to self-contained pages.
  ///   - losses: the kinds of loss that the program can cause.
  ///   - timeLimit: the maximum run time of the program.
  ///   - sizeLimit: the maximum number of bytes that the program may write to all files together.
  ///   - cost: the cost relative to other converters.
  public init(
    _ name: String, reads: [String], writes: [String], command: [String], result: String? = nil,
    files: [String: String] = [:], needsSelfContainedPages: Bool = false, losses: [LossKind] = [],
    timeLimit: Duration = ExternalConverter.standardTimeLimit,
    sizeLimit: UInt64 = ExternalConverter.standardSizeLimit,
    cost: Int = ExternalConverter.standardCost
  ) {
    self.name = name
    self.reads = reads
    self.writes = writes
    self.command = command
    self.result = result
    self.files = files
    self.needsSelfContainedPages = needsSelfContainedPages
    self.losses = losses
    self.timeLimit = timeLimit
    self.sizeLimit = sizeLimit
    self.cost = cost
  }
}

extension ExternalConverter {
  /// Reads a file of declarations: an object with the member `programs`, which is a list of declarations.
  ///
  /// A declaration has the keys `name`, `reads`, `writes` and `command`. These keys are optional:
  ///
  /// - `result`: the name of the result file.
  /// - `files`: an object whose keys are paths and whose values are lists of lines.
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
    guard !command[0].isEmpty, !command[0].contains("/") || command[0].hasPrefix("/") else {
      throw CoderError(
        .invalidDeclaration, "the command must begin with a program's name or its absolute path",
        subject: name)
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

extension CoderError.Code {
  /// A declaration of an external converter is incomplete or invalid.
  public static let invalidDeclaration = Self(rawValue: "invalidDeclaration")
  /// An external converter failed, or its result is not of the requested type.
  public static let programFailed = Self(rawValue: "programFailed")
}

extension ExternalConverter {
  /// The name under which the program is known, such as “LibreOffice” for `soffice`.
  package var productName: String {
    switch command[0] {
    case "soffice": "LibreOffice"
    case "convert": "ImageMagick"
    default: command[0]
    }
  }
}
