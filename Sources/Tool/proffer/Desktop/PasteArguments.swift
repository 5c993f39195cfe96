import ArgumentParsing
import DesktopTransfer
import Foundation
import ItemProviders
import JSONText
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// `paste`: what another program has copied, in the type that is wanted, or all of it.
struct PasteArguments: ProgramCommand {
  var accepted: [TypeArgument] = []
  var output: PathArgument?
  var folder: FilePath?
  var lists = false
  var desktop = DesktopArguments()
  var converts = false
  var isStrict = false
  var takesUnknownTypes = false
  var takesSensitive = false
  var replaces = false
  var timeLimit: Duration?
  var largestSize = LargestSize()
  var asJSON = false

  static var declaration: CommandDeclaration<PasteArguments> {
    CommandDeclaration(
      summary: "Paste what is on the clipboard: the best type, or everything.",
      details: """
        Text goes to standard output, if there is any, else the best type that is offered. With --accept, the first of the
        types that fits is pasted. With -o FILE, the type is that of the name. With --into FOLDER, copied files are copied
        into the folder, and other content becomes a file there.

        With -o NAME.dragbundle, everything is pasted into a bundle: all types that are known, and copied files as items.
        With --list, nothing is pasted.

        The status is 1 if the clipboard is empty or nothing matches. Nothing is written before all of it has come, but to
        standard output.
        """,
      examples: [
        "proffer paste": "The text on the clipboard.",
        "proffer paste --list": "All types on the clipboard, with their names.",
        "proffer paste --accept md --convert": "A part of a web page as Markdown.",
        "proffer paste -o clip.dragbundle": "Everything, to be copied again some day.",
        "proffer paste --into photos": "The picture or the files that were copied.",
      ]
    ) {
      option(
        "--accept", "-t", "--type", "--to", "TYPES", appendingListTo: \.accepted, as: TypeArgument.value,
        help: "The types that are wanted, most wanted first.")
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write to this file, bundle or folder; - is standard output.")
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder),
        help: "Write into this folder; it is created if needed.")
      flag("-l", "--list", to: \.lists, help: "List what is offered; paste nothing.")
      DesktopArguments.parameters(
        route: \.desktop.route, selection: \.desktop.selection, isVerbose: \.desktop.isVerbose)
      flag("--convert", to: \.converts, help: "Convert if no type matches.")
      flag("--strict", to: \.isStrict, help: "With --convert: refuse a conversion that loses anything.")
      flag(
        "--all-types", to: \.takesUnknownTypes,
        help: "Into a bundle: take types that nothing here declares too.")
      flag(
        "--sensitive", to: \.takesSensitive,
        help: "Into a bundle or folder: also what a program asks not to keep, such as a password.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite an existing file.")
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "How long the other program may do nothing; 10 by default.")
      option(
        "--max-size", "SIZE", to: \.largestSize, as: LargestSize.argument,
        help: "The most that is taken of a type: bytes, or 5M, 20G; 4G by default.")
      flag("--json", to: \.asJSON, help: "Print JSON; needs -o, --into or --list.")
    }
  }

  func check() throws(ArgumentProblem) {
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
    if output != nil, folder != nil { throw ArgumentProblem("-o and --into both name the output; use one") }
    if lists, output != nil || folder != nil {
      throw ArgumentProblem("--list writes nothing; omit -o and --into")
    }
    if asJSON, !lists, folder == nil, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "--json needs -o PATH, --into FOLDER or --list, so that the report does not mix with the content")
    }
  }

  /// Whether everything is pasted, into a bundle.
  private var bundlePath: FilePath? {
    guard case .path(let path)? = output, let name = path.lastComponent?.string,
      name.lowercased().hasSuffix(".dragbundle")
    else { return nil }
    return path
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    var limits = TransferLimits()
    if let timeLimit { limits.idle = timeLimit }
    if let byteCount = largestSize.byteCount { limits.byteCount = byteCount }
    do {
      let (contents, route) = try desktop.using { try $0.offered(as: desktop.selection, within: limits) }
      let content = PastedContent(contents, types: types.registry)
      if lists {
        try PastedList(content, desktop.selection, route).print(asJSON: asJSON)
        return .done
      }
      try types.install()
      try paste(content, types)
    } catch let error as TransferError where error.code == .empty || error.code == .refused {
      throw ProgramError(code: .negative, subject: nil, reason: error.message, cause: error)
    }
    return .done
  }

  private func paste(_ content: PastedContent, _ types: TypeContext) throws {
    if content.names.isSensitive, bundlePath != nil || folder != nil, !takesSensitive {
      throw ProgramError.negative(
        "the program that offers \(desktop.selection.displayName) asks not to keep it, as of a password; --sensitive "
          + "keeps it", name: "sensitive")
    }
    let wanted = try accepted.map { try $0.resolved(in: types) }
    if let bundlePath {
      let bundle = PastedBundle(
        content, accepting: wanted, takingUnknownTypes: takesUnknownTypes, types: types)
      try bundle.write(to: bundlePath, replacing: replaces)
      if asJSON { try BundleResult.print("paste", bundlePath) }
      return
    }
    if wanted.isEmpty, let folder = try outputFolder, let files = try content.files() {
      return try place(files, in: folder, types)
    }
    let choice = try PastedChoice(
      content, accepting: wanted.isEmpty ? impliedTypes(content, types) : wanted, converting: converts,
      types: types)
    try write(choice, of: content, types)
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
  private func impliedTypes(_ content: PastedContent, _ types: TypeContext) throws -> [UTType] {
    switch output {
    case nil where folder == nil, .standardStream: return content.hasText ? [.plainText] : []
    case .path(let path):
      guard try outputFolder == nil, let name = path.lastComponent,
        let fileExtension = FilenameExtension.of(name.bytes),
        let type = types.registry.type(
          tag: fileExtension, tagClass: .filenameExtension, conformingTo: nil), !type.isDynamic
      else { return [] }
      return [type]
    case nil: return []
    }
  }

  // MARK: Writing

  private func write(_ choice: PastedChoice, of content: PastedContent, _ types: TypeContext) throws {
    guard let plan = choice.plan else {
      let destination = try destination(of: choice.typeIdentifier, types)
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
      throw ProgramError.failure("what is pasted cannot be converted: \(error.message)", cause: error)
    }
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    let conversion = ConversionReport(
      source: "what is pasted", wanted: plan.destinationIdentifier, isStrict: isStrict, asJSON: false)
    try conversion.refuseLosses(losses, of: plan)
    let destination = try destination(of: result.typeIdentifier, types)
    if !asJSON { try conversion.print(losses, of: plan, byteCount: result.contents.byteCount) }
    try destination.write(result.contents, as: result.typeIdentifier, types: types)
    try report(result.typeIdentifier, destination.path, losses)
  }

  private func destination(of typeIdentifier: String, _ types: TypeContext) throws -> DocumentDestination {
    if let folder { try Folder.createWithParents(folder) }
    return try DocumentDestination(
      folder.map { .path($0) } ?? output ?? .standardStream, isNamed: output != nil,
      for: FileNaming.name(
        suggested: "pasted", sourceName: nil, typeIdentifier: typeIdentifier, registry: types.registry),
      replacing: replaces)
  }

  /// Copies the files that another program has copied.
  private func place(_ files: [FilePath], in folder: FilePath, _ types: TypeContext) throws {
    try Folder.createWithParents(folder)
    let paths = try PastedFiles(files).place(in: folder, types: types)
    guard asJSON else {
      for path in paths { try Console.tell(path.description) }
      return
    }
    let nodes = paths.map { JSONNode.object(JSONMember.name("path", $0.bytes)) }
    try Console.print(JSONEnvelope.result(of: "paste", [JSONMember("files", .array(nodes))]))
  }

  private func report(_ typeIdentifier: String, _ path: FilePath?, _ losses: StepReport?) throws {
    guard asJSON else {
      if let path, folder != nil { try Console.tell(path.description) }
      return
    }
    var members = [JSONMember("type", .string(typeIdentifier))]
    members += JSONMember.name("path", path?.bytes)
    members.append(JSONMember("converted", .boolean(losses != nil)))
    members += (losses ?? StepReport()).jsonMembers
    try Console.print(JSONEnvelope.result(of: "paste", members))
  }
}
