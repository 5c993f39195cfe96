import Conversions
import JSONText

/// What is told of a conversion: that there is none, that it is refused, or what it lost.
struct ConversionOutcome {
  let source: String
  let wanted: String
  let isStrict: Bool
  let asJSON: Bool
  let console: Console

  /// Tells in JSON that nothing leads to the type wanted.
  ///
  /// - Parameter plansOnly: whether the plan alone was asked for.
  func tellNoWay(from candidates: [String], because reason: String, plansOnly: Bool) throws {
    guard asJSON else { return }
    let plan = ConversionReport.noPlan(from: candidates, to: wanted, because: reason)
    try console.print(plansOnly ? plan : ConversionReport.conversion(by: plan, StepReport(), byteCount: nil))
  }

  /// Refuses a strict conversion that lost something, or may have, before anything is written.
  func refuse(_ report: StepReport, of plan: ConversionPlan) throws {
    guard isStrict, !report.losses.isEmpty else { return }
    if asJSON {
      try console.print(
        ConversionReport.conversion(by: ConversionReport.plan(plan), report, byteCount: nil))
    }
    for warning in report.warnings { console.note(warning) }
    throw ConversionReport.refusal(of: report.losses, source: source, wanted: wanted)
  }

  /// Tells of a conversion whose result is written.
  func tell(_ report: StepReport, of plan: ConversionPlan, byteCount: Int) throws {
    if asJSON {
      try console.print(
        ConversionReport.conversion(by: ConversionReport.plan(plan), report, byteCount: byteCount))
    } else {
      for loss in report.losses.descriptions { console.loss(loss) }
    }
    for warning in report.warnings { console.note(warning) }
  }
}
