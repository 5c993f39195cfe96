import ItemProviders
public import ProfferConversions
public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// An action that loads one representation of a bundle: as a file, as bytes, or as the path of a referenced
/// file.
///
/// `FidelityOrder` selects the representation that matches the wanted type. If no type is specified, the best
/// representation of the item is loaded. Promised representations are converted when they are loaded. If
/// ``converts`` is true and no representation matches, a conversion is used. If the action throws or is
/// cancelled, the file or folder at the output path is unchanged.
public struct RepresentationLoading: Action {
  /// The loaded representation.
  public struct Outcome: Sendable {
    /// The number of the item, from 1.
    public let item: Int
    /// The identifier of the loaded type.
    public let typeIdentifier: String
    /// The path of the written file or folder, or of the file that is offered in place; nil for a stream.
    public let path: FilePath?
    /// The losses of the conversion; nil if the representation was not converted.
    public let report: StepReport?
  }

  /// The way in which the representation is delivered.
  public enum Delivery: Sendable {
    /// The representation is written to the given output.
    case written(ActionOutput)
    /// The outcome contains the path of the referenced file, and nothing is copied.
    case inPlace
  }

  /// The bundle.
  public var bundle: ActionInput
  /// The way in which the representation is delivered.
  public var delivery: Delivery
  /// The wanted type; if nil, the best representation is loaded.
  public var type: TypeReference?
  /// The item or representation to load; if nil, all items are searched for the type.
  public var place: PlaceReference?
  /// Whether to overwrite an existing file.
  public var replaces = false
  /// Whether to use a conversion if no representation matches.
  public var converts = false
  /// Whether to reject a conversion that loses or may lose information.
  public var isStrict = false

  /// Creates an action that loads a representation from a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - delivery: the way in which the representation is delivered.
  public init(from bundle: ActionInput, to delivery: Delivery) {
    self.bundle = bundle
    self.delivery = delivery
  }

  /// Loads the representation.
  ///
  /// - Throws: a negative ``ActionError`` with the code `noMatch`, `needsConversion`, `notVisible`,
  ///   `notInPlace` or `wouldLose`; a failure with the code `severalItems` if several items match.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(item: place?.itemNumber, in: context)
    try context.types.include(typesOf: bundle)
    let place = try place?.resolved(in: bundle, for: context.identity)
    let wanted = try type?.accepted(in: context)
    let items = try bundle.items(numbered: place?.item)
    if let place, let first = items.first { try place.requireRepresentation(of: first.item, in: bundle) }
    let fileExtension = wanted.flatMap { type?.fileExtension(of: $0[0], in: context.types.registry) }
    var receiver = Receiver(
      of: bundle, accepting: wanted, by: FidelityOrder(registry: context.types.registry),
      onlyAt: place?.representationIndex,
      writerName: try wanted.flatMap { try WantedType.writerName(for: $0[0], fileExtension) }, in: context)
    let choice = try ItemSelection.choice(
      among: items, of: wanted?.first, in: bundle, by: &receiver, converting: converts)
    guard let chosen = choice.chosen?.representation, !chosen.isPromise else {
      return try convert(choice, in: bundle, fileExtension, context)
    }
    return try deliver(chosen, of: choice, in: bundle, context)
  }

  private func deliver(
    _ chosen: BundledRepresentation, of choice: RepresentationChoice, in bundle: ProviderBundle,
    _ context: ActionContext
  ) throws -> Outcome {
    let path: FilePath?
    switch delivery {
    case .inPlace: path = try reference(to: chosen, in: bundle)
    case .written(let output):
      chosen.noteReference(in: context)
      let byteCount = chosen.byteCount
      context.progress(.expects { byteCount })
      switch output {
      case .stream(let stream):
        try bundle.stream(chosen) { bytes in
          try stream(bytes)
          try context.advance(by: UInt64(bytes.count))
        }
        path = nil
      case .path(let file): path = try write(chosen, of: choice, in: bundle, to: file, context)
      case .folder(let folder):
        try Folder.createWithParents(folder)
        path = try write(chosen, of: choice, in: bundle, to: folder, context)
      }
    }
    return Outcome(item: choice.number, typeIdentifier: chosen.typeIdentifier, path: path, report: nil)
  }

  private func write(
    _ chosen: BundledRepresentation, of choice: RepresentationChoice, in bundle: ProviderBundle,
    to path: FilePath, _ context: ActionContext
  ) throws -> FilePath {
    let place = try OutputPlace(path, for: chosen.fileName(in: choice.item, types: context.types.registry))
    try bundle.place(chosen, at: place, replacing: replaces, in: context)
    return place.path
  }

  /// Returns the path of a file that is offered in place; throws if the file has changed since it was packed.
  private func reference(
    to representation: BundledRepresentation, in bundle: ProviderBundle
  ) throws -> FilePath {
    guard case .inPlace(let reference) = representation.storage else {
      throw notInPlace(representation.typeIdentifier, in: bundle)
    }
    try reference.checkFresh()
    return reference.path
  }

  private func notInPlace(_ typeIdentifier: String, in bundle: ProviderBundle) -> ActionError {
    .negative(
      "\(TypeNames.name(of: typeIdentifier)) in \(bundle.path) is not a reference to a file",
      code: .notInPlace)
  }

  /// Delivers the result of a conversion, for a promise or if no representation matches.
  private func convert(
    _ choice: RepresentationChoice, in bundle: ProviderBundle, _ fileExtension: String?,
    _ context: ActionContext
  ) throws -> Outcome {
    let conversion = try BundleConversion(of: choice, from: bundle, in: context)
    guard case .written(let output) = delivery else {
      throw notInPlace(conversion.plan.destinationIdentifier, in: bundle)
    }
    let total = conversion.sourceByteCount
    context.progress(.works(byteCount: total))
    let result = try conversion.run { [progress = context.progress] in
      progress(.bytes(UInt64($0), of: total))
    }
    let report = StepReport(losses: result.losses, warnings: result.warnings)
    if isStrict { try report.refuse(of: conversion.plan, from: conversion.sourceName, in: context) }
    let name = FileNaming.name(
      suggested: choice.stem, sourceName: nil, typeIdentifier: result.typeIdentifier,
      fileExtension: fileExtension, registry: context.types.registry)
    let destination: DocumentDestination
    switch output {
    case .stream(let stream): destination = DocumentDestination(stream)
    case .path(let path): destination = try DocumentDestination(path, for: name, replacing: replaces)
    case .folder(let folder):
      try Folder.createWithParents(folder)
      destination = try DocumentDestination(folder, for: name, replacing: replaces)
    }
    try context.checkCancellation()
    try destination.write(result.contents, as: result.typeIdentifier, context: context)
    return Outcome(
      item: choice.number, typeIdentifier: result.typeIdentifier, path: destination.path, report: report)
  }
}
