import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import UniformTypes

/// The conversion that gives what an item does not contain: what a promise names, or what the planner found.
struct BundleConversion {
  let plan: ConversionPlan
  private let bundle: ProviderBundle
  private let source: BundledRepresentation
  private let number: Int
  private let isPromised: Bool
  private let context: ActionContext

  /// - Throws: a failure when the promise names a representation that no coder here converts.
  init(of choice: RepresentationChoice, from bundle: ProviderBundle, in context: ActionContext) throws {
    self.bundle = bundle
    self.context = context
    number = choice.number
    if let chosen = choice.chosen, case .promise(let place, let coder) = chosen.representation.storage {
      isPromised = true
      source = choice.item.representations[place]
      plan = try ConversionRegistry(.standard, types: context.types.registry).plan(
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
      throw ActionError.failure("\(bundle.path) cannot be converted to the wanted type")
    }
  }

  /// What messages call the representation that is converted.
  var sourceName: String { "\(source.typeIdentifier) in item \(number) of \(bundle.path)" }

  /// The size of the representation that is converted.
  var sourceByteCount: UInt64 { source.byteCount ?? 0 }

  /// Refuses a source that is outside the bundle.
  func refuseReference() throws {
    guard case .inPlace(let reference) = source.storage else { return }
    throw BundleError(
      .referenceRefused,
      "its bytes are in \(reference.path), outside the bundle; --allow-references copies them")
  }

  /// Converts and reports what was lost.
  ///
  /// - Parameter isStrict: whether a conversion that loses anything is refused.
  func contents(strictly isStrict: Bool) throws -> DocumentContents {
    let result = try run()
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    let report = ConversionReport(
      source: sourceName, wanted: plan.destinationIdentifier, isStrict: isStrict, asJSON: false,
      context: context)
    try report.refuseLosses(losses, of: plan)
    for loss in losses.losses.descriptions { Console.loss("\(sourceName): \(loss)") }
    for warning in losses.warnings { Console.note("\(sourceName): \(warning)") }
    return result.contents
  }

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
      let purpose = isPromised ? "which \(plan.destinationIdentifier) is made from, " : ""
      throw ActionError.failure(
        "\(sourceName), \(purpose)cannot be converted: \(error.message)", cause: error)
    }
  }
}
