import Conversions
import FileSystem
import ItemProviders
import ProviderBundles
import UniformTypes

/// What one item of a bundle answers a receiver: a representation, a conversion, or nothing.
struct RepresentationChoice {
  /// The item's number, from 1.
  let number: Int
  let item: BundledItem
  /// The representations that were considered, with their places in the item.
  let considered: [(index: Int, representation: BundledRepresentation)]
  /// The verdict of the rule of choice over what was considered.
  let verdict: FidelityChoice
  /// The conversion that answers where nothing registered does.
  let plan: ConversionPlan?

  /// What to call the item before this receiver.
  var name: String { item.displayName(showing: considered.map(\.representation)) }

  /// Whether the receiver may see nothing of the item.
  var isForOthers: Bool { considered.isEmpty && !item.representations.isEmpty }

  /// The representation that answers as it is, with its place in the item.
  var chosen: (index: Int, representation: BundledRepresentation)? {
    verdict.winner.map { considered[$0.index] }
  }

  /// The representation that a conversion would start from.
  var conversionSource: BundledRepresentation? {
    plan.flatMap { plan in
      considered.first { $0.representation.typeIdentifier == plan.sourceIdentifier }?.representation
    }
  }
}

/// A receiver who asks one item after the other.
struct AskingReceiver {
  /// How many plans are remembered; items of one bundle are mostly offered in the same types.
  private static let planCount = 256

  private let bundle: ProviderBundle
  private let accepted: [String]
  private let order: FidelityOrder
  private let identity: ReceiverIdentity
  private let conversions: ConversionRegistry
  /// The plans that were made, by the types they start from.
  private var plans: [[String]: ConversionPlan?] = [:]

  init(
    in bundle: ProviderBundle, accepting types: [UTType], by order: FidelityOrder,
    as identity: ReceiverIdentity,
    conversions: ConversionRegistry
  ) {
    self.bundle = bundle
    accepted = types.map(\.identifier)
    self.order = order
    self.identity = identity
    self.conversions = conversions
  }

  /// Asks an item.
  ///
  /// Conversion is considered only when nothing registered fits any accepted type; the accepted types are then tried
  /// in the receiver's order, and those that only some values become after those that all of them become.
  mutating func choice(of item: BundledItem, number: Int) -> RepresentationChoice {
    let visible = bundle.visible(in: item, to: identity)
    let verdict = order.choice(
      among: visible.map(\.representation.typeIdentifier), accepting: accepted)
    var plan: ConversionPlan?
    if verdict.winner == nil {
      let candidates = visible.filter { !$0.representation.isPromise }
      plan = self.plan(from: candidates.map(\.representation.typeIdentifier))
    }
    return RepresentationChoice(number: number, item: item, considered: visible, verdict: verdict, plan: plan)
  }

  private mutating func plan(from identifiers: [String]) -> ConversionPlan? {
    if let known = plans[identifiers] { return known }
    let plan = plan(from: identifiers, certainly: true) ?? plan(from: identifiers, certainly: false)
    if plans.count == AskingReceiver.planCount { plans = [:] }
    plans[identifiers] = .some(plan)
    return plan
  }

  /// The plan to the first accepted type that one leads to: certainly, or for values of a certain form only.
  private func plan(from identifiers: [String], certainly: Bool) -> ConversionPlan? {
    for type in accepted {
      do throws(ConversionError) {
        let plan = try conversions.plan(from: identifiers, to: type)
        if plan.isCertain || !certainly { return plan }
      } catch {
        // A type that nothing leads to is no failure here: the next accepted one is tried.
        continue
      }
    }
    return nil
  }
}

extension BundledRepresentation {
  var isFolder: Bool {
    if case .folder = storage { true } else { false }
  }
}
