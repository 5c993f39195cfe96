import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The command `convert`: converts content to another type.
struct ConvertArguments: ProgramCommand {
  var inputs: [PathArgument] = []
  var list: PathArgument?
  var isSeparatedByNull = false
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
  var skipsExisting = false
  var isDryRun = false
  var lists = false
  var plansOnly = false
  var isVerbose = false
  var isRendered = false
  var pictures: PicturePlacement?
  var options = CoderChoices()
  var externalProgram: String?
  var isStrict = false
  var asJSON = false

  static var declaration: CommandDeclaration<ConvertArguments> {
    CommandDeclaration(
      summary: "Convert files, items of bundles or standard input to another type.",
      details: """
        --to sets the type of the result. Without --to, the extension of the output determines the type: -o
        notes.html converts to HTML. With a single input, the result is written to standard output, or to the
        file given with -o. With --into FOLDER, or -o FOLDER/, each input is converted to its own file in that
        folder. If an input is a bundle, all its items are converted. With -r, all files below a folder are
        converted, except hidden files. The output folder is never an input. An input that fails does not stop
        the others. The paths of the results are printed, followed by one line with all losses and one line
        with the number of files.

        --files-from FILE reads the names of inputs from a file, one on each line. The folders in these names
        are also created in the output folder. A name that is listed twice is converted once. To resume an
        interrupted conversion, or to divide one between several processes, use --skip-existing.

        If several conversions are possible, the one that loses the least is used. Its losses are
        reported on standard error. With --strict, a conversion that loses anything is refused, and
        nothing is written. The exit status is 0 if all inputs were converted, 1 if a conversion does
        not exist or was refused, and 2 for any other failure. With -r, files that cannot be converted
        are skipped.

        The type of an input is determined by its name and contents, unless it is given with --from. Standard
        input has no name; if it contains text, a note reports the detected type. A MIME type can also specify
        the encoding of a text, as in --from 'text/html;charset=windows-1251', or the version of a vCard to
        write, as in --to 'text/vcard;version=3.0'. A byte order mark overrides --from, and --from overrides a
        declaration in the document.
        """,
      examples: [
        "proffer convert notes.md -o notes.html": "Markdown to HTML.",
        "proffer convert -r docs --to html --into site": "All files below docs, in site.",
        "proffer convert --files-from list.txt --to html --into site": "The files listed in list.txt.",
        "proffer convert notes.txt --to public.utf8-plain-text": "Text in UTF-8, on standard output.",
        "proffer convert trip.dragbundle --item 1 --to txt --plan":
          "The steps of the conversion, and their losses.",
        "proffer convert notes.md --list": "The types to which the file can be converted.",
        "proffer convert page.html --table 2 -o prices.csv": "The second table of a page.",
        "proffer convert prices.csv --typed --to json": "Read numbers as numbers, not as text.",
        "proffer convert report.rtf --media media -o report.md":
          "Markdown, with its pictures in the folder media.",
        "proffer convert plan.pdf --page all --to png --into pages": "A picture of each page.",
        "proffer convert photo.png --fit 800x600 --strip -o photo.jpg": "A small JPEG without location.",
      ]
    ) {
      option(
        "-t", "--to", "TYPE", to: \.to, as: TypeArgument.result,
        help: "The type of the result (default: determined by the name of the output)."
      ).formerly("--type")
      option("--from", "TYPE", to: \.from, as: TypeArgument.value, help: "The type of the input.")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help: "The number or name of an item, or the number of a representation, such as 2.1.")
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write to this file, or into this folder; - is standard output.")
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder),
        help: "Write into this folder; it is created if needed.")
      flag("-r", "--recursive", to: \.isRecursive, help: "Convert files below folders, except hidden ones.")
      option(
        "--files-from", "FILE", to: \.list, as: PathArgument.input,
        help: "Convert the files listed in this file, one on each line; - is standard input.")
      flag(
        "-0", "--null", to: \.isSeparatedByNull,
        help: "The names in the --files-from list end with NUL instead of a newline."
      ).rare
      option(
        "-j", "--jobs", "N", to: \.jobCount, as: .integer(in: 1...256),
        help: "The number of files to convert at the same time (default: one for each processor)."
      ).rare
      flag("-f", "--force", to: \.replaces, help: "Overwrite existing files.")
      flag("--skip-existing", to: \.skipsExisting, help: "Skip inputs whose results exist.")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Convert to find paths and losses; write nothing.")
      flag("-l", "--list", to: \.lists, help: "List the possible conversions of the input and their losses.")
      flag(
        "--plan", to: \.plansOnly, help: "Show the steps of the conversion and their losses; write nothing.")
      flag(
        "-v", "--verbose", to: \.isVerbose,
        help: "List losses and skipped inputs by file; with --plan, also possible losses of other inputs."
      ).rare
      flag("--rendered", to: \.isRendered, help: "When converting Markdown to plain text, remove the markup.")
        .rare
      option(
        "--media", "FOLDER|inline", to: \.pictures, as: .media,
        help: "When converting to Markdown, keep pictures in this folder, or inline.")
      option(
        "--delimiter", "CHARACTER", to: \.options.delimiter, as: .delimiter,
        help: "The character between the cells of CSV or TSV: an ASCII character, or tab."
      ).rare
      option(
        "--header", "yes|no", to: \.options.hasHeader, as: .choice(["yes": true, "no": false]),
        help: "Whether the first row of CSV or TSV contains column names."
      ).rare
      flag(
        "--typed", to: \.options.readsTypedColumns,
        help: "In CSV or TSV, read columns of numbers, dates, times, or true and false as such values."
      ).rare
      option(
        "--table", "N|NAME|all", to: \.options.table, as: .table,
        help: "The table or sheet of the document to convert (default: the first); all needs --into."
      ).rare
      option(
        "--page", "N|all", to: \.options.page, as: .page,
        help: "The page of a PDF to convert (default: the first, or all for text); all needs --into."
      ).rare
      option(
        "--draw-size", "WxH", to: \.options.drawnSize, as: .imageSize,
        help: "Draw an SVG or a page of a PDF into this size in pixels, larger or smaller than its own."
      ).rare
      option(
        "--document", "N", to: \.options.document, as: .integer(in: 1...1_000_000),
        help: "The document of a YAML file to convert (default: all, as one list)."
      ).rare
      option(
        "--changes", "accepted|rejected", to: \.options.rejectsChanges,
        as: .choice(["accepted": false, "rejected": true]),
        help: "Accept or reject tracked changes in Word and OpenDocument files (default: accepted)."
      ).rare
      option(
        "--program", "NAME", to: \.externalProgram, as: .text,
        help: "Convert with this external program, such as pandoc or libreoffice."
      ).rare
      flag("--find-links", to: \.options.findsLinks, help: "Turn addresses in plain text into links.").rare
      option(
        "--quality", "N", to: \.options.quality, as: .integer(in: 1...100),
        help: "The quality of JPEG, WebP, HEIC and AVIF, 1 to 100."
      ).rare
      option(
        "--sizes", "N,N...", to: \.options.iconSizes, as: .iconSizes,
        help: "The sizes of the pictures of an ICO file in pixels, at most 256, such as 16,32,48."
      ).rare
      option(
        "--fit", "WxH", to: \.options.largestSize, as: .imageSize,
        help: "Scale a picture down to fit into this size in pixels; the proportions are kept."
      ).formerly("--max-size")
      flag(
        "--strip", to: \.options.stripsMetadata,
        help: "Remove location, date and all other metadata from pictures.")
      flag("--strict", to: \.isStrict, help: "Refuse a conversion that loses anything.")
      option("--team", "NAME", to: \.team, as: .text, help: "Read a bundle as a member of this team.").rare
      option(
        "--group", "NAME", to: \.group, as: .text, help: "Read a bundle as a member of this visibility group."
      ).rare
      flag("--json", to: \.asJSON, help: "Report as JSON; needs -o, --into, --plan or --list.")
      operands(
        "INPUT", appendingTo: \.inputs, as: PathArgument.input, orInput: true, unless: "--files-from",
        help: "A file, a bundle, or with -r a folder.")
    }
  }

  func check() throws(ArgumentProblem) {
    try (inputs + [list].compactMap(\.self)).requireOneStream()
    if output != nil, folder != nil {
      throw ArgumentProblem("-o and --into both set the output; use only one of them")
    }
    if lists || plansOnly, inputs.count != 1 || list != nil || isDryRun {
      throw ArgumentProblem("--list and --plan accept only one input, and neither --files-from nor --dry-run")
    }
    if isSeparatedByNull, list == nil {
      throw ArgumentProblem("-0 applies only to --files-from; add --files-from, or omit -0")
    }
    if skipsExisting, replaces { throw ArgumentProblem("--skip-existing and --force cannot be combined") }
    if lists, externalProgram != nil {
      throw ArgumentProblem("--list lists the conversions with all programs; omit --program")
    }
    if lists, plansOnly { throw ArgumentProblem("--list and --plan cannot be combined; use one") }
    if to == nil, !lists, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "the type to convert to is missing; add --to TYPE, or -o and a name such as notes.html")
    }
    if asJSON, !plansOnly, !lists, folder == nil, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "--json requires -o PATH, --into FOLDER or --plan, because the report is written to standard output")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var program = program
    program.actions = program.actions.asMember(ofTeam: team, group: group)
    if lists {
      var action = PossibleConversions(of: inputs[0].actionInput, from: from, place: place)
      action.options = options.options
      return try action.run(in: program.actions).print(as: "convert", asJSON: asJSON, on: program.console)
    }
    let report = ConversionReport(
      on: program.console, asJSON: asJSON, isVerbose: isVerbose, isDryRun: isDryRun)
    do {
      return try plansOnly ? show(program) : convert(program, report)
    } catch let error where inputs.count == 1 && list == nil && !plansOnly && !error.isReported {
      throw try report.refused(error, of: inputs[0])
    }
  }

  private func action(_ console: Console) -> DocumentConversion {
    var action = DocumentConversion(of: inputs.map(\.actionInput), to: to, output: actionOutput(console))
    action.from = from
    action.place = place
    action.list = list.map { InputList($0.actionInput, isSeparatedByNull: isSeparatedByNull) }
    action.replaces = replaces
    action.skipsExisting = skipsExisting
    action.isDryRun = isDryRun
    action.reportsWhenDone = asJSON
    action.isRecursive = isRecursive
    action.jobCount = jobCount
    action.isStrict = isStrict
    action.isRendered = isRendered
    action.pictures = pictures
    action.options = options.options
    action.separatesSheets = options.table == .all
    action.separatesPages = options.page == .all
    action.program = externalProgram
    action.detectsEncoding = asJSON
    return action
  }

  private func actionOutput(_ console: Console) -> ActionOutput {
    if let folder { return .folder(folder) }
    switch output {
    case .path(let path): return .path(path)
    case .standardStream, nil: return .stream(PayloadStream(on: console, isNamed: output != nil).write)
    }
  }

  private func convert(_ program: ProgramContext, _ report: ConversionReport) throws -> ExitStatus {
    // Progress is not shown if the result is printed on the terminal.
    let goesToTerminal =
      folder == nil && output ?? .standardStream == .standardStream && program.console.outputIsTerminal
    let action = action(program.console)
    let totals = try program.showingProgress("convert", isShown: !goesToTerminal) { context in
      var context = context
      if asJSON { context.note = { [note = context.note] in if !$0.isAboutMemory { note($0) } } }
      return try action.run(in: context, each: report.add)
    }
    return try report.finish(totals)
  }

  /// Prints the steps of the conversion, and the losses for the given source.
  private func show(_ program: ProgramContext) throws -> ExitStatus {
    let trial = try ConversionTrial(of: action(program.console)).run(in: program.actions)
    let plan = trial.plan.outline
    let report = trial.report.outline.overridingGuess(by: trial.textType, of: asJSON ? nil : trial.source)
    let encoding = trial.encoding?.outline
    if asJSON {
      let members =
        JSONNode.planMembers(plan) + (encoding.map { [JSONMember("encoding", .encoding($0))] } ?? [])
      try program.console.printJSON("convert", members + JSONMember.losses(report))
      return .done
    }
    var lines = plan.steps
    if let encoding { lines.append("the text is \(encoding.name), \(encoding.reason)") }
    lines.append(
      plan.holdsDocument
        ? "reads the whole document into memory, \(ActionNote.holdingRemark)"
        : "reads and writes piece by piece")
    let losses = report.lossTexts
    lines.append(
      losses.isEmpty ? "converts \(trial.source) without loss" : "loses \(losses.joined(separator: ", "))")
    if isVerbose {
      lines.append(
        plan.lossText.isEmpty
          ? "other inputs are converted without loss" : "other inputs may lose \(plan.lossText)")
    }
    try program.console.print(lines: lines)
    for remark in report.remarks { program.console.note(remark) }
    for remedy in trial.remedies { program.console.note(remedy.remark) }
    return .done
  }
}

extension ActionNote {
  /// Whether the note is about the memory use of a conversion.
  fileprivate var isAboutMemory: Bool {
    if case .holdsDocument = self { true } else { false }
  }
}
