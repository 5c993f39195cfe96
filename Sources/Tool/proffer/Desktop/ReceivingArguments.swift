import ArgumentParsing
import DesktopActions
import JSONText
import ProfferActions
import ProfferFileSystem
import Synchronization

/// A command that receives content from another program.
protocol ReceivingCommand: ProgramCommand {
  var receiving: ReceivingArguments { get set }
}

extension ReceivingCommand {
  var asJSON: Bool { receiving.asJSON }
}

/// The options that `paste` and `catch` share: the content to receive, and its destination.
struct ReceivingArguments: Sendable {
  /// The name of the command in reports.
  let command: String
  /// The file name, without an extension, for content that has no name.
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

  /// - Parameter fileStem: the file name, without an extension, for content that has no name.
  init(_ command: String, namingFiles fileStem: String) {
    self.command = command
    self.fileStem = fileStem
  }

  @ParameterBuilder<Arguments>
  static func parameters<Arguments: ReceivingCommand>(
    timeout: String, json: String
  ) -> [CommandParameter<Arguments>] {
    option(
      "--accept", "TYPES", appendingListTo: \Arguments.receiving.accepted, as: TypeArgument.value,
      help: "The accepted types, in order of preference."
    ).formerly("-t", "--type", "--to")
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
      help: "When writing a bundle, also accept undeclared types."
    ).rare
    flag(
      "--sensitive", to: \Arguments.receiving.takesSensitive,
      help: "When writing a bundle or folder, also accept content marked as sensitive, such as a password."
    ).rare
    flag("-f", "--force", to: \Arguments.receiving.replaces, help: "Overwrite an existing file.")
    option(
      "--timeout", "SECONDS", to: \Arguments.receiving.timeLimit, as: .seconds, help: timeout
    ).rare
    option(
      "--max-size", "SIZE", to: \Arguments.receiving.largestSize, as: LargestSize.argument,
      help: "Maximum size of each type, in bytes or with K, M, G or T (default: 4G).")
    flag("--json", to: \Arguments.receiving.asJSON, help: json)
  }

  func check() throws(ArgumentProblem) {
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
    if output != nil, folder != nil {
      throw ArgumentProblem("-o and --into both set the output; use only one of them")
    }
  }

  /// Whether the content is written to standard output, so that a report would mix with the content.
  var usesStandardOutput: Bool { folder == nil && output ?? .standardStream == .standardStream }

  /// Returns the content to receive, and its destination.
  func receipt(on console: Console) -> ContentReceipt {
    let destination: ContentReceipt.Destination =
      switch (folder, output) {
      case (let folder?, _): .folder(folder)
      case (nil, .path(let path)?): .path(path)
      case (nil, .standardStream?): .stream(PayloadStream(on: console, isNamed: true).write)
      case (nil, nil): .stream(PayloadStream(on: console, isNamed: false).write)
      }
    var receipt = ContentReceipt(into: destination, namingFiles: fileStem)
    receipt.accepted = accepted
    receipt.converts = converts
    receipt.isStrict = isStrict
    receipt.takesUnknownTypes = takesUnknownTypes
    receipt.takesSensitive = takesSensitive
    receipt.replaces = replaces
    receipt.timeLimit = timeLimit
    receipt.largestByteCount = largestSize.byteCount
    return receipt
  }

  // MARK: Results

  /// Prints the result of receiving content.
  func print(_ outcome: ContentReceipt.Outcome, on console: Console) throws {
    switch outcome {
    case .bundle(let path):
      guard asJSON else { return }
      try BundleResult.print(command, path, itemCount: BundleListing.itemCount(of: path), on: console)
    case .files(let paths): try print(paths, on: console)
    case .document(let document): try print(document, on: console)
    }
  }

  private func print(_ paths: [FilePath], on console: Console) throws {
    guard asJSON else {
      for path in paths { try console.tell(path.description) }
      return
    }
    let nodes = paths.map { JSONNode.object(JSONMember.name("path", $0.bytes)) }
    try console.printJSON(command, [JSONMember("files", .array(nodes))])
  }

  private func print(_ document: ContentReceipt.Document, on console: Console) throws {
    guard asJSON else {
      document.report?.outline.print(on: console)
      if let path = document.path { try console.tell(writtenTo: path, named: output) }
      return
    }
    var members = [JSONMember("type", .string(document.typeIdentifier))]
    members += JSONMember.name("path", document.path?.bytes)
    members.append(JSONMember("converted", .boolean(document.report != nil)))
    members += JSONMember.losses(document.report?.outline)
    try console.printJSON(command, members)
  }
}

/// The progress line for content that is being received.
///
/// The line is created when the action first reports progress, because the action may wait for a long time
/// before the transfer begins.
final class ReceivingProgress: Sendable {
  private let label: String
  private let isShown: Bool
  private let bar = Mutex<ProgressBar?>(nil)

  /// - Parameter label: the name of the command.
  init(_ label: String, on console: Console) {
    self.label = label
    isShown = console.showsProgress
  }

  /// Returns a copy of the context that shows the progress of actions.
  ///
  /// The progress line appears when an action first reports progress.
  func shown(by context: ActionContext) -> ActionContext {
    var context = context
    context.progress = { [self] progress in
      let bar = bar.withLock { bar in
        let shown = bar ?? ProgressBar(label, isShown: isShown)
        bar = shown
        return shown
      }
      bar.take(progress)
    }
    return context
  }

  /// Removes the progress line until the next report.
  func clear() {
    let shown = bar.withLock { bar in
      defer { bar = nil }
      return bar
    }
    shown?.clear()
  }
}
