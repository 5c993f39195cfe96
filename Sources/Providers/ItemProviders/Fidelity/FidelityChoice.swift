/// What the rule of choice answered, and why each representation won or lost.
public struct FidelityChoice: Sendable, Equatable {
  /// By which rule a representation satisfies an accepted type.
  public enum Rule: Sendable, Hashable {
    /// The identifiers are the same.
    case exactIdentifier
    /// The offered type conforms to the accepted one; the path leads from the offered to the accepted
    /// identifier, both included, and is nil where the registry knows that they conform but not by which
    /// steps.
    case conformance(path: [String]?)
  }

  /// The representation that answers.
  public struct Winner: Sendable, Hashable {
    /// Its place in the registered order.
    public let index: Int
    /// The place of the accepted type that it satisfies.
    public let acceptedIndex: Int
    /// By which rule.
    public let rule: Rule

    /// Names a winner.
    public init(index: Int, acceptedIndex: Int, rule: Rule) {
      self.index = index
      self.acceptedIndex = acceptedIndex
      self.rule = rule
    }
  }

  /// Why a representation does not answer.
  public enum Reason: Sendable, Hashable {
    /// Its type conforms to nothing that the receiver accepts.
    case conformsToNothingAccepted
    /// It satisfies only an accepted type that stands after the one that won.
    case acceptedLater(String)
    /// It conforms to the accepted type, and another representation has exactly that identifier.
    case exactIdentifierPreferred(over: String)
    /// It satisfies the receiver as well, and the winner was registered before it.
    case registeredLater
    /// It is only an address, and another representation is the thing itself.
    case addressOfContents
    /// The receiver may not see it.
    case notVisible(RepresentationVisibility)
  }

  /// What became of one representation.
  public enum Verdict: Sendable, Hashable, CustomStringConvertible {
    /// It answers, for this accepted type.
    case chosen(Rule, accepted: String)
    /// It does not.
    case lost(Reason)
  }

  /// The representation that answers, if any does.
  public let winner: Winner?
  /// A verdict for each representation, in registered order.
  public let verdicts: [Verdict]
}

extension FidelityChoice.Verdict {
  /// The verdict in one line of English, without the name of the representation it speaks of.
  public var description: String {
    switch self {
    case .chosen(.exactIdentifier, let accepted): "chosen: it is exactly the accepted \(accepted)"
    case .chosen(.conformance(let path), let accepted):
      "chosen: first registered type that conforms to the accepted \(accepted)"
        + (path.map { $0.count > 2 ? " (\($0.joined(separator: " → ")))" : "" } ?? "")
    case .lost(let reason): "lost: \(reason)"
    }
  }
}

extension FidelityChoice.Reason: CustomStringConvertible {
  /// The reason in one line of English.
  public var description: String {
    switch self {
    case .conformsToNothingAccepted: "its type conforms to no accepted type"
    case .acceptedLater(let type): "it satisfies only \(type), which the receiver accepts later"
    case .exactIdentifierPreferred(let type): "it conforms to \(type), and another is exactly that type"
    case .registeredLater: "it fits as well, and the winner was registered earlier"
    case .addressOfContents: "it fits only as an address, and another is the thing itself"
    case .notVisible(.team): "only receivers of the same team may see it"
    case .notVisible(.group): "only receivers of the same group may see it"
    case .notVisible: "only its own process may see it"
    }
  }
}
