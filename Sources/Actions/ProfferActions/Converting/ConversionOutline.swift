package import ProfferConversions
package import TextEncodings

/// A plan in printable form.
package struct PlanOutline: Sendable {
  /// The identifier of the source type.
  package let source: String
  /// The identifier of the destination type.
  package let destination: String
  /// The steps in the order in which they run.
  package let steps: [String]
  /// Whether the whole document is held in memory.
  package let holdsDocument: Bool
  /// The names of the possible losses.
  package let mayLose: [String]

  /// The possible losses in words; empty if the plan is lossless.
  package var lossText: String { mayLose.joined(separator: ", ") }
}

extension ConversionPlan {
  /// The plan in printable form.
  package var outline: PlanOutline {
    PlanOutline(
      source: sourceIdentifier, destination: destinationIdentifier, steps: steps,
      holdsDocument: holdsDocument, mayLose: mayLose.sorted().map(\.rawValue))
  }
}

/// A loss in printable form.
package struct LossOutline: Sendable {
  /// The name of its kind.
  package let kind: String
  /// The number of occurrences; nil if an external converter only declares the loss.
  package let count: Int?
  /// A description of the lost information; nil if it is unknown.
  package let detail: String?
}

/// The losses of a conversion in printable form.
package struct ReportOutline: Sendable {
  /// The losses.
  package let losses: [LossOutline]
  /// The losses in words.
  package let lossTexts: [String]
  /// The losses that occurred, in words.
  package let countedLossTexts: [String]
  /// The losses that external converters declare, in words.
  package let declaredLossTexts: [String]
  /// Remarks that are not losses, one sentence each.
  package var remarks: [String]
}

extension StepReport {
  /// The report in printable form.
  package var outline: ReportOutline {
    ReportOutline(
      losses: losses.map {
        LossOutline(kind: $0.kind.rawValue, count: $0.isDeclared ? nil : $0.count, detail: $0.detail)
      }, lossTexts: losses.descriptions,
      countedLossTexts: losses.filter { !$0.isDeclared }.descriptions,
      declaredLossTexts: losses.filter(\.isDeclared).descriptions, remarks: warnings)
  }
}

/// The encoding of a text in printable form.
package struct EncodingOutline: Sendable {
  /// The name of the encoding.
  package let name: String
  /// The name of the evidence for the encoding.
  package let evidence: String
  /// The evidence for the encoding, in words.
  package let reason: String
  /// Whether the bytes allow another encoding.
  package let isGuess: Bool
  /// The language that the guess is based on, and a nearly as likely encoding, if any.
  package let language: (code: String, rival: String?)?
}

extension EncodingDetection {
  /// The encoding in printable form.
  package var outline: EncodingOutline {
    var language: (code: String, rival: String?)?
    if case .language(let code, let rival) = evidence { language = (code, rival.map { "\($0)" }) }
    return EncodingOutline(
      name: encoding.description, evidence: evidenceName, reason: reason, isGuess: isGuess, language: language
    )
  }
}
