import OfficeFormats
import ProfferConversions

/// An option that would have kept content that a conversion lost, for messages to the user.
public enum LossRemedy: Sendable, Hashable, CaseIterable {
  /// Pictures were lost that ``DocumentConversion/pictures`` would keep.
  case keepPictures
  /// Some formulas have no stored result. If LibreOffice is the ``DocumentConversion/program``, it calculates
  /// them.
  case calculateFormulas

  /// Returns the remedies that would have kept content that a conversion lost.
  ///
  /// - Parameters:
  ///   - report: the losses.
  ///   - plan: the plan of the conversion that had these losses.
  fileprivate static func remedies(for report: StepReport, of plan: ConversionPlan) -> [LossRemedy] {
    allCases.filter { $0.applies(to: report, of: plan) }
  }

  /// Returns whether the remedy would have kept content that a conversion lost.
  private func applies(to report: StepReport, of plan: ConversionPlan) -> Bool {
    switch self {
    case .keepPictures: plan.canKeepPictures && report.losesEmbeddedPictures
    case .calculateFormulas:
      report.losses.contains { $0.kind == .formulas && $0.detail == Loss.formulasWithoutValues }
    }
  }
}

extension ConvertedDocument {
  /// The options that would have kept lost content.
  package var remedies: [LossRemedy] { LossRemedy.remedies(for: report, of: plan) }
}

extension ConversionTrial.Outcome {
  /// The options that would keep lost content.
  package var remedies: [LossRemedy] { LossRemedy.remedies(for: report, of: plan) }
}

extension StepReport {
  /// Whether pictures were lost because the result does not contain pictures.
  fileprivate var losesEmbeddedPictures: Bool {
    losses.contains { $0.kind == .images && $0.detail == Loss.embeddedPictures }
  }
}
