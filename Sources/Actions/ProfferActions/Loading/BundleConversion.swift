package import ProfferConversions
import ProfferFileSystem
package import ProviderBundles
import StandardCoders
import UniformTypes

/// A conversion of an item of a bundle, specified by a promise or found by the planner.
package struct BundleConversion {
  package let plan: ConversionPlan
  private let bundle: ProviderBundle
  private let source: BundledRepresentation
  private let number: Int
  private let isPromised: Bool
  private let context: ActionContext

  /// - Throws: an error if the coder of a promise is not available, or if there is no conversion.
  package init(of choice: RepresentationChoice, from bundle: ProviderBundle, in context: ActionContext) throws
  {
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

  /// The name that messages use for the source representation.
  package var sourceName: String {
    "\(TypeNames.name(of: source.typeIdentifier, in: context.types.registry)) in item \(number) of \(bundle.path)"
  }

  /// The size of the source representation, in bytes.
  package var sourceByteCount: UInt64 { source.byteCount ?? 0 }

  /// Throws `referenceRefused` if the bytes of the source are outside the bundle.
  package func refuseReference() throws {
    guard case .inPlace(let reference) = source.storage else { return }
    throw BundleError(
      .referenceRefused,
      "its content is in \(reference.path), outside the bundle")
  }

  /// Converts the source, and returns the result with the losses.
  ///
  /// - Parameter isStrict: whether to throw if the conversion loses or may lose information.
  package func contents(strictly isStrict: Bool) throws -> (contents: DocumentContents, losses: StepReport) {
    let result = try run()
    let losses = StepReport(losses: result.losses, warnings: result.warnings)
    if isStrict { try losses.refuse(of: plan, from: sourceName, in: context) }
    return (result.contents, losses)
  }

  /// Reads the source and runs the plan.
  ///
  /// - Parameter didRead: called with the number of bytes that were read so far, by readers that report it.
  /// - Throws: ``ActionError`` that names the source representation if a coder rejects its bytes.
  package func run(
    _ didRead: (@Sendable (_ byteCount: Int) -> Void)? = nil
  ) throws -> ConversionResult {
    source.noteReference(in: context)
    let contents = try DocumentContents(of: source, in: bundle)
    var document = RepresentationSource(
      contents, typeIdentifier: source.typeIdentifier, name: source.name?.string,
      limits: context.readingLimits)
    document.didRead = didRead
    do {
      return try plan.run(on: document)
    } catch let error as CoderError {
      let wanted = TypeNames.name(of: plan.destinationIdentifier, in: context.types.registry)
      let purpose = isPromised ? "from which \(wanted) is made, " : ""
      throw ActionError.failure(
        "\(sourceName), \(purpose)cannot be converted: \(error.message)", cause: error)
    }
  }
}
