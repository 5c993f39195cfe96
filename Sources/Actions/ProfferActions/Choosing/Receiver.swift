package import ItemProviders
package import ProfferConversions
package import ProviderBundles
package import UniformTypes

/// A receiver, to which one item after the other is offered.
package struct Receiver: Sendable {
  /// How many plans are remembered; the items of one bundle mostly offer the same types.
  private static let planCount = 256

  private let bundle: ProviderBundle
  /// The accepted types; nil accepts whatever an item offers, the best first.
  private let accepted: [String]?
  private let order: FidelityOrder
  /// The only representation of each item that is considered; nil considers all.
  private let representation: Int?
  private let context: ActionContext
  /// The coders, once something has to be converted.
  private var coders: AvailableCoders?
  /// The plans that were made, by the types they start from.
  private var plans: [[String]: ConversionPlan?]

  /// - Parameters:
  ///   - types: the accepted types, most wanted first; nil accepts whatever an item offers, the best first.
  ///   - representation: the place in the item, counted from 0, of the only representation that is considered.
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

  /// What an item offers.
  ///
  /// Conversion is considered only when nothing registered fits any accepted type; the accepted types are then tried
  /// in the receiver's order, first those that every value converts to, then those that some do.
  package mutating func choice(of item: BundledItem, number: Int) throws -> RepresentationChoice {
    var choice = registeredChoice(of: item, number: number)
    if choice.verdict.winner == nil { choice.plan = try plan(for: choice) }
    return choice
  }

  /// The conversion for an item of which nothing registered fits; nil where there is none.
  package mutating func plan(for choice: RepresentationChoice) throws -> ConversionPlan? {
    let sources = choice.considered.filter { !$0.representation.isPromise }
    return try plan(from: sources.map(\.representation.typeIdentifier))
  }

  /// What an item offers without a conversion.
  package func registeredChoice(of item: BundledItem, number: Int) -> RepresentationChoice {
    let visible = bundle.visible(in: item, to: context.identity).filter {
      representation ?? $0.index == $0.index
    }
    let offered = visible.map(\.representation.typeIdentifier)
    // If any type is accepted, the first is chosen, since comparing all pairs would take quadratic time.
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

  /// The plan to the first accepted type that has one: a certain one, or any.
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
