import Conversions
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles

/// The conversion that answers for an item of a bundle: what a promise names, or what the planner found.
struct BundleConversion {
  private let bundle: ProviderBundle
  private let plan: ConversionPlan
  private let source: BundledRepresentation

  /// - Throws: a ``Failure`` when the promise names a representation that nothing here can convert any more.
  init(of choice: RepresentationChoice, in bundle: ProviderBundle) throws {
    self.bundle = bundle
    if let chosen = choice.chosen, case .promise(let place, _) = chosen.representation.storage {
      source = choice.item.representations[place]
      plan = try ConversionRegistry.own.plan(
        from: [source.typeIdentifier], to: chosen.representation.typeIdentifier)
    } else if let found = choice.plan, let representation = choice.conversionSource {
      source = representation
      plan = found
    } else {
      throw Failure("nothing leads from \(bundle.path) to the type wanted")
    }
  }

  /// Reads the source and runs the plan.
  func run() throws -> ConversionResult {
    try plan.run(
      on: RepresentationSource(
        DocumentContents(of: source, in: bundle), typeIdentifier: source.typeIdentifier,
        name: source.name?.string))
  }
}
