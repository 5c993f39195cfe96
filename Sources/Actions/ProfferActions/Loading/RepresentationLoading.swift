import ItemProviders
public import ProfferConversions
public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// One representation of a bundle, as a file, as bytes, or as the path of a file that is offered in place.
///
/// The wanted type is matched by the rule of choice; without one, the best representation of the item is loaded. A promise
/// is made, and with ``converts`` what no representation has is made by a conversion. If the action throws or is cancelled,
/// the output is not there, or is what it was.
public struct RepresentationLoading: Action {
  /// What was loaded.
  public struct Outcome: Sendable {
    /// The number of the item, from 1.
    public let item: Int
    /// The type of what was loaded.
    public let typeIdentifier: String
    /// The file or folder that was written, or the one that is offered in place; nil for a stream.
    public let path: FilePath?
    /// What a conversion lost; nil where there was none.
    public let report: StepReport?
  }

  /// What is done with the representation.
  public enum Delivery: Sendable {
    /// It is written.
    case written(ActionOutput)
    /// The path of the file that is offered in place is found, and nothing is copied.
    case inPlace
  }

  /// The bundle.
  public var bundle: ActionInput
  /// What is done with the representation.
  public var delivery: Delivery
  /// The wanted type; nil takes the best representation.
  public var type: TypeReference?
  /// The item or the representation that is loaded; nil looks for the type in all items.
  public var place: BundlePlace?
  /// Whether an existing file is replaced.
  public var replaces = false
  /// Whether a conversion is used where no representation fits.
  public var converts = false
  /// Whether a conversion that loses anything is refused.
  public var isStrict = false

  /// Loads from a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - delivery: what is done with the representation.
  public init(from bundle: ActionInput, to delivery: Delivery) {
    self.bundle = bundle
    self.delivery = delivery
  }

  /// Loads the representation.
  ///
  /// - Throws: the negative answers `noMatch`, `needsConversion`, `notVisible`, `notInPlace` and `wouldLose`, and
  ///   `severalItems` where several items fit.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(item: place?.item, in: context)
    try context.types.include(typesOf: bundle)
    let wanted = try type?.resolved(in: context)
    let items = try bundle.items(numbered: place?.item)
    if let place, let first = items.first { try place.requireRepresentation(of: first.item, in: bundle) }
    var receiver = Receiver(
      of: bundle, accepting: wanted.map { [$0] }, by: FidelityOrder(registry: context.types.registry),
      onlyAt: place?.representationIndex, in: context)
    let choice = try ItemSelection.choice(
      among: items, of: wanted, in: bundle, by: &receiver, converting: converts)
    guard let chosen = choice.chosen?.representation, !chosen.isPromise else {
      return try convert(choice, in: bundle, context)
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

  /// The path of a file that is offered in place, which is as it was when it was packed.
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
    .negative("\(typeIdentifier) in \(bundle.path) is not offered in place", code: .notInPlace)
  }

  /// Makes what is promised, or what only a conversion gives.
  private func convert(
    _ choice: RepresentationChoice, in bundle: ProviderBundle, _ context: ActionContext
  ) throws -> Outcome {
    let conversion = try BundleConversion(of: choice, from: bundle, in: context)
    guard case .written(let output) = delivery else {
      throw notInPlace(conversion.plan.destinationIdentifier, in: bundle)
    }
    context.progress(.works(byteCount: conversion.sourceByteCount))
    let result = try conversion.run()
    let report = StepReport(losses: result.losses, warnings: result.warnings)
    if isStrict { try report.refuse(of: conversion.plan, from: conversion.sourceName, in: context) }
    let name = FileNaming.name(
      suggested: choice.stem, sourceName: nil, typeIdentifier: result.typeIdentifier,
      registry: context.types.registry)
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
