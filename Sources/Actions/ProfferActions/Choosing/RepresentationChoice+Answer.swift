import ItemProviders
import ProviderBundles

extension RepresentationChoice {
  /// What the receiver gets of an item.
  package enum Answer: Sendable {
    /// A representation, as it is.
    case registered(ListedRepresentation)
    /// What a conversion makes.
    case converted(PlanOutline)
    /// Nothing.
    case nothing
  }

  /// What the rule of choice says about a representation.
  package struct Verdict: Sendable {
    /// The representation.
    package let representation: ListedRepresentation
    /// What the rule says, in words.
    package let text: String
  }

  /// What the receiver gets of the item.
  package var answer: Answer {
    if let chosen { return .registered(ListedRepresentation(chosen.representation, at: chosen.index)) }
    return plan.map { .converted($0.outline) } ?? .nothing
  }

  /// The verdict on each representation that the receiver may see.
  package var verdicts: [Verdict] {
    zip(considered, verdict.verdicts).map { considered, verdict in
      Verdict(
        representation: ListedRepresentation(considered.representation, at: considered.index),
        text: verdict.description)
    }
  }

  /// The suggested name of the item; nil if it has none, or the receiver may see nothing of the item.
  package var suggestedName: String? { isForOthers ? nil : item.suggestedName }
}
