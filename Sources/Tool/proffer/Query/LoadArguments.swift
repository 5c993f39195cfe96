import ArgumentParsing
import Conversions
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import StandardCoders
import UniformTypes

/// `load`: the bytes or the file of a representation.
struct LoadArguments: CommandArguments {
  var bundle = PathArgument.standardStream
  var type = TypeArgument(word: [])
  var item: Int?
  var output = PathArgument.standardStream
  var replaces = false
  var isInPlace = false
  var converts = false
  var isStrict = false
  var team: String?
  var group: String?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<LoadArguments> {
    CommandDeclaration(
      summary: "Load one representation of a bundle.",
      details: """
        The representation is the one that best shows for the type. It goes to standard output, or with -o to a
        file; into a folder under its own name. A folder needs -o. The status is 1 when nothing fits.
        """,
      examples: [
        "proffer load trip.dragbundle --item 1 --type public.plain-text":
          "Exactly the bytes that were packed.",
        "proffer load trip.dragbundle --type .png -o photo.png": "A picture as a file.",
      ]
    ) {
      option("--type", "TYPE", to: \.type, as: TypeArgument.value, isRequired: true, help: "The type wanted.")
      option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "The item, where several fit.")
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write there; - is standard output.")
      flag("--force", to: \.replaces, help: "Replace what is there already.")
      flag("--in-place", to: \.isInPlace, help: "Print the path of the file that is offered in place.")
      flag("--convert", to: \.converts, help: "Convert where nothing registered fits.")
      flag("--strict", to: \.isStrict, help: "With --convert: refuse a conversion that loses something.")
      option("--team", "NAME", to: \.team, as: .text, help: "Ask as a member of this team.")
      option("--group", "NAME", to: \.group, as: .text, help: "Ask as a member of this group.")
      LargestSize.parameter(to: \.largestSize)
      operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if isStrict, !converts { throw ArgumentProblem("--strict goes with --convert") }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    try LargestSize.explained { try load(types) }
    return .done
  }

  private func load(_ types: TypeContext) throws {
    let bundle = try bundle.openBundle(item: item, limits: largestSize.limits)
    try types.include(typesOf: bundle)
    let wanted = try type.resolved(in: types)
    var receiver = Receiver(
      of: bundle, accepting: [wanted], by: FidelityOrder(registry: types.registry),
      as: ReceiverIdentity(team: team, group: group))
    var selection = ItemSelection(of: wanted, in: bundle, converting: converts)
    for (number, item) in try bundle.items(numbered: item) {
      selection.consider(receiver.registeredChoice(of: item, number: number))
    }
    if !selection.hasFit {
      // Only now a conversion may be wanted, or named in the error.
      selection = ItemSelection(of: wanted, in: bundle, converting: converts)
      for (number, item) in try bundle.items(numbered: item) {
        selection.consider(try receiver.choice(of: item, number: number))
      }
    }
    let choice = try selection.single()
    guard let chosen = choice.chosen?.representation, !chosen.isPromise else {
      return try convert(choice, to: wanted, in: bundle, types)
    }
    if isInPlace { return try printPath(of: chosen, in: bundle) }
    chosen.noteReference()
    switch output {
    case .standardStream: try bundle.stream(chosen, Console.write(payload:))
    case .path(let path):
      let place = try OutputPlace(path, for: chosen.fileName(in: choice.item, types: types.registry))
      try bundle.place(chosen, at: place, replacing: replaces)
    }
  }

  /// Prints the path of a file that is offered in place.
  private func printPath(of representation: BundledRepresentation, in bundle: ProviderBundle) throws {
    guard case .inPlace(let reference) = representation.storage else {
      throw notInPlace(representation.typeIdentifier, in: bundle)
    }
    try reference.checkFresh()
    // A line that is not the path would lead a script to another file, and the path itself may control a terminal.
    guard reference.path.isPrintable else {
      throw ProgramError.failure(
        "the path \(reference.path), which \(bundle.path) offers in place, has characters that a line cannot hold; leave "
          + "--in-place out to get a copy")
    }
    try (reference.path.bytes + [UInt8(ascii: "\n")]).withUnsafeBytes { try Console.write(payload: $0) }
  }

  private func notInPlace(_ typeIdentifier: String, in bundle: ProviderBundle) -> ProgramError {
    .negative(
      "\(typeIdentifier) in \(bundle.path) is not offered in place; leave --in-place out to get a copy")
  }

  /// Makes what is promised, or what only a conversion gives.
  private func convert(
    _ choice: RepresentationChoice, to wanted: UTType, in bundle: ProviderBundle, _ types: TypeContext
  ) throws {
    let conversion = try BundleConversion(of: choice, in: bundle, types: types.registry)
    if isInPlace { throw notInPlace(conversion.plan.destinationIdentifier, in: bundle) }
    let result = try conversion.run()
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    let report = ConversionReport(
      source: conversion.sourceName, wanted: wanted.identifier, isStrict: isStrict, asJSON: false)
    try report.refuseLosses(losses, of: conversion.plan)
    try report.print(losses, of: conversion.plan, byteCount: result.contents.byteCount)
    let destination = try DocumentDestination(
      output,
      for: FileNaming.name(
        suggested: choice.item.stem, sourceName: nil, typeIdentifier: result.typeIdentifier,
        registry: types.registry),
      replacing: replaces)
    try destination.write(result.contents, as: result.typeIdentifier, types: types)
  }
}

/// The conversion that gives what an item does not contain: what a promise names, or what the planner found.
private struct BundleConversion {
  let plan: ConversionPlan
  private let bundle: ProviderBundle
  private let source: BundledRepresentation
  private let number: Int
  private let isPromised: Bool

  /// - Throws: a failure when the promise names a representation that no coder here converts.
  init(of choice: RepresentationChoice, in bundle: ProviderBundle, types: TypeRegistry) throws {
    self.bundle = bundle
    number = choice.number
    if let chosen = choice.chosen, case .promise(let place, let coder) = chosen.representation.storage {
      isPromised = true
      source = choice.item.representations[place]
      plan = try ConversionRegistry(.standard, types: types).plan(
        from: [source.typeIdentifier], to: chosen.representation.typeIdentifier, by: coder)
    } else if let found = choice.plan,
      let candidate = choice.considered.first(where: {
        $0.representation.typeIdentifier == found.sourceIdentifier
      })
    {
      isPromised = false
      source = candidate.representation
      plan = found
    } else {
      throw ProgramError.failure("no conversion leads from \(bundle.path) to the type wanted")
    }
  }

  /// What messages call the representation that is converted.
  var sourceName: String { "\(source.typeIdentifier) in item \(number) of \(bundle.path)" }

  /// Reads the source and runs the plan.
  ///
  /// - Throws: a failure that names the representation when a coder refuses its bytes.
  func run() throws -> ConversionResult {
    source.noteReference()
    let contents = try DocumentContents(of: source, in: bundle)
    do {
      return try plan.run(
        on: RepresentationSource(
          contents, typeIdentifier: source.typeIdentifier, name: source.name?.string))
    } catch let error as CoderError {
      let purpose = isPromised ? "of which \(plan.destinationIdentifier) is promised, " : ""
      throw ProgramError.failure(
        "\(sourceName), \(purpose)cannot be converted: \(error.message)", cause: error)
    }
  }
}
