import ExternalConverters
package import ProfferConversions
import UniformTypes

extension StepReport {
  /// Throws if a strict conversion lost or may have lost information.
  ///
  /// Must be called before the result is final.
  ///
  /// - Parameter source: the name that messages use for the source.
  /// - Throws: a negative ``ActionError`` with the code `wouldLose`, whose message lists the losses.
  package func refuse(of plan: ConversionPlan, from source: String, in context: ActionContext) throws {
    guard !losses.isEmpty else { return }
    let isCertain = losses.contains { !$0.isDeclared }
    let verb = isCertain ? "would lose" : "may lose"
    let remark = losses.contains(where: \.isDeclared) ? "; \(remedy(for: plan, in: context))" : ""
    let wanted = TypeNames.name(of: plan.destinationIdentifier, in: context.types.registry)
    throw ActionError.negative(
      "converting \(source) to \(wanted) \(verb) "
        + "\(losses.descriptions.joined(separator: ", "))\(remark)", code: .wouldLose)
  }

  /// Returns advice about an external converter that does not report its losses.
  private func remedy(for plan: ConversionPlan, in context: ActionContext) -> String {
    func names(_ types: [String], _ type: String) -> Bool {
      types.contains { TypeIdentifier($0) == TypeIdentifier(type) }
    }
    let missing = InstalledConverters(in: context).missing.first { program in
      program.losses.isEmpty && names(program.reads, plan.sourceIdentifier)
        && names(program.writes, plan.destinationIdentifier)
    }
    if let missing {
      return "\(missing.name) is declared as lossless, but \(missing.command[0]) is not installed"
    }
    return "no other converter is declared as lossless"
  }
}
