import ItemProviders
import ProviderBundles

extension RepresentationChoice {
  /// The content that a receiver obtains from an item.
  package enum Answer: Sendable {
    /// A representation, unchanged.
    case registered(ListedRepresentation)
    /// The result of a conversion.
    case converted(PlanOutline)
    /// No content.
    case nothing
  }

  /// The verdict on a representation.
  package struct Verdict: Sendable {
    /// The representation.
    package let representation: ListedRepresentation
    /// The verdict as text.
    package let text: String
  }

  /// The content that the receiver obtains from the item.
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

  /// The suggested name of the item; nil if it has none, or if the receiver may not see the item.
  package var suggestedName: String? { isForOthers ? nil : item.suggestedName }
}
