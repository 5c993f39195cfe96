import ExternalConverters
package import ProfferConversions
package import ProviderBundles
package import StandardCoders
package import UniformTypes

/// The coders of an action: those of the library, and the external converters that are installed.
///
/// External converters are looked for only where they could change a plan. A step of theirs never reports all that it
/// loses, and the planner puts each such step before every other consideration: a plan of the program's own coders without
/// such a step is the best plan whatever else is installed.
package struct AvailableCoders {
  /// The program's own coders, which exist wherever the program does: what it may promise.
  package let own: ConversionRegistry
  private let context: ActionContext
  private var all: ConversionRegistry?

  /// - Parameter readsMarksAsText: whether text with marks, such as Markdown, may be read as the plain text that it also
  ///   is, so that its marks stay.
  package init(
    in context: ActionContext, readsMarksAsText: Bool = true, options: CoderOptions = CoderOptions()
  ) {
    self.context = context
    var coders = CoderSet.standard(options)
    if !readsMarksAsText { coders.readers.removeAll { $0.typeIdentifiers == ["public.plain-text"] } }
    own = ConversionRegistry(coders, types: context.types.registry)
  }

  /// The plan that loses least.
  ///
  /// - Parameter writerName: the writer that the plan ends with; nil for any.
  package mutating func plan(
    from candidates: [String], to type: String, by writerName: String? = nil
  ) throws -> ConversionPlan {
    if let writerName { return try own.plan(from: candidates, to: type, by: writerName) }
    do throws(ConversionError) {
      let plan = try own.plan(from: candidates, to: type)
      if !plan.mayLose.contains(.unreported) { return plan }
    } catch {
      // An external converter may read or write what the program's own coders do not.
    }
    return try withExternalConverters().plan(from: candidates, to: type)
  }

  /// All types that the candidates can be converted to, by any coder, each once.
  package mutating func destinations(from candidates: [String]) throws -> [String] {
    let registry = try withExternalConverters()
    var seen: Set<TypeIdentifier> = []
    return candidates.flatMap { registry.destinations(from: $0) }.filter {
      seen.insert(TypeIdentifier($0)).inserted
    }
  }

  /// The plan of a promise, by the program's own coders.
  ///
  /// - Throws: a failure that says so when only an external converter makes the type.
  package mutating func promisedPlan(from candidates: [String], to type: String) throws -> ConversionPlan {
    do throws(ConversionError) {
      return try own.plan(from: candidates, to: type)
    } catch {
      var message = error.message
      let all = try withExternalConverters()
      if candidates.contains(where: {
        all.destinations(from: $0).contains { TypeIdentifier($0) == TypeIdentifier(type) }
      }) {
        message +=
          "; only an external converter makes it, and promises need a built-in coder, which is available "
          + "wherever the bundle is opened; convert the file, then pack the result"
      }
      throw ActionError.failure(message, cause: error)
    }
  }

  private mutating func withExternalConverters() throws -> ConversionRegistry {
    if let all { return all }
    let types = context.types.registry
    let converters = try InstalledConverters(in: context).converters(types: types)
    let joined = ConversionRegistry(own.coders.joined(with: converters, types: types), types: types)
    all = joined
    return joined
  }
}

extension PromiseResolver {
  /// Makes promised representations with the coders of the library; the one that the manifest names writes them.
  package static func standard(types: TypeRegistry) -> PromiseResolver {
    let coders = ConversionRegistry(.standard, types: types)
    return PromiseResolver { data, source, wanted, coder in
      let plan = try coders.plan(from: [source], to: wanted, by: coder)
      return try plan.run(on: RepresentationSource(data, typeIdentifier: source)).data
    }
  }
}
