import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// What one item of a bundle offers a receiver: a representation, a conversion, or nothing.
struct RepresentationChoice {
  /// The item's number, from 1.
  let number: Int
  let item: BundledItem
  /// The representations that the receiver may see, with their places in the item.
  let considered: [(index: Int, representation: BundledRepresentation)]
  /// What the rule of choice says about each of them.
  let verdict: FidelityChoice
  /// The conversion that is offered where nothing registered fits.
  fileprivate(set) var plan: ConversionPlan?

  /// What to call the item to this receiver.
  var name: String { item.displayName(showing: considered.map(\.representation)) }

  /// The name of files that are made of the item, without an extension.
  var stem: String? { item.stem(showing: considered.map(\.representation)) }

  /// Whether the receiver may see nothing of the item.
  var isForOthers: Bool { considered.isEmpty && !item.representations.isEmpty }

  /// The size of what is loaded or converted; without either, that of the best representation.
  var byteCount: UInt64 {
    let source = considered.first { $0.representation.typeIdentifier == plan?.sourceIdentifier }
    return (chosen ?? source ?? considered.first)?.representation.byteCount ?? 0
  }

  /// The representation that fits as it is, with its place in the item.
  var chosen: (index: Int, representation: BundledRepresentation)? {
    guard let winner = verdict.winner else { return nil }
    return considered[winner.index]
  }
}

/// A receiver, to which one item after the other is offered.
struct Receiver {
  /// How many plans are remembered; the items of one bundle mostly offer the same types.
  private static let planCount = 256

  private let bundle: ProviderBundle
  /// The accepted types; nil accepts whatever an item offers, the best first.
  private let accepted: [String]?
  private let order: FidelityOrder
  /// The only representation of each item that is considered; nil considers all.
  private let representation: Int?
  private let identity: ReceiverIdentity
  private let context: ActionContext
  /// The coders, once something has to be converted.
  private var coders: ProgramCoders?
  /// The plans that were made, by the types they start from.
  private var plans: [[String]: ConversionPlan?]

  /// - Parameters:
  ///   - types: the accepted types, most wanted first; nil accepts whatever an item offers, the best first.
  ///   - representation: the place in the item, counted from 0, of the only representation that is considered.
  init(
    of bundle: ProviderBundle, accepting types: [UTType]?, by order: FidelityOrder,
    as identity: ReceiverIdentity, onlyAt representation: Int? = nil, in context: ActionContext
  ) {
    self.context = context
    self.bundle = bundle
    self.representation = representation
    accepted = types?.map(\.identifier)
    self.order = order
    self.identity = identity
    plans = [:]
  }

  /// What an item offers.
  ///
  /// Conversion is considered only when nothing registered fits any accepted type; the accepted types are then tried
  /// in the receiver's order, first those that every value converts to, then those that some do.
  mutating func choice(of item: BundledItem, number: Int) throws -> RepresentationChoice {
    var choice = registeredChoice(of: item, number: number)
    if choice.verdict.winner == nil {
      let sources = choice.considered.filter { !$0.representation.isPromise }
      choice.plan = try plan(from: sources.map(\.representation.typeIdentifier))
    }
    return choice
  }

  /// What an item offers without a conversion.
  func registeredChoice(of item: BundledItem, number: Int) -> RepresentationChoice {
    let visible = bundle.visible(in: item, to: identity).filter { representation ?? $0.index == $0.index }
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
    var coders = coders ?? ProgramCoders(in: context)
    defer { self.coders = coders }
    return try coders.plan(from: identifiers, to: type)
  }
}

/// The item that is loaded, where a receiver wants one item out of several.
///
/// The choices of the items are considered one by one, and only what a message may need is kept of them.
struct ItemSelection {
  /// How many items, and how many types, a message names.
  private static let namedCount = 10

  /// Items that fit in some way.
  private struct Fitting {
    private(set) var first: RepresentationChoice?
    private(set) var count = 0
    private(set) var names: [String] = []

    mutating func add(_ choice: RepresentationChoice) {
      if count == 0 { first = choice }
      if count < ItemSelection.namedCount { names.append("\(choice.number) (\(choice.name))") }
      count += 1
    }
  }

  /// nil wants whatever an item offers.
  private let wanted: UTType?
  private let bundle: ProviderBundle
  private let isConverting: Bool
  private var fitting = Fitting()
  private var convertible = Fitting()
  private var offered: [String] = []
  private var offeredSet: Set<String> = []
  private var firstNumber = 0
  private var count = 0

  /// - Parameter isConverting: whether an item that fits only by conversion is loaded.
  init(of wanted: UTType?, in bundle: ProviderBundle, converting isConverting: Bool) {
    self.wanted = wanted
    self.bundle = bundle
    self.isConverting = isConverting
  }

  /// Whether an item fits without a conversion.
  var hasFit: Bool { fitting.count > 0 }

  /// Considers what the next item offers.
  mutating func consider(_ choice: RepresentationChoice) {
    if count == 0 { firstNumber = choice.number }
    count += 1
    if choice.chosen != nil { fitting.add(choice) }
    if choice.plan != nil { convertible.add(choice) }
    for (_, representation) in choice.considered
    where offeredSet.insert(representation.typeIdentifier).inserted {
      offered.append(representation.typeIdentifier)
    }
  }

  /// The one item that fits.
  ///
  /// - Throws: a negative result that names what is offered when nothing fits, a failure that names the items when
  ///   several do.
  func single() throws -> RepresentationChoice {
    let fitting = fitting.count == 0 && isConverting ? convertible : fitting
    if let choice = fitting.first, fitting.count == 1 { return choice }
    guard fitting.count == 0 else {
      let numbers = ItemSelection.list(fitting.names, of: fitting.count)
      let verb = wanted.map { "several items of \(bundle.path) match \($0.identifier)" }
      throw ActionError.failure(
        "\(verb ?? "\(bundle.path) has several items"): \(numbers); choose one with --item N",
        name: "severalItems")
    }
    let canConvert = convertible.count > 0 && !isConverting
    let remedy = canConvert ? "; add --convert to convert it" : "; it cannot be converted to that type"
    let place = count == 1 && bundle.itemCount > 1 ? "item \(firstNumber) of " : ""
    guard !offered.isEmpty else {
      throw ActionError.negative(
        "\(place)\(bundle.path) offers nothing to this receiver; try --team or --group", name: "noMatch")
    }
    let list = ItemSelection.list(
      Array(offered.prefix(ItemSelection.namedCount)), of: offered.count)
    throw ActionError.negative(
      "\(place)\(bundle.path) offers \(list), which does not match \(wanted?.identifier ?? "")\(remedy)",
      name: "noMatch")
  }

  private static func list(_ names: [String], of count: Int) -> String {
    names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
  }
}
