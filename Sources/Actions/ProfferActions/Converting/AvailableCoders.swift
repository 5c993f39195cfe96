import ExternalConverters
import ImageCoders
package import ProfferConversions
package import ProviderBundles
package import StandardCoders
package import UniformTypes

/// The coders that are available to an action: built-in coders, and installed external converters.
///
/// The action searches for external converters only if they could change a plan. External converters do not
/// report all losses, and the first criterion of the planner is to avoid coders with unreported losses. If a
/// plan uses only built-in coders that report all losses, it is therefore the best plan, regardless of the
/// installed converters.
package struct AvailableCoders {
  /// The built-in coders.
  ///
  /// Promises can rely on these coders, because they are available wherever the program is installed.
  package let own: ConversionRegistry
  private let context: ActionContext
  /// The name of the external program that a plan must use, such as `pandoc`; nil if none is required.
  private let requiredProgram: String?
  /// The page and the size that external converters draw.
  private let drawing: DrawingRequest
  /// Whether an option, such as the maximum size, needs a built-in writer of pictures.
  private let hasPictureOptions: Bool
  /// The plans of ``ownPlan(from:to:)``; nil where there is none.
  private var ownPlans: [OwnPlanKey: ConversionPlan?] = [:]
  private var all: ConversionRegistry?
  private var installed: InstalledConverters?
  /// The coders that would be available if all declared programs were installed.
  private var declared: ConversionRegistry?

  /// - Parameter readsMarksAsText: whether text with markup, such as Markdown, may be read as plain text,
  ///   which preserves the markup characters.
  /// - Parameter program: the name of the external program that a plan must use; nil if none is required.
  package init(
    in context: ActionContext, readsMarksAsText: Bool = true, options: CoderOptions = CoderOptions(),
    program: String? = nil
  ) {
    self.context = context
    requiredProgram = program
    drawing = DrawingRequest(
      pageNumber: options.pageNumber,
      size: options.drawnSize.map { DrawingRequest.Size(width: $0.width, height: $0.height) })
    hasPictureOptions =
      options.images.quality != nil || options.images.maximumSize != nil || options.images.stripsMetadata
    var coders = CoderSet.standard(options)
    if !readsMarksAsText { coders.readers.removeAll { $0.typeIdentifiers == ["public.plain-text"] } }
    own = ConversionRegistry(coders, types: context.types.registry)
  }

  /// Returns the plan that loses the least.
  ///
  /// - Parameter writerName: the name of the required writer; nil allows any writer.
  package mutating func plan(
    from candidates: [String], to type: String, by writerName: String? = nil
  ) throws -> ConversionPlan {
    while true {
      let plan = try unexaminedPlan(from: candidates, to: type, by: writerName)
      let converters = Set(plan.bridges.compactMap(\.converterName))
      // The programs are examined only now, because examining them takes time.
      if converters.isEmpty || !replaceOtherPrograms(of: converters) { return plan }
    }
  }

  /// Returns the plan that loses the least, whose programs may be other programs of the same name.
  private mutating func unexaminedPlan(
    from candidates: [String], to type: String, by writerName: String?
  ) throws -> ConversionPlan {
    if let requiredProgram { return try plan(from: candidates, to: type, through: requiredProgram) }
    do throws(ConversionError) {
      let plan = try own.plan(from: candidates, to: type, by: writerName)
      if !plan.mayLose.contains(.unreported) { return plan }
    } catch {
      // An external converter may read or write types that the built-in coders do not support.
    }
    let all = try withExternalConverters()
    do throws(ConversionError) {
      let plan = try all.plan(from: candidates, to: type, by: writerName)
      return withPictureWriter(plan, from: candidates, in: all, through: nil)
    } catch {
      // With the library, a built-in coder converts the file and reports all losses, unlike a program.
      if error.code == .missingRequirement { throw error }
      throw try missingProgram(from: candidates, to: type, by: writerName) ?? error
    }
  }

  /// Returns the plan that loses the least and uses an external program.
  private mutating func plan(
    from candidates: [String], to type: String, through program: String
  ) throws -> ConversionPlan {
    let converters = try installedConverters().converterNames(ofProgram: program)
    let all = try withExternalConverters()
    do throws(ConversionError) {
      let plan = try all.plan(from: candidates, to: type, through: converters)
      return withPictureWriter(plan, from: candidates, in: all, through: converters)
    } catch {
      // A `where` clause at this `catch` crashes the compiler of Swift 6.3.
      guard error.code == .noPath else { throw error }
      throw ConversionError(.noPath, "\(error.message) with \(program)", subject: error.subject)
    }
  }

  /// Returns a plan that ends with a built-in writer of pictures, if options need one; otherwise, the given plan.
  ///
  /// Programs do not support these options. A program's picture is therefore read and written again.
  private func withPictureWriter(
    _ plan: ConversionPlan, from candidates: [String], in coders: ConversionRegistry,
    through converters: Set<String>?
  ) -> ConversionPlan {
    guard hasPictureOptions, !plan.writer.writesPictures else { return plan }
    for writer in own.writers(of: plan.destinationIdentifier) where writer.writesPictures {
      do throws(ConversionError) {
        return try coders.plan(
          from: candidates, to: plan.destinationIdentifier, by: writer.name, through: converters)
      } catch {
        // No plan draws the document; the unused options are then an error.
        continue
      }
    }
    return plan
  }

  /// The types of a plan.
  private struct OwnPlanKey: Hashable {
    let candidates: [String]
    let type: String
  }

  /// Returns the plan of the built-in coders that loses the least; nil if there is none.
  ///
  /// A plan depends only on the types, so that many documents of the same type need one search.
  package mutating func ownPlan(from candidates: [String], to type: String) -> ConversionPlan? {
    let key = OwnPlanKey(candidates: candidates, type: type)
    if let known = ownPlans[key] { return known }
    let plan: ConversionPlan?
    do throws(ConversionError) { plan = try own.plan(from: candidates, to: type) } catch { plan = nil }
    ownPlans[key] = .some(plan)
    return plan
  }

  /// Returns the error that names the programs with which there would be a plan; nil if there would be none.
  private mutating func missingProgram(
    from candidates: [String], to type: String, by writerName: String?
  ) throws -> ConversionError? {
    let coders = try withDeclaredConverters()
    do throws(ConversionError) {
      let plan = try coders.plan(from: candidates, to: type, by: writerName)
      let used = plan.bridges.compactMap(\.converterName)
      var needed: [ExternalConverter] = []
      for program in installedConverters().missing where used.contains(program.name) {
        if !needed.contains(where: { $0.productName == program.productName }) { needed.append(program) }
      }
      guard !needed.isEmpty else { return nil }
      let verb = needed.count == 1 ? "is" : "are"
      let names = needed.map(\.productName).joined(separator: " and ")
      let installation = needed.map(\.installation).joined(separator: ", and ")
      return ConversionError(
        .missingProgram, "needs \(names), which \(verb) not installed; \(installation)",
        subject: TypeNames.name(of: plan.sourceIdentifier, in: context.types.registry))
    } catch { return nil }
  }

  /// Returns all types to which any coder can convert any of the candidates, without duplicates.
  package mutating func destinations(from candidates: [String]) throws -> [String] {
    let registry = try withExternalConverters()
    var seen: Set<TypeIdentifier> = []
    return candidates.flatMap { registry.destinations(from: $0) }.filter {
      seen.insert(TypeIdentifier($0)).inserted
    }
  }

  /// Returns the plan for a promise, which uses only built-in coders.
  ///
  /// - Throws: ``ActionError`` if there is no such plan. The message mentions whether an external converter
  ///   can create the type.
  package mutating func promisedPlan(
    from candidates: [String], to type: String, by writerName: String? = nil
  ) throws -> ConversionPlan {
    do throws(ConversionError) {
      return try own.plan(from: candidates, to: type, by: writerName)
    } catch {
      var message = error.message
      let all = try withExternalConverters()
      if candidates.contains(where: {
        all.destinations(from: $0).contains { TypeIdentifier($0) == TypeIdentifier(type) }
      }) {
        message +=
          "; only an external converter writes this type, but a promise requires a built-in coder; convert the "
          + "file, then pack the result"
      }
      throw ActionError.failure(message, cause: error)
    }
  }

  private mutating func installedConverters() -> InstalledConverters {
    if let installed { return installed }
    let found = InstalledConverters(in: context)
    installed = found
    return found
  }

  /// Replaces programs that only have the file name of a declared program; returns whether there were any.
  private mutating func replaceOtherPrograms(of converters: Set<String>) -> Bool {
    var installed = installedConverters()
    let isChanged = installed.replaceOtherPrograms(of: converters)
    self.installed = installed
    if isChanged { (all, declared) = (nil, nil) }
    return isChanged
  }

  private mutating func withExternalConverters() throws -> ConversionRegistry {
    if let all { return all }
    let types = context.types.registry
    let converters = try installedConverters().converters(drawing: drawing, types: types)
    let joined = ConversionRegistry(own.coders.joined(with: converters, types: types), types: types)
    all = joined
    return joined
  }

  /// Returns the coders that would be available if all declared programs were installed.
  private mutating func withDeclaredConverters() throws -> ConversionRegistry {
    if let declared { return declared }
    let types = context.types.registry
    let missing = installedConverters().missing.map {
      $0.converter(program: $0.command[0], searchPath: "", temporaryFolder: "", types: types)
    }
    let joined = ConversionRegistry(
      try withExternalConverters().coders.joined(with: missing, types: types), types: types)
    declared = joined
    return joined
  }
}

extension ConversionError.Code {
  /// A declared program is not installed; the subject is the type that needs the program.
  static let missingProgram = Self(rawValue: "missingProgram")
}

extension PromiseResolver {
  /// Returns a resolver that creates promised representations with the built-in coders.
  ///
  /// The manifest of the bundle names the writer of each promised representation.
  ///
  /// - Parameter limits: the limits on the representations that are converted.
  package static func standard(types: TypeRegistry, limits: ReadingLimits) -> PromiseResolver {
    let coders = ConversionRegistry(.standard, types: types)
    return PromiseResolver { data, source, wanted, coder in
      let plan = try coders.plan(from: [source], to: wanted, by: coder)
      return try plan.run(on: RepresentationSource(data, typeIdentifier: source, limits: limits)).data
    }
  }
}
