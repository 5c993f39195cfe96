package import ProfferConversions
package import TextEncodings

/// A conversion plan in printable form.
package struct PlanOutline: Sendable {
  /// The identifier of the source type.
  package let source: String
  /// The identifier of the destination type.
  package let destination: String
  /// The names of the steps, in the order in which they run.
  package let steps: [String]
  /// Whether the conversion holds the whole document in memory.
  package let holdsDocument: Bool
  /// The names of the kinds of possible losses.
  package let mayLose: [String]

  /// The possible losses as text; empty if the plan is lossless.
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
  /// The name of the kind of loss.
  package let kind: String
  /// The number of occurrences; nil if an external converter declares the loss without counting occurrences.
  package let count: Int?
  /// A description of the lost information; nil if it is unknown.
  package let detail: String?
}

/// The losses of a conversion in printable form.
package struct ReportOutline: Sendable {
  /// The losses.
  package let losses: [LossOutline]
  /// The descriptions of all losses.
  package let lossTexts: [String]
  /// The descriptions of the losses that were counted.
  package let countedLossTexts: [String]
  /// The descriptions of the losses that external converters declare.
  package let declaredLossTexts: [String]
  /// Remarks that are not losses, one sentence each.
  package var remarks: [String]
  /// The index of the remark about a guessed encoding; nil if the encoding was not guessed.
  package let guess: Int?
}

extension StepReport {
  /// The report in printable form.
  package var outline: ReportOutline {
    ReportOutline(
      losses: losses.map {
        LossOutline(kind: $0.kind.rawValue, count: $0.isDeclared ? nil : $0.count, detail: $0.detail)
      }, lossTexts: losses.descriptions,
      countedLossTexts: losses.filter { !$0.isDeclared }.descriptions,
      declaredLossTexts: losses.filter(\.isDeclared).descriptions, remarks: warnings,
      guess: warnings.firstIndex(where: EncodingDetection.isGuess))
  }
}

/// The detected encoding of a text in printable form.
package struct EncodingOutline: Sendable {
  /// The name of the encoding.
  package let name: String
  /// The name of the kind of evidence for the encoding.
  package let evidence: String
  /// A description of the evidence for the encoding.
  package let reason: String
  /// Whether the bytes are also valid in another encoding.
  package let isGuess: Bool
  /// The language on which the guess is based, and an encoding that is nearly as likely.
  ///
  /// Nil if the guess is not based on a language.
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
