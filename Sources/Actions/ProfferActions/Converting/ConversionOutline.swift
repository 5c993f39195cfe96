package import ProfferConversions
package import TextEncodings

/// A plan as programs print it.
package struct PlanOutline: Sendable {
  /// The identifier of the type that it converts from.
  package let source: String
  /// The identifier of the type that it converts to.
  package let destination: String
  /// The steps in the order in which they run.
  package let steps: [String]
  /// Whether the whole document is held in memory.
  package let holdsDocument: Bool
  /// The names of what it may lose.
  package let mayLose: [String]

  /// What the plan may lose, in words; empty where it loses nothing.
  package var lossText: String { mayLose.joined(separator: ", ") }
}

extension ConversionPlan {
  /// The plan as programs print it.
  package var outline: PlanOutline {
    PlanOutline(
      source: sourceIdentifier, destination: destinationIdentifier, steps: steps,
      holdsDocument: holdsDocument, mayLose: mayLose.sorted().map(\.rawValue))
  }
}

/// A loss as programs print it.
package struct LossOutline: Sendable {
  /// The name of its kind.
  package let kind: String
  /// How often it occurred; nil where an external converter only declares it.
  package let count: Int?
  /// What exactly was lost; nil if that is not known.
  package let detail: String?
}

/// What a conversion lost, as programs print it.
package struct ReportOutline: Sendable {
  /// The losses.
  package let losses: [LossOutline]
  /// The losses in words.
  package let lossTexts: [String]
  /// The losses that occurred, in words.
  package let countedLossTexts: [String]
  /// The losses that external converters declare, in words.
  package let declaredLossTexts: [String]
  /// Remarks that are not losses, a sentence each.
  package var remarks: [String]
}

extension StepReport {
  /// The report as programs print it.
  package var outline: ReportOutline {
    ReportOutline(
      losses: losses.map {
        LossOutline(kind: $0.kind.rawValue, count: $0.isDeclared ? nil : $0.count, detail: $0.detail)
      }, lossTexts: losses.descriptions,
      countedLossTexts: losses.filter { !$0.isDeclared }.descriptions,
      declaredLossTexts: losses.filter(\.isDeclared).descriptions, remarks: warnings)
  }
}

/// The encoding of a text as programs print it.
package struct EncodingOutline: Sendable {
  /// The name of the encoding.
  package let name: String
  /// The name of the evidence for the encoding.
  package let evidence: String
  /// The evidence for the encoding, in words.
  package let reason: String
  /// Whether the bytes allow another encoding.
  package let isGuess: Bool
  /// The language whose characters it was guessed by, and the encoding that is nearly as likely.
  package let language: (code: String, rival: String?)?
}

extension EncodingDetection {
  /// The encoding as programs print it.
  package var outline: EncodingOutline {
    var language: (code: String, rival: String?)?
    if case .language(let code, let rival) = evidence { language = (code, rival.map { "\($0)" }) }
    return EncodingOutline(
      name: encoding.description, evidence: evidenceName, reason: reason, isGuess: isGuess, language: language
    )
  }
}
