import ArgumentParsing
import DesktopTransfer
import Foundation
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A command that takes what another program offers.
protocol ReceivingCommand: ProgramCommand {
  var receiving: ReceivingArguments { get set }
}

extension ReceivingCommand {
  var asJSON: Bool { receiving.asJSON }
}

/// What is taken of what another program offers, and where it goes: the options that `paste` and `catch` share.
struct ReceivingArguments: Sendable {
  /// The command, as reports name it.
  let command: String
  /// The name of a file for content that has none.
  let fileStem: String
  var accepted: [TypeArgument] = []
  var output: PathArgument?
  var folder: FilePath?
  var converts = false
  var isStrict = false
  var takesUnknownTypes = false
  var takesSensitive = false
  var replaces = false
  var timeLimit: Duration?
  var largestSize = LargestSize()
  var asJSON = false

  /// - Parameter fileStem: the name, without an extension, of a file for content that has none.
  init(_ command: String, namingFiles fileStem: String) {
    self.command = command
    self.fileStem = fileStem
  }

  @ParameterBuilder<Arguments>
  static func parameters<Arguments: ReceivingCommand>(
    timeout: String, json: String
  ) -> [CommandParameter<Arguments>] {
    option(
      "--accept", "-t", "--type", "--to", "TYPES", appendingListTo: \Arguments.receiving.accepted,
      as: TypeArgument.value, help: "The types that are wanted, most wanted first.")
    option(
      "-o", "--output", "PATH", to: \Arguments.receiving.output, as: PathArgument.output,
      help: "Write to this file, bundle or folder; - is standard output.")
    option(
      "--into", "FOLDER", to: \Arguments.receiving.folder, as: FilePath.argument(.folder),
      help: "Write into this folder; it is created if needed.")
    flag("--convert", to: \Arguments.receiving.converts, help: "Convert if no type matches.")
    flag(
      "--strict", to: \Arguments.receiving.isStrict,
      help: "With --convert: refuse a conversion that loses anything.")
    flag(
      "--all-types", to: \Arguments.receiving.takesUnknownTypes,
      help: "Into a bundle: take types that nothing here declares too.")
    flag(
      "--sensitive", to: \Arguments.receiving.takesSensitive,
      help: "Into a bundle or folder: also what a program asks not to keep, such as a password.")
    flag("-f", "--force", to: \Arguments.receiving.replaces, help: "Overwrite an existing file.")
    option(
      "--timeout", "SECONDS", to: \Arguments.receiving.timeLimit, as: .seconds, help: timeout)
    option(
      "--max-size", "SIZE", to: \Arguments.receiving.largestSize, as: LargestSize.argument,
      help: "The most that is taken of a type: bytes, or 5M, 20G; 4G by default.")
    flag("--json", to: \Arguments.receiving.asJSON, help: json)
  }

  func check() throws(ArgumentProblem) {
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
    if output != nil, folder != nil { throw ArgumentProblem("-o and --into both name the output; use one") }
  }

  /// Whether the content goes to standard output, where a report would mix with it.
  var usesStandardOutput: Bool { folder == nil && output ?? .standardStream == .standardStream }

  /// How much is taken, and how long the other program may do nothing.
  var limits: TransferLimits {
    var limits = TransferLimits()
    if let timeLimit { limits.idle = timeLimit }
    if let byteCount = largestSize.byteCount { limits.byteCount = byteCount }
    return limits
  }

  /// Whether everything is taken, into a bundle.
  private var bundlePath: FilePath? {
    guard case .path(let path)? = output, let name = path.lastComponent?.string,
      name.lowercased().hasSuffix(".dragbundle")
    else { return nil }
    return path
  }

  /// Whether something that is offered under these names is wanted.
  func accepts(_ names: [String], _ context: ActionContext) throws -> Bool {
    if accepted.isEmpty || converts { return true }
    let wanted = try accepted.map { try $0.resolved(in: context) }
    return IncomingNames(names, types: context.types.registry).types.contains { type in
      wanted.contains { context.types.registry.conforms(identifier: type.typeIdentifier, to: $0.identifier) }
    }
  }

  // MARK: Taking

  /// Writes what is offered where it is wanted.
  func take(_ content: PastedContent, _ context: ActionContext) throws {
    if content.names.isSensitive, bundlePath != nil || folder != nil, !takesSensitive {
      throw ActionError.negative(
        "the program that offers \(content.selection.displayName) asks not to keep it, as of a password; --sensitive "
          + "keeps it", code: .sensitive)
    }
    let wanted = try accepted.map { try $0.resolved(in: context) }
    if let bundlePath {
      let bundle = PastedBundle(
        content, accepting: wanted, takingUnknownTypes: takesUnknownTypes, context: context)
      try bundle.write(to: bundlePath, replacing: replaces)
      if asJSON { try BundleResult.print(command, bundlePath) }
      return
    }
    if wanted.isEmpty, let folder = try outputFolder, let files = try content.files() {
      return try place(files, in: folder, context)
    }
    let choice = try PastedChoice(
      content, accepting: wanted.isEmpty ? impliedTypes(content, context) : wanted, converting: converts,
      context: context)
    try write(choice, of: content, context)
  }

  /// The folder that is written into; nil for a file or standard output.
  private var outputFolder: FilePath? {
    get throws {
      if let folder { return folder }
      guard case .path(let path)? = output else { return nil }
      return try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder ? path : nil
    }
  }

  /// The types that the output implies: that of the name of a file, and text on standard output.
  private func impliedTypes(_ content: PastedContent, _ context: ActionContext) throws -> [UTType] {
    switch output {
    case nil where folder == nil, .standardStream: return content.hasText ? [.plainText] : []
    case .path(let path):
      guard try outputFolder == nil, let name = path.lastComponent,
        let fileExtension = FilenameExtension.of(name.bytes),
        let type = context.types.registry.type(
          tag: fileExtension, tagClass: .filenameExtension, conformingTo: nil), !type.isDynamic
      else { return [] }
      return [type]
    case nil: return []
    }
  }

  // MARK: Writing

  private func write(_ choice: PastedChoice, of content: PastedContent, _ context: ActionContext) throws {
    guard let plan = choice.plan else {
      let destination = try destination(of: choice.typeIdentifier, context)
      if destination.path == nil {
        // Standard output needs no whole value.
        let stream = PayloadStream(isNamed: output != nil)
        try content.stream(choice.offered, stream.write)
      } else {
        try destination.write { take in try content.stream(choice.offered, take) }
      }
      return try report(choice.typeIdentifier, destination.path, nil)
    }
    let source = RepresentationSource(
      try content.data(choice.offered), typeIdentifier: choice.offered.typeIdentifier)
    let result: ConversionResult
    do { result = try plan.run(on: source) } catch let error as CoderError {
      throw ActionError.failure("what is offered cannot be converted: \(error.message)", cause: error)
    }
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    if isStrict {
      do { try losses.refuse(of: plan, from: "what is offered", in: context) } catch {
        for warning in losses.warnings { Console.shared.note(warning) }
        throw error
      }
    }
    let destination = try destination(of: result.typeIdentifier, context)
    if !asJSON { ConversionReport(console: .shared, asJSON: false).print(losses) }
    try destination.write(result.contents, as: result.typeIdentifier, context: context)
    try report(result.typeIdentifier, destination.path, losses)
  }

  private func destination(of typeIdentifier: String, _ context: ActionContext) throws -> DocumentDestination
  {
    if let folder { try Folder.createWithParents(folder) }
    var name = FileNaming.name(
      suggested: fileStem, sourceName: nil, typeIdentifier: typeIdentifier, registry: context.types.registry)
    if let folder, !replaces { name = try freeName(name, in: folder) }
    return try DocumentDestination(
      folder.map { .path($0) } ?? output ?? .standardStream, isNamed: output != nil,
      for: name, replacing: replaces)
  }

  /// The name, or the next one with a number that no file in the folder has, as for files that are copied into it.
  private func freeName(_ name: FileName, in folder: FilePath) throws -> FileName {
    var free = name
    var number = 2
    while try FileStatus.ifPresent(folder.appending(free), followingLinks: false) != nil {
      free = FileNaming.numbered(name, number)
      number += 1
    }
    return free
  }

  /// Copies the files that another program has copied.
  private func place(_ files: [FilePath], in folder: FilePath, _ context: ActionContext) throws {
    try Folder.createWithParents(folder)
    let paths = try PastedFiles(files).place(in: folder, context: context)
    guard asJSON else {
      for path in paths { try Console.shared.tell(path.description) }
      return
    }
    let nodes = paths.map { JSONNode.object(JSONMember.name("path", $0.bytes)) }
    try Console.shared.print(JSONEnvelope.result(of: command, [JSONMember("files", .array(nodes))]))
  }

  private func report(_ typeIdentifier: String, _ path: FilePath?, _ losses: StepReport?) throws {
    guard asJSON else {
      if let path, folder != nil { try Console.shared.tell(path.description) }
      return
    }
    var members = [JSONMember("type", .string(typeIdentifier))]
    members += JSONMember.name("path", path?.bytes)
    members.append(JSONMember("converted", .boolean(losses != nil)))
    members += (losses ?? StepReport()).jsonMembers
    try Console.shared.print(JSONEnvelope.result(of: command, members))
  }
}
