import ArgumentParsing
import Foundation
import ImageCoders
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import TextEncodings
import TypeDiscovery
import UniformTypes

/// `convert`: the same content in another type.
struct ConvertArguments: ProgramCommand {
  var inputs: [PathArgument] = []
  var from: TypeArgument?
  var to: TypeArgument?
  var place: PlaceArgument?
  var output: PathArgument?
  var folder: FilePath?
  var isRecursive = false
  var jobCount: Int?
  var team: String?
  var group: String?
  var replaces = false
  var lists = false
  var plansOnly = false
  var isVerbose = false
  var isRendered = false
  var options = CoderOptions()
  var isStrict = false
  var asJSON = false

  static var declaration: CommandDeclaration<ConvertArguments> {
    CommandDeclaration(
      summary: "Convert files, items of bundles or standard input to another type.",
      details: """
        The type to convert to is that of --to, or that of the output's name: -o notes.html converts to HTML. The result of
        one input goes to standard output, or to the file of -o. With --into FOLDER, or -o FOLDER/, any number of inputs
        are converted, each to its own file in that folder. A bundle means all its items, and with -r a folder means all
        files below it. An input that fails does not stop the others.

        The plan that loses least is used, and what it lost is reported on standard error. With --strict, a conversion
        that loses anything is refused, and nothing is written. The status is 0 if all inputs were converted, 1 if a
        conversion does not exist or is refused, and 2 for any other failure. With -r, files for which there is no
        conversion are skipped.

        The type of an input is determined by its name and contents, unless --from names it. A MIME type can also name the
        encoding of text: --from 'text/html;charset=windows-1251', or the version of a card that is written:
        --to 'text/vcard;version=3.0'. The encoding is that of a byte order mark, if there is
        one, otherwise the one that --from names, otherwise the one that the document declares.
        """,
      examples: [
        "proffer convert notes.md -o notes.html": "Markdown to HTML.",
        "proffer convert -r docs --to html --into site":
          "All files below docs, in the same folders below site.",
        "proffer convert notes.txt --to public.utf8-plain-text":
          "Convert text to UTF-8, on standard output.",
        "proffer convert trip.dragbundle --item 1 --to txt --plan":
          "The steps of the conversion, and what it loses.",
        "proffer convert notes.md --list": "The types that a file can be converted to.",
        "proffer convert page.html --table 2 -o prices.csv": "The second table of a page.",
        "proffer convert prices.csv --typed --to json": "Numbers as numbers.",
        "proffer convert photo.png --max-size 800x600 --strip -o photo.jpg":
          "A small JPEG without the place and the date.",
      ]
    ) {
      option(
        "-t", "--to", "--type", "TYPE", to: \.to, as: TypeArgument.value,
        help: "The type to convert to; by default that of the output's name.")
      option("--from", "TYPE", to: \.from, as: TypeArgument.value, help: "The type of the input.")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help: "An item of the bundle (2), or a representation (2.1).")
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write to this file, or into this folder; - is standard output.")
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder),
        help: "Write into this folder; it is created if needed.")
      flag(
        "-r", "--recursive", to: \.isRecursive, help: "Convert the files below folders, except hidden ones."
      )
      option(
        "-j", "--jobs", "N", to: \.jobCount, as: .integer(in: 1...256),
        help: "How many files are converted at the same time; by default one for each processor.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite existing files.")
      flag("--list", to: \.lists, help: "List what the input can be converted to, and what that loses.")
      flag("--plan", to: \.plansOnly, help: "Show the steps and what they lose of the input; write nothing.")
      flag(
        "--verbose", to: \.isVerbose, help: "With --plan, also show what the steps may lose of other inputs.")
      flag(
        "--rendered", to: \.isRendered,
        help: "Convert Markdown to the text that it shows, without its marks.")
      option(
        "--delimiter", "CHARACTER", to: \.options.delimiter, as: .delimiter,
        help: "What is between the cells of CSV or TSV: a character of ASCII, or tab.")
      option(
        "--header", "yes|no", to: \.options.hasHeader, as: .choice(["yes": true, "no": false]),
        help: "Whether the first row of CSV or TSV names the columns.")
      flag(
        "--typed", to: \.options.readsTypedColumns,
        help: "Read columns of CSV or TSV that hold only numbers, or only true and false, as such.")
      option(
        "--table", "N", to: \.options.tableNumber, as: .integer(in: 1...1_000_000),
        help: "Take this table of a document, which is the first otherwise.")
      flag(
        "--find-links", to: \.options.findsLinks, help: "Make links of the addresses in plain text.")
      option(
        "--quality", "N", to: \.options.images.quality, as: .integer(in: 1...100),
        help: "How well JPEG, WebP and HEIF keep a picture, 1 to 100.")
      option(
        "--max-size", "WxH", to: \.options.images.maximumSize, as: .imageSize,
        help: "Scale a picture down to fit this many pixels; it keeps its proportions.")
      flag(
        "--strip", to: \.options.images.stripsMetadata,
        help: "Leave place, date and all other metadata out of a picture.")
      flag("--strict", to: \.isStrict, help: "Refuse a conversion that loses anything.")
      option("--team", "NAME", to: \.team, as: .text, help: "Read a bundle as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Read a bundle as a member of this group.")
      flag("--json", to: \.asJSON, help: "Report as JSON; needs -o, --into, --plan or --list.")
      operands(
        "INPUT", appendingTo: \.inputs, as: PathArgument.input,
        help: "A file, a bundle, or with -r a folder; - is standard input and needs --from.")
    }
  }

  func check() throws(ArgumentProblem) {
    if output != nil, folder != nil { throw ArgumentProblem("-o and --into both name the output; use one") }
    if lists || plansOnly {
      if inputs.count > 1 { throw ArgumentProblem("--list and --plan take one input") }
      if lists, plansOnly { throw ArgumentProblem("--list and --plan cannot be combined; use one") }
    }
    if isVerbose, !plansOnly { throw ArgumentProblem("--verbose is about --plan; add that, or omit it") }
    if to == nil, !lists, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "the type to convert to is missing; add --to TYPE, or -o and a name such as notes.html")
    }
    if asJSON, !plansOnly, !lists, folder == nil, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "--json needs -o PATH or --into FOLDER, so that the report does not mix with the result, or --plan")
    }
    if inputs.contains(.standardStream), from == nil {
      throw ArgumentProblem("standard input has no name that shows its type; add --from TYPE")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var context = program.actions
    context.identity = receiver
    if lists { return try list(context) }
    let wanted = try wantedType(context)
    if let folder = try outputFolder(for: wanted.type, context) {
      let batch = ConversionBatch(
        wanted: wanted, from: from, receiver: receiver, folder: folder, replaces: replaces,
        isStrict: isStrict, isRendered: isRendered, options: options, context: context)
      let sources = try ConversionBatch.sources(
        inputs, from: from, place: place, receiver: receiver, recursive: isRecursive, context: context)
      return try batch.run(sources, jobCount: jobCount, asJSON: asJSON)
    }
    guard inputs.count == 1, !isRecursive, jobCount == nil else {
      throw ActionError.usage("several inputs need a folder for the results; add --into FOLDER")
    }
    try convert(inputs[0], to: wanted, context)
    return .done
  }

  private var receiver: ReceiverIdentity { ReceiverIdentity(team: team, group: group) }

  /// The type of `--to`, or that of the output's name.
  private func wantedType(_ context: ActionContext) throws -> WantedType {
    if let to { return try WantedType(to, in: context) }
    guard case .path(let path)? = output, let name = path.lastComponent, !path.hasTrailingSlash else {
      throw ActionError.usage("the type to convert to is missing; add --to TYPE")
    }
    let type = try context.types.answer { registry -> UTType? in
      let type = TypeDetector(registry: registry).detect(name: name, prefix: nil).nameType
      return type.flatMap { $0.isDynamic ? nil : $0 }
    }
    guard let type else {
      throw ActionError.usage("the name \(name) does not show a type; add --to TYPE")
    }
    return WantedType(type)
  }

  /// The folder that the results are written into; nil where one result is written to a file or a stream.
  private func outputFolder(for wanted: UTType, _ context: ActionContext) throws -> FilePath? {
    if plansOnly { return nil }
    if let folder { return folder }
    guard case .path(let path)? = output else { return nil }
    if path.hasTrailingSlash { return path }
    // The name of an existing folder can also be that of a result which is a folder itself.
    let isResult = inputs.count == 1 && context.types.registry.conforms(wanted, to: .directory)
    return try !isResult && FileStatus.ifPresent(path)?.kind == .folder ? path : nil
  }

  // MARK: One input

  private func convert(_ input: PathArgument, to wanted: WantedType, _ context: ActionContext) throws {
    // The result itself is shown on a terminal.
    let goesToTerminal = output ?? .standardStream == .standardStream && OpenFile.standardOutput.isTerminal
    let bar = ProgressBar("convert", isShown: !goesToTerminal)
    defer { bar.clear() }
    let source = try ConversionSource(
      input.actionInput, from: from, place: place, in: context.showing(bar))
    var report = ConversionReport(
      source: source.name, wanted: wanted.identifier, isStrict: isStrict, asJSON: asJSON, context: context)
    var coders = AvailableCoders(in: context, readsMarksAsText: !isRendered, options: options)
    let plan: ConversionPlan
    do {
      plan = try coders.plan(from: source.candidates, to: wanted.identifier, by: wanted.writerName)
    } catch let error as ConversionError {
      try report.printNoPlan(from: source.candidates, because: error.message, plansOnly: plansOnly)
      throw ActionError.negative(error.message, code: .noConversion, isReported: asJSON)
    }
    try checkOptions(of: plan)
    if plansOnly { return try show(plan, of: source, context) }
    let destination = try DocumentDestination(
      output ?? .standardStream, isNamed: output != nil, replacing: replaces)
    let (losses, byteCount, encoding) = try source.convert(
      by: plan, to: destination, report, context, showing: bar)
    bar.clear()
    report.encoding = encoding
    try report.print(losses, of: plan, byteCount: byteCount)
  }

  /// Shows the steps, and what they lose of this source: they run, and the result is dropped.
  private func show(_ plan: ConversionPlan, of source: ConversionSource, _ context: ActionContext) throws {
    let document = try source.load(plan.sourceIndex)
    let encoding = document.textDetection(types: context.types.registry)
    let trial = try source.naming { try plan.stream(document) { _ in } }
    if asJSON {
      let members = (plan.json.members ?? []) + (encoding.map { [JSONMember("encoding", $0.json)] } ?? [])
      return try Console.shared.print(JSONEnvelope.result(of: "convert", members + trial.jsonMembers))
    }
    var lines = plan.steps
    if let encoding { lines.append("the text is \(encoding.encoding), \(encoding.reason)") }
    lines.append(
      plan.holdsDocument
        ? "holds the whole document: \(ConversionReport.holdingRemark)" : "goes piece by piece")
    let losses = trial.losses.descriptions
    lines.append(
      losses.isEmpty ? "loses nothing of \(source.name)" : "loses \(losses.joined(separator: ", "))")
    if isVerbose {
      lines.append(plan.lossText.isEmpty ? "loses nothing of any" : "may lose \(plan.lossText) of others")
    }
    try Console.shared.print(lines: lines)
    for warning in trial.warnings { Console.shared.note(warning) }
  }

  // MARK: What an input can become

  private func list(_ context: ActionContext) throws -> ExitStatus {
    let source = try ConversionSource(
      inputs[0].actionInput, from: from, place: place, in: context)
    var list = ConversionList(of: source, options: options, context: context)
    return try list.print(as: "convert", asJSON: asJSON)
  }
}

extension ConversionSource {
  /// Converts and writes the result.
  ///
  /// - Returns: what was lost, how many bytes were written, and for a report as JSON the encoding of a text.
  func convert(
    by plan: ConversionPlan, to destination: DocumentDestination, _ report: ConversionReport,
    _ context: ActionContext, showing bar: ProgressBar? = nil
  ) throws -> (losses: StepReport, byteCount: Int, encoding: EncodingDetection?) {
    var document = try load(plan.sourceIndex)
    document.isStrict = report.isStrict
    bar?.work(on: UInt64(document.contents.byteCount))
    let encoding = report.asJSON ? document.textDetection(types: context.types.registry) : nil
    report.noteHolding(document.contents.byteCount, by: plan)
    // Bytes in a stream cannot be taken back, so that a strict conversion is complete before its first byte.
    if plan.streams, !(report.isStrict && destination.path == nil) {
      var byteCount = 0
      let source = document.data
      var isCopy = TypeIdentifier(plan.sourceIdentifier) == "net.daringfireball.markdown"
      var losses = StepReport()
      try destination.write { take in
        losses = try naming {
          try plan.stream(document) { piece in
            isCopy =
              isCopy && byteCount + piece.count <= source.count
              && source.withUnsafeBytes { $0[byteCount..<byteCount + piece.count].elementsEqual(piece) }
            byteCount += piece.count
            try take(piece)
            bar?.add(UInt64(piece.count))
          }
        }
        try report.refuseLosses(losses, of: plan)
      }
      if isCopy, byteCount == source.count, byteCount > 0 {
        losses.warnings.append(ConversionReport.copyNote)
      }
      return (losses, byteCount, encoding)
    }
    let result = try naming { try plan.run(on: document) }
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    try report.refuseLosses(losses, of: plan)
    try destination.write(result.contents, as: result.typeIdentifier, context: context)
    return (losses, result.contents.byteCount, encoding)
  }
}
