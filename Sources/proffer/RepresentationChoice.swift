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

  /// Asks an item.
  ///
  /// Conversion is considered only when nothing registered fits any accepted type; the accepted types are then tried
  /// in the receiver's order.
  init(
    of item: BundledItem, number: Int, in bundle: ProviderBundle, accepting types: [UTType],
    by order: FidelityOrder, receiver: ReceiverIdentity, conversions: ConversionRegistry
  ) {
    self.number = number
    self.item = item
    let visible = bundle.visible(in: item, to: receiver)
    considered = visible
    let offers = visible.map(\.representation.typeIdentifier)
    verdict = order.choice(among: offers, accepting: types.map(\.identifier))
    var plan: ConversionPlan?
    if verdict.winner == nil {
      let candidates = visible.filter { !$0.representation.isPromise }
      let identifiers = candidates.map(\.representation.typeIdentifier)
      for type in types where plan == nil {
        do throws(ConversionError) {
          plan = try conversions.plan(from: identifiers, to: type.identifier)
        } catch {
          // A type that nothing leads to is no failure here: the next accepted one is tried.
          continue
        }
      }
    }
    self.plan = plan
  }

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

extension BundledRepresentation {
  var isFolder: Bool {
    if case .folder = storage { true } else { false }
  }
}
