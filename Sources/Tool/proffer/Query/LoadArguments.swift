import ArgumentParsing
import Conversions
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
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
        The representation is the one that best would choose for the type. It goes to standard output, or with -o to a
        file; into a folder under its own name. A folder needs -o. The status is 1 when nothing fits.
        """,
      examples: [
        "proffer load trip.dragbundle --item 1 --type public.plain-text":
          "Exactly the bytes that were packed.",
        "proffer load trip.dragbundle --type .png -o photo.png": "A picture as a file.",
      ]
    ) {
      Option("--type", "TYPE", to: \.type, as: TypeArgument.value, isRequired: true, help: "The type wanted.")
      Option("--item", "N", to: \.item, as: .integer(in: 1 ... .max), help: "The item, where several fit.")
      Option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write there; - is standard output.")
      Flag("--force", to: \.replaces, help: "Replace what is there already.")
      Flag("--in-place", to: \.isInPlace, help: "Print the path of the file that is offered in place.")
      Flag("--convert", to: \.converts, help: "Convert where nothing registered fits.")
      Flag("--strict", to: \.isStrict, help: "With --convert: refuse a conversion that loses something.")
      Option("--team", "NAME", to: \.team, as: .text, help: "Ask as a member of this team.")
      Option("--group", "NAME", to: \.group, as: .text, help: "Ask as a member of this group.")
      LargestSize.option(to: \.largestSize)
      Operand("BUNDLE", to: \.bundle, as: PathArgument.input, help: "The bundle; - is standard input.")
    }
  }

  func run() throws -> ExitStatus {
    try LargestSize.explained {
      try ProgramTypes.withBundle(bundle, item: item, limits: largestSize.limits) { try load(from: $0) }
    }
  }

  private func load(from bundle: ProviderBundle) throws -> ExitStatus {
    let console = Console()
    let wanted = try type.resolved(console: console)
    let conversions = try ConversionRegistry.program
    var selection = RepresentationSelection(of: wanted, in: bundle, converting: converts)
    var asking = AskingReceiver(
      in: bundle, accepting: [wanted], by: FidelityOrder(), as: ReceiverIdentity(team: team, group: group),
      conversions: conversions)
    for (number, item) in try bundle.items(numbered: item) {
      selection.consider(asking.choice(of: item, number: number))
    }
    let choice = try selection.single()
    if let chosen = choice.chosen, !chosen.representation.isPromise {
      try deliver(chosen.representation, of: choice.item, in: bundle, console: console)
      return .done
    }
    return try convert(choice, to: wanted, in: bundle, console: console)
  }

  /// Hands a stored representation out as it is.
  private func deliver(
    _ representation: BundledRepresentation, of item: BundledItem, in bundle: ProviderBundle, console: Console
  ) throws {
    if isInPlace {
      guard case .inPlace(let reference) = representation.storage else {
        throw NegativeResult(
          "\(representation.typeIdentifier) in \(bundle.path) is not offered in place; leave --in-place out to get a copy"
        )
      }
      try reference.checkFresh()
      // A line that is not the path would lead a script to another file, and the path itself may steer a terminal.
      guard reference.path.isPrintable else {
        throw Failure(
          "the path \(reference.path), which \(bundle.path) offers in place, has characters that a line cannot hold; leave "
            + "--in-place out to get a copy")
      }
      try (reference.path.bytes + [UInt8(ascii: "\n")]).withUnsafeBytes { try console.write(payload: $0) }
      return
    }
    representation.noteReference(console: console)
    switch output {
    case .standardStream: try bundle.stream(representation) { try console.write(payload: $0) }
    case .path(let path):
      let name = representation.fileName(in: item)
      try bundle.place(representation, at: OutputPlace(path, for: name), replacing: replaces)
    }
  }

  /// Makes what is promised, or what only a conversion gives.
  private func convert(
    _ choice: RepresentationChoice, to wanted: UTType, in bundle: ProviderBundle, console: Console
  ) throws -> ExitStatus {
    let conversion = try BundleConversion(of: choice, in: bundle)
    let result = try conversion.run(console: console)
    if isStrict, !result.losses.isEmpty {
      throw ConversionReport.refusal(
        of: result.losses, source: conversion.sourceName, wanted: wanted.identifier)
    }
    for loss in result.losses.descriptions { console.loss(loss) }
    for warning in result.warnings { console.note(warning) }
    let destination = try OutputDestination(
      output,
      for: FileNaming.name(
        suggested: choice.item.stem, sourceName: nil, typeIdentifier: result.typeIdentifier),
      replaces: replaces)
    try destination.write(result.contents, as: result.typeIdentifier, console: console)
    return .done
  }
}
