package import ItemProviders
package import ProfferConversions
package import ProviderBundles
package import UniformTypes

/// A receiver to which the items of a bundle are offered one after another.
package struct Receiver: Sendable {
  /// The maximum number of cached plans.
  ///
  /// Few are needed, because most items of a bundle offer the same types.
  private static let planCount = 256

  private let bundle: ProviderBundle
  /// The accepted types, in order of preference; if nil, any type is accepted and the best one is chosen.
  private let accepted: [String]?
  private let order: FidelityOrder
  /// The index of the representation to consider in each item; if nil, all representations are considered.
  private let representation: Int?
  /// The name of the writer of the accepted type; if nil, the planner chooses a writer.
  private let writerName: String?
  private let context: ActionContext
  /// The coders; nil until conversions are first considered.
  private var coders: AvailableCoders?
  /// The cached plans, by their source types.
  ///
  /// A nil value means that there is no conversion.
  private var plans: [[String]: ConversionPlan?]

  /// - Parameters:
  ///   - types: the accepted types, in order of preference; if nil, any type is accepted and the best one is
  ///     chosen.
  ///   - representation: the index, from 0, of the representation to consider in each item; if nil, all
  ///     representations are considered.
  ///   - writerName: the name of the writer of the accepted type; if nil, the planner chooses a writer.
  package init(
    of bundle: ProviderBundle, accepting types: [UTType]?, by order: FidelityOrder,
    onlyAt representation: Int? = nil, writerName: String? = nil, in context: ActionContext
  ) {
    self.writerName = writerName
    self.context = context
    self.bundle = bundle
    self.representation = representation
    accepted = types?.map(\.identifier)
    self.order = order
    plans = [:]
  }

  /// Returns the choice for an item.
  ///
  /// A conversion is considered only if no registered representation matches an accepted type. The accepted
  /// types are then tried in order of preference: first with conversions that accept any content of the
  /// source type, then with conversions that accept only some contents.
  package mutating func choice(of item: BundledItem, number: Int) throws -> RepresentationChoice {
    var choice = registeredChoice(of: item, number: number)
    if choice.verdict.winner == nil { choice.plan = try plan(for: choice) }
    return choice
  }

  /// Returns the conversion for an item without a matching representation; nil if there is none.
  package mutating func plan(for choice: RepresentationChoice) throws -> ConversionPlan? {
    let sources = choice.considered.filter { !$0.representation.isPromise }
    return try plan(from: sources.map(\.representation.typeIdentifier))
  }

  /// Returns the choice for an item, without considering conversions.
  package func registeredChoice(of item: BundledItem, number: Int) -> RepresentationChoice {
    let visible = bundle.visible(in: item, to: context.identity).filter {
      representation ?? $0.index == $0.index
    }
    let offered = visible.map(\.representation.typeIdentifier)
    // If any type is accepted, the first type is chosen, because comparing all pairs would take quadratic
    // time.
    let verdict = order.choice(among: offered, accepting: accepted ?? Array(offered.prefix(1)))
    return RepresentationChoice(number: number, item: item, considered: visible, verdict: verdict, plan: nil)
  }

  private mutating func plan(from identifiers: [String]) throws -> ConversionPlan? {
    if let known = plans[identifiers] { return known }
    let plan =
      try plan(from: identifiers, certainly: true) ?? plan(from: identifiers, certainly: false)
    if plans.count == Receiver.planCount { plans = [:] }
    plans[identifiers] = .some(plan)
    return plan
  }

  /// Returns the plan to the first accepted type for which there is a plan; nil if there is none.
  ///
  /// - Parameter certainly: whether the plan must accept any content of the source type.
  private mutating func plan(from identifiers: [String], certainly: Bool) throws -> ConversionPlan? {
    for type in accepted ?? [] {
      do {
        let plan = try convert(identifiers, to: type)
        if plan.isCertain || !certainly { return plan }
      } catch is ConversionError {
        // There may be a plan to another accepted type.
        continue
      }
    }
    return nil
  }

  private mutating func convert(_ identifiers: [String], to type: String) throws -> ConversionPlan {
    var coders = coders ?? AvailableCoders(in: context)
    defer { self.coders = coders }
    return try coders.plan(from: identifiers, to: type, by: writerName)
  }
}
