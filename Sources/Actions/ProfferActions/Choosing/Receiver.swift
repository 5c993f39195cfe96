package import ItemProviders
package import ProfferConversions
package import ProviderBundles
package import UniformTypes

/// A receiver that items are offered to, one after another.
package struct Receiver: Sendable {
  /// The maximum number of cached plans; the items of a bundle mostly offer the same types.
  private static let planCount = 256

  private let bundle: ProviderBundle
  /// The accepted types; nil accepts any type, best first.
  private let accepted: [String]?
  private let order: FidelityOrder
  /// The index of the only representation of each item to consider; nil considers all.
  private let representation: Int?
  private let context: ActionContext
  /// The coders; nil before the first conversion.
  private var coders: AvailableCoders?
  /// The cached plans, by their source types.
  private var plans: [[String]: ConversionPlan?]

  /// - Parameters:
  ///   - types: the accepted types, most wanted first; nil accepts any type, best first.
  ///   - representation: the index, from 0, of the only representation of each item to consider.
  package init(
    of bundle: ProviderBundle, accepting types: [UTType]?, by order: FidelityOrder,
    onlyAt representation: Int? = nil, in context: ActionContext
  ) {
    self.context = context
    self.bundle = bundle
    self.representation = representation
    accepted = types?.map(\.identifier)
    self.order = order
    plans = [:]
  }

  /// The choice for an item.
  ///
  /// A conversion is considered only if no registered representation matches an accepted type. The accepted
  /// types are then tried in the receiver's order: first for a conversion that accepts every value, then for
  /// one that accepts only some values.
  package mutating func choice(of item: BundledItem, number: Int) throws -> RepresentationChoice {
    var choice = registeredChoice(of: item, number: number)
    if choice.verdict.winner == nil { choice.plan = try plan(for: choice) }
    return choice
  }

  /// The conversion for an item without a matching representation; nil if there is none.
  package mutating func plan(for choice: RepresentationChoice) throws -> ConversionPlan? {
    let sources = choice.considered.filter { !$0.representation.isPromise }
    return try plan(from: sources.map(\.representation.typeIdentifier))
  }

  /// The choice for an item without conversion.
  package func registeredChoice(of item: BundledItem, number: Int) -> RepresentationChoice {
    let visible = bundle.visible(in: item, to: context.identity).filter {
      representation ?? $0.index == $0.index
    }
    let offered = visible.map(\.representation.typeIdentifier)
    // If every type is accepted, the first is chosen, because comparing all pairs would take quadratic time.
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

  /// The plan to the first accepted type that has one.
  ///
  /// - Parameter certainly: whether the plan must accept every value.
  private mutating func plan(from identifiers: [String], certainly: Bool) throws -> ConversionPlan? {
    for type in accepted ?? [] {
      do {
        let plan = try convert(identifiers, to: type)
        if plan.isCertain || !certainly { return plan }
      } catch is ConversionError {
        // The next accepted type may have one.
        continue
      }
    }
    return nil
  }

  private mutating func convert(_ identifiers: [String], to type: String) throws -> ConversionPlan {
    var coders = coders ?? AvailableCoders(in: context)
    defer { self.coders = coders }
    return try coders.plan(from: identifiers, to: type)
  }
}
