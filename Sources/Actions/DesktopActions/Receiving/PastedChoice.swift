import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import UniformTypes

/// What is pasted where one type is wanted: a type that is offered, or a conversion of one.
struct PastedChoice {
  /// The type that is fetched.
  let offered: IncomingNames.OfferedType
  /// What is made of it; nil where it is wanted as it is.
  let plan: ConversionPlan?

  /// The type of the result.
  var typeIdentifier: String { plan?.destinationIdentifier ?? offered.typeIdentifier }

  /// - Parameters:
  ///   - wanted: the types, most wanted first; none takes the best.
  ///   - converting: whether a conversion is made where nothing fits.
  init(
    _ content: PastedContent, accepting wanted: [UTType], converting: Bool, context: ActionContext
  ) throws {
    let types = context.types.registry
    let all = content.names.types
    if wanted.isEmpty {
      // A type that nothing here declares is better than nothing.
      guard let best = content.knownTypes.first ?? all.first else {
        throw PastedChoice.noMatch(content, wanted)
      }
      (offered, plan) = (best, nil)
      return
    }
    let identifiers = all.map(\.typeIdentifier)
    if let index = FidelityOrder(registry: types).index(
      among: identifiers, accepting: wanted.map(\.identifier))
    {
      (offered, plan) = (all[index], nil)
      return
    }
    var coders = AvailableCoders(in: context)
    for type in wanted {
      do {
        let plan = try coders.plan(from: identifiers, to: type.identifier)
        guard converting else { throw PastedChoice.noMatch(content, wanted, code: .needsConversion) }
        (offered, self.plan) = (all[plan.sourceIndex], plan)
        return
      } catch is ConversionError {
        // The next type may have one.
        continue
      }
    }
    throw PastedChoice.noMatch(content, wanted, "; it cannot be converted to that type")
  }

  private static func noMatch(
    _ content: PastedContent, _ wanted: [UTType], _ remark: String = "", code: ActionError.Code = .noMatch
  ) -> ActionError {
    let types = wanted.map(\.identifier).joined(separator: " or ")
    let verdict = wanted.isEmpty ? "which cannot be pasted" : "which does not match \(types)"
    return .negative(
      "\(content.selection.displayName) offers \(content.description), \(verdict)\(remark)", code: code)
  }
}
