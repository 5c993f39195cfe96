import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import UniformTypes

/// The content to paste as a single type: an offered type, unchanged or converted.
struct PastedChoice {
  /// The offered type to fetch.
  let offered: IncomingNames.OfferedType
  /// The conversion to run; nil if the offered type is pasted unchanged.
  let plan: ConversionPlan?

  /// The type of the result.
  var typeIdentifier: String { plan?.destinationIdentifier ?? offered.typeIdentifier }

  /// Returns the choices for pasting content, best first; at least one.
  ///
  /// If an offered type is accepted, it is the only choice. Otherwise, there is a choice for each offered
  /// type that can be converted to an accepted type. If one conversion fails, the next choice is used,
  /// because programs offer broken or empty content in some types.
  ///
  /// - Parameters:
  ///   - wanted: the accepted types, in order of preference; if empty, the best offered type is chosen.
  ///   - fileExtensions: the filename extensions of the results, keyed by type. Formats that share a type
  ///     are told apart by them.
  ///   - converting: whether to convert if no offered type matches.
  static func all(
    of content: PastedContent, accepting wanted: [UTType], fileExtensions: [UTType: String] = [:],
    converting: Bool, context: ActionContext
  ) throws -> [PastedChoice] {
    let types = context.types.registry
    let offered = content.names.types
    if wanted.isEmpty {
      // An undeclared type is better than nothing.
      guard let best = content.knownTypes.first ?? offered.first else { throw noMatch(content, wanted) }
      return [PastedChoice(offered: best, plan: nil)]
    }
    let identifiers = offered.map(\.typeIdentifier)
    if let index = FidelityOrder(registry: types).index(
      among: identifiers, accepting: wanted.map(\.identifier))
    {
      return [PastedChoice(offered: offered[index], plan: nil)]
    }
    let choices = try conversions(of: offered, to: wanted, fileExtensions, in: context)
    if choices.isEmpty { throw noMatch(content, wanted, "; it cannot be converted to that type") }
    guard converting else { throw noMatch(content, wanted, code: .needsConversion) }
    return choices
  }

  /// Returns the conversions to each accepted type.
  ///
  /// For each accepted type, the conversion that loses the least comes first.
  private static func conversions(
    of offered: [IncomingNames.OfferedType], to wanted: [UTType], _ fileExtensions: [UTType: String],
    in context: ActionContext
  ) throws -> [PastedChoice] {
    var coders = AvailableCoders(in: context)
    var choices: [PastedChoice] = []
    for type in wanted {
      var rest = offered
      let writerName = try WantedType.writerName(for: type, fileExtensions[type])
      while !rest.isEmpty {
        do {
          let plan = try coders.plan(from: rest.map(\.typeIdentifier), to: type.identifier, by: writerName)
          choices.append(PastedChoice(offered: rest.remove(at: plan.sourceIndex), plan: plan))
        } catch is ConversionError {
          break
        }
      }
    }
    return choices
  }

  private static func noMatch(
    _ content: PastedContent, _ wanted: [UTType], _ remark: String = "", code: ActionError.Code = .noMatch
  ) -> ActionError {
    if content.names.types.isEmpty {
      let names = content.names.names.map(\.text).joined(separator: ", ")
      return .negative(
        "\(content.selection.displayName) has no content that can be pasted (\(names))", code: .empty)
    }
    let types = TypeNames.list(wanted.map(\.identifier), separator: " or ")
    let verdict = wanted.isEmpty ? "which cannot be pasted" : "which does not match \(types)"
    return .negative(
      "\(content.selection.displayName) offers \(content.description), \(verdict)\(remark)", code: code)
  }
}
