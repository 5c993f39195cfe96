import ExternalConverters
package import ProfferConversions
package import ProviderBundles
package import StandardCoders
package import UniformTypes

/// The coders that are available to an action: those of the library, and installed external converters.
///
/// External converters are searched for only if they could change a plan. Their steps never report all
/// losses, and the planner avoids such steps before it considers anything else. A plan of built-in coders
/// without such a step is therefore the best plan, whatever else is installed.
package struct AvailableCoders {
  /// The built-in coders, which promises can rely on because they exist wherever the program does.
  package let own: ConversionRegistry
  private let context: ActionContext
  private var all: ConversionRegistry?

  /// - Parameter readsMarksAsText: whether text with markup, such as Markdown, may be read as plain text,
  ///   which keeps its marks.
  package init(
    in context: ActionContext, readsMarksAsText: Bool = true, options: CoderOptions = CoderOptions()
  ) {
    self.context = context
    var coders = CoderSet.standard(options)
    if !readsMarksAsText { coders.readers.removeAll { $0.typeIdentifiers == ["public.plain-text"] } }
    own = ConversionRegistry(coders, types: context.types.registry)
  }

  /// The plan that loses the least.
  ///
  /// - Parameter writerName: the name of the writer that the plan must end with; nil allows any writer.
  package mutating func plan(
    from candidates: [String], to type: String, by writerName: String? = nil
  ) throws -> ConversionPlan {
    if let writerName { return try own.plan(from: candidates, to: type, by: writerName) }
    do throws(ConversionError) {
      let plan = try own.plan(from: candidates, to: type)
      if !plan.mayLose.contains(.unreported) { return plan }
    } catch {
      // An external converter may read or write types that the built-in coders do not support.
    }
    return try withExternalConverters().plan(from: candidates, to: type)
  }

  /// All types that any coder can convert the candidates to, without duplicates.
  package mutating func destinations(from candidates: [String]) throws -> [String] {
    let registry = try withExternalConverters()
    var seen: Set<TypeIdentifier> = []
    return candidates.flatMap { registry.destinations(from: $0) }.filter {
      seen.insert(TypeIdentifier($0)).inserted
    }
  }

  /// The plan of a promise, which uses only built-in coders.
  ///
  /// - Throws: a failure if there is no such plan. The message states whether only an external
  ///   converter can make the type.
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
  /// Makes promised representations with the library's coders; the manifest names the coder that writes them.
  package static func standard(types: TypeRegistry) -> PromiseResolver {
    let coders = ConversionRegistry(.standard, types: types)
    return PromiseResolver { data, source, wanted, coder in
      let plan = try coders.plan(from: [source], to: wanted, by: coder)
      return try plan.run(on: RepresentationSource(data, typeIdentifier: source)).data
    }
  }
}
