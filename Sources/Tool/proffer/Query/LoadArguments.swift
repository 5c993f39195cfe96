import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `load`: loads one representation of a bundle.
struct LoadArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var type: TypeArgument?
  var place: PlaceArgument?
  var operandPlace: PlaceArgument?
  var output: PathArgument?
  var folder: FilePath?
  var replaces = false
  var isInPlace = false
  var converts = false
  var isStrict = false
  var asJSON = false
  var team: String?
  var group: String?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<LoadArguments> {
    CommandDeclaration(
      summary: "Load one representation from a bundle.",
      details: """
        With --type, the command loads the best match for that type. With a number such as 1.2, it loads
        that representation. Otherwise, it loads the best representation of the item. The bytes are
        written to standard output or, with -o FILE, to a file. With --into FOLDER, or -o FOLDER, they
        are written to a file in that folder, under the name of the representation. A representation
        that is a folder needs -o or --into. The exit status is 1 if nothing matches.
        """,
      examples: [
        "proffer load trip.dragbundle --item 1 --type txt":
          "The bytes of the first item's plain text, exactly as they were packed.",
        "proffer load trip.dragbundle 1.2 -o notes.html":
          "The second representation of the first item, as a file.",
        "proffer load trip.dragbundle --type png --into photos": "A picture with its own name, in a folder.",
      ]
    ) {
      option(
        "--type", "TYPE", to: \.type, as: TypeArgument.content,
        help: "The type to load; without it, the best representation."
      ).formerly("-t", "--to")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help:
          "The number or name of an item, if several match, or the number of a representation, such as 2.1.")
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write to this file or folder; - is standard output.")
      option(
        "--into", "FOLDER", to: \.folder, as: FilePath.argument(.folder),
        help: "Write into this folder; it is created if needed.")
      flag("-f", "--force", to: \.replaces, help: "Overwrite an existing file.")
      flag(
        "--in-place", to: \.isInPlace,
        help: "Print the path of a file that is offered in place; copy nothing.")
      flag("--convert", to: \.converts, help: "Convert if no representation matches.")
      flag("--strict", to: \.isStrict, help: "With --convert: refuse a conversion that loses anything.")
      option("--team", "NAME", to: \.team, as: .text, help: "Load as a member of this team.").rare
      option("--group", "NAME", to: \.group, as: .text, help: "Load as a member of this visibility group.")
        .rare
      flag("--json", to: \.asJSON, help: "Report as JSON; needs -o, --into or --in-place.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, orInput: true, help: "The bundle.")
      operand(
        "PLACE", to: \.operandPlace, as: PlaceArgument.value,
        help: "An item or a representation, as with --item.")
    }
  }

  func check() throws(ArgumentProblem) {
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
    if output != nil, folder != nil {
      throw ArgumentProblem("-o and --into both set the output; use only one of them")
    }
    if place != nil, operandPlace != nil {
      throw ArgumentProblem("--item and the operand PLACE have the same meaning; use only one of them")
    }
    if asJSON, !isInPlace, folder == nil, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "--json requires -o PATH or --into FOLDER, because the report is written to standard output")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var program = program
    program.actions = program.actions.asMember(ofTeam: team, group: group)
      .expanding(toAtMost: largestSize.byteCount)
    var loading = RepresentationLoading(from: bundle.actionInput, to: delivery(on: program.console))
    loading.type = type
    loading.place = place ?? operandPlace
    loading.replaces = replaces
    loading.converts = converts
    loading.isStrict = isStrict
    // Progress is not shown if the bytes are printed on the terminal.
    let goesToTerminal = isStreamed && program.console.outputIsTerminal
    let outcome = try LargestSize.explained {
      try program.showingProgress("load", isShown: !goesToTerminal && !isInPlace) {
        try loading.run(in: $0)
      }
    }
    if isInPlace, !asJSON, let path = outcome.path {
      try printPath(path, on: program.console)
    } else if asJSON {
      try program.console.printJSON("load", members(of: outcome))
    } else if let report = outcome.report {
      report.outline.print(on: program.console)
    }
    if !isInPlace, !asJSON, let path = outcome.path {
      try program.console.tell(writtenTo: path, named: output)
    }
    return .done
  }

  private var isStreamed: Bool { folder == nil && output ?? .standardStream == .standardStream }

  private func delivery(on console: Console) -> RepresentationLoading.Delivery {
    if isInPlace { return .inPlace }
    if let folder { return .written(.folder(folder)) }
    if case .path(let path)? = output { return .written(.path(path)) }
    return .written(.stream(PayloadStream(on: console, isNamed: output != nil).write))
  }

  private func members(of outcome: RepresentationLoading.Outcome) -> [JSONMember] {
    let type = JSONMember("type", .string(outcome.typeIdentifier))
    let path = JSONMember.name("path", outcome.path?.bytes)
    if isInPlace { return [type] + path }
    return [JSONMember("item", .integer(outcome.item)), type] + path
      + [JSONMember("converted", .boolean(outcome.report != nil))]
      + JSONMember.losses(outcome.report?.outline)
  }

  /// Prints the path of a file that is offered in place.
  private func printPath(_ path: FilePath, on console: Console) throws {
    // Scripts use the path, so it cannot be escaped. An unescaped path could control a terminal.
    guard path.isPrintable else {
      throw ActionError.failure(
        "the path \(path), which \(bundle) offers in place, contains unprintable characters; omit "
          + "--in-place to get a copy")
    }
    try (path.bytes + [UInt8(ascii: "\n")]).withUnsafeBytes { try console.write(payload: $0) }
  }
}
