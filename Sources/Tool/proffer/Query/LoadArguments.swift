import ArgumentParsing
import Foundation
import ItemProviders
import JSONText
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import UniformTypes

/// `load`: the bytes or the file of a representation.
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
        With --type, the best match for that type is loaded; with a place such as 1.2, that representation; otherwise the
        best representation of the item. The bytes go to standard output, or with -o FILE to a file. With --into FOLDER, or
        -o FOLDER, they go to a file in that folder, which has the name of the representation. A representation that is a
        folder needs -o or --into. The status is 1 if nothing matches.
        """,
      examples: [
        "proffer load trip.dragbundle --item 1 --type text":
          "The bytes of the first item's plain text, exactly as they were packed.",
        "proffer load trip.dragbundle 1.2 -o notes.html":
          "The second representation of the first item, as a file.",
        "proffer load trip.dragbundle --type png --into photos": "A picture with its own name, in a folder.",
      ]
    ) {
      option(
        "-t", "--type", "--to", "TYPE", to: \.type, as: TypeArgument.value,
        help: "The type to load; without it, the best representation.")
      option(
        "--item", "PLACE", to: \.place, as: PlaceArgument.value,
        help: "The item, if several match (2), or a representation (2.1).")
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
      option("--team", "NAME", to: \.team, as: .text, help: "Load as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Load as a member of this group.")
      flag("--json", to: \.asJSON, help: "Report as JSON; needs -o, --into or --in-place.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, help: "The bundle; - is standard input.")
      operand(
        "PLACE", to: \.operandPlace, as: PlaceArgument.value,
        help: "An item or a representation, as with --item.")
    }
  }

  func check() throws(ArgumentProblem) {
    if isStrict, !converts { throw ArgumentProblem("--strict needs --convert") }
    if output != nil, folder != nil { throw ArgumentProblem("-o and --into both name the output; use one") }
    if place != nil, operandPlace != nil {
      throw ArgumentProblem("--item and the operand PLACE mean the same; use one")
    }
    if asJSON, !isInPlace, folder == nil, output ?? .standardStream == .standardStream {
      throw ArgumentProblem(
        "--json needs -o PATH or --into FOLDER, so that the report does not mix with the bytes")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    try LargestSize.explained { try load(context) }
    return .done
  }

  private func load(_ context: ActionContext) throws {
    let place = place ?? operandPlace
    let bundle = try bundle.openBundle(in: context, item: place?.item, limits: largestSize.limits)
    try context.types.include(typesOf: bundle)
    let wanted = try type?.resolved(in: context)
    let items = try bundle.items(numbered: place?.item)
    if let place, let first = items.first { try place.requireRepresentation(of: first.item, in: bundle) }
    var receiver = Receiver(
      of: bundle, accepting: wanted.map { [$0] }, by: FidelityOrder(registry: context.types.registry),
      as: ReceiverIdentity(team: team, group: group), onlyAt: place?.representationIndex,
      in: context)
    var selection = ItemSelection(of: wanted, in: bundle, converting: converts)
    for (number, item) in items {
      selection.consider(receiver.registeredChoice(of: item, number: number))
    }
    if !selection.hasFit {
      // Only now a conversion may be wanted, or named in the error.
      selection = ItemSelection(of: wanted, in: bundle, converting: converts)
      for (number, item) in items {
        selection.consider(try receiver.choice(of: item, number: number))
      }
    }
    let choice = try selection.single()
    guard let chosen = choice.chosen?.representation, !chosen.isPromise else {
      return try convert(choice, in: bundle, context)
    }
    if isInPlace { return try printPath(of: chosen, in: bundle) }
    chosen.noteReference(in: context)
    switch try destination {
    case .standardStream:
      // The bytes themselves are shown on a terminal.
      let bar = ProgressBar("load", isShown: !OpenFile.standardOutput.isTerminal)
      defer { bar.clear() }
      bar.expect { chosen.byteCount }
      let stream = PayloadStream(isNamed: output != nil)
      try bundle.stream(chosen) { bytes in
        try stream.write(bytes)
        bar.add(UInt64(bytes.count))
      }
    case .path(let path):
      let bar = ProgressBar("load")
      defer { bar.clear() }
      bar.expect { chosen.byteCount }
      let place = try OutputPlace(path, for: chosen.fileName(in: choice.item, types: context.types.registry))
      try bundle.place(chosen, at: place, replacing: replaces, in: context.showing(bar))
      bar.clear()
      try report(choice, as: chosen.typeIdentifier, at: place.path)
    }
  }

  /// Where the result is written; a folder of `--into` exists afterwards.
  private var destination: PathArgument {
    get throws {
      guard let folder else { return output ?? .standardStream }
      try Folder.createWithParents(folder)
      return .path(folder)
    }
  }

  private func report(
    _ choice: RepresentationChoice, as typeIdentifier: String, at path: FilePath?, _ losses: StepReport? = nil
  ) throws {
    guard asJSON else { return }
    var members = [JSONMember("item", .integer(choice.number)), JSONMember("type", .string(typeIdentifier))]
    members += JSONMember.name("path", path?.bytes)
    members.append(JSONMember("converted", .boolean(losses != nil)))
    members += (losses ?? StepReport()).jsonMembers
    try Console.shared.print(JSONEnvelope.result(of: "load", members))
  }

  /// Prints the path of a file that is offered in place.
  private func printPath(of representation: BundledRepresentation, in bundle: ProviderBundle) throws {
    guard case .inPlace(let reference) = representation.storage else {
      throw notInPlace(representation.typeIdentifier, in: bundle)
    }
    try reference.checkFresh()
    if asJSON {
      return try Console.shared.print(
        JSONEnvelope.result(
          of: "load",
          [JSONMember("type", .string(representation.typeIdentifier))]
            + JSONMember.name("path", reference.path.bytes)))
    }
    // A line that is not the path would lead a script to another file, and the path itself may control a terminal.
    guard reference.path.isPrintable else {
      throw ActionError.failure(
        "the path \(reference.path), which \(bundle.path) offers in place, has characters that cannot be printed; omit "
          + "--in-place to get a copy")
    }
    try (reference.path.bytes + [UInt8(ascii: "\n")]).withUnsafeBytes {
      try Console.shared.write(payload: $0)
    }
  }

  private func notInPlace(_ typeIdentifier: String, in bundle: ProviderBundle) -> ActionError {
    .negative(
      "\(typeIdentifier) in \(bundle.path) is not offered in place; omit --in-place to get a copy",
      code: .notInPlace)
  }

  /// Makes what is promised, or what only a conversion gives.
  private func convert(
    _ choice: RepresentationChoice, in bundle: ProviderBundle, _ context: ActionContext
  ) throws {
    let conversion = try BundleConversion(of: choice, from: bundle, in: context)
    let made = conversion.plan.destinationIdentifier
    if isInPlace { throw notInPlace(made, in: bundle) }
    let bar = ProgressBar("load")
    defer { bar.clear() }
    bar.work(on: conversion.sourceByteCount)
    let result = try conversion.run()
    bar.clear()
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    let report = ConversionReport(
      source: conversion.sourceName, wanted: made, isStrict: isStrict, asJSON: false, context: context)
    try report.refuseLosses(losses, of: conversion.plan)
    let destination = try DocumentDestination(
      destination, isNamed: output != nil,
      for: FileNaming.name(
        suggested: choice.stem, sourceName: nil, typeIdentifier: result.typeIdentifier,
        registry: context.types.registry),
      replacing: replaces)
    if !asJSON { try report.print(losses, of: conversion.plan, byteCount: result.contents.byteCount) }
    try destination.write(result.contents, as: result.typeIdentifier, context: context)
    try self.report(choice, as: result.typeIdentifier, at: destination.path, losses)
  }
}
