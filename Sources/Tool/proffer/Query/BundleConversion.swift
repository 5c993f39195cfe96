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
  private let number: Int
  private let isPromised: Bool

  /// - Throws: a ``Failure`` when the promise names a representation that nothing here can convert any more.
  init(of choice: RepresentationChoice, in bundle: ProviderBundle) throws {
    self.bundle = bundle
    number = choice.number
    if let chosen = choice.chosen, case .promise(let place, let coder) = chosen.representation.storage {
      isPromised = true
      source = choice.item.representations[place]
      plan = try ConversionRegistry.own.plan(
        from: [source.typeIdentifier], to: chosen.representation.typeIdentifier, by: coder)
    } else if let found = choice.plan, let representation = choice.conversionSource {
      isPromised = false
      source = representation
      plan = found
    } else {
      throw Failure("nothing leads from \(bundle.path) to the type wanted")
    }
  }

  /// What messages call the representation that the result is made of.
  var sourceName: String { "\(source.typeIdentifier) in item \(number) of \(bundle.path)" }

  /// Reads the source and runs the plan.
  ///
  /// - Throws: a ``Failure`` that names the representation when a coder refuses its bytes.
  func run(console: Console) throws -> ConversionResult {
    source.noteReference(console: console)
    let contents = try DocumentContents(of: source, in: bundle)
    do {
      return try plan.run(
        on: RepresentationSource(
          contents, typeIdentifier: source.typeIdentifier, name: source.name?.string))
    } catch let error as CoderError {
      let purpose = isPromised ? "of which \(plan.destinationIdentifier) is promised, " : ""
      throw Failure("\(sourceName), \(purpose)cannot be converted: \(error.message)")
    }
  }
}
