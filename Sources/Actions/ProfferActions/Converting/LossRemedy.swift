import OfficeFormats
import ProfferConversions

/// A way to keep content that a conversion lost, for messages to the user.
public enum LossRemedy: Sendable, Hashable, CaseIterable {
  /// Pictures were lost that ``DocumentConversion/pictures`` would keep.
  case keepPictures
  /// Formulas have no stored result; LibreOffice, as the ``DocumentConversion/program``, calculates them.
  case calculateFormulas

  /// Returns whether the remedy keeps content that was lost.
  ///
  /// - Parameters:
  ///   - report: the losses.
  ///   - plan: the plan of the conversion that had these losses.
  func applies(to report: StepReport, of plan: ConversionPlan) -> Bool {
    switch self {
    case .keepPictures: plan.canKeepPictures && report.losesEmbeddedPictures
    case .calculateFormulas:
      report.losses.contains { $0.kind == .formulas && $0.detail == Loss.formulasWithoutValues }
    }
  }
}

extension ConvertedDocument {
  /// The ways to keep content that was lost.
  package var remedies: [LossRemedy] { LossRemedy.allCases.filter { $0.applies(to: report, of: plan) } }
}

extension ConversionTrial.Outcome {
  /// The ways to keep content that is lost.
  package var remedies: [LossRemedy] { LossRemedy.allCases.filter { $0.applies(to: report, of: plan) } }
}

extension StepReport {
  /// Whether pictures were lost because the result does not contain pictures.
  fileprivate var losesEmbeddedPictures: Bool {
    losses.contains { $0.kind == .images && $0.detail == Loss.embeddedPictures }
  }
}
