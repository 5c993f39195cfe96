import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import UniformTypes

/// The content to paste as a single type: an offered type or a conversion of one.
struct PastedChoice {
  /// The offered type to fetch.
  let offered: IncomingNames.OfferedType
  /// The conversion to run; nil if the offered type is pasted unchanged.
  let plan: ConversionPlan?

  /// The type of the result.
  var typeIdentifier: String { plan?.destinationIdentifier ?? offered.typeIdentifier }

  /// - Parameters:
  ///   - wanted: the accepted types, most wanted first; if empty, the best offered type is chosen.
  ///   - converting: whether to convert if no offered type matches.
  init(
    _ content: PastedContent, accepting wanted: [UTType], converting: Bool, context: ActionContext
  ) throws {
    let types = context.types.registry
    let all = content.names.types
    if wanted.isEmpty {
      // An undeclared type is better than nothing.
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
        // A conversion to the next type may exist.
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
