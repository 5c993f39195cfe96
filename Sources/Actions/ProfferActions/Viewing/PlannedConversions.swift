import ProfferConversions
import UniformTypes

/// The types to which items can be converted, with the losses that the plans of the conversions name.
///
/// Only built-in coders are considered, because a page is made without looking for programs.
struct PlannedConversions {
  /// The types to which conversions lose the same kinds of content.
  struct Group {
    /// The kinds of content that are lost, as text; empty if nothing is lost.
    let losses: String
    let types: [ShownType]
  }

  private let coders: ConversionRegistry
  /// The groups that were made, by the types of the source.
  private var known: [[String]: [Group]] = [:]

  /// The maximum number of source types that are considered.
  private static let sourceLimit = 16
  /// The maximum number of different lists of source types.
  private static let knownLimit = 200

  init(_ coders: ConversionRegistry) { self.coders = coders }

  /// Returns the conversions from any of the given types, those without losses first.
  mutating func groups(from types: [String]) -> [Group] {
    let types = Array(types.prefix(Self.sourceLimit))
    if let groups = known[types] { return groups }
    guard known.count < Self.knownLimit else { return [] }
    var shown: [Set<LossKind>: [ShownType]] = [:]
    var seen = Set(types.map { TypeIdentifier($0) })
    for type in types.flatMap({ coders.destinations(from: $0) })
    where seen.insert(TypeIdentifier(type)).inserted {
      do throws(ConversionError) {
        let plan = try coders.plan(from: types, to: type)
        shown[plan.mayLose, default: []].append(ShownType(type, in: coders.types))
      } catch {
        // There is no plan from the source types to this type.
        continue
      }
    }
    let names = Dictionary(shown.values.joined().map { ($0.name, 1) }, uniquingKeysWith: +)
    let groups = shown.map { losses, types in
      Group(
        losses: losses.sorted().map(\.rawValue).joined(separator: ", "),
        types: types.map { names[$0.name] == 1 ? $0 : $0.distinguished })
    }.sorted { left, right in
      (left.losses.isEmpty ? 0 : 1, left.losses.count, left.losses)
        < (right.losses.isEmpty ? 0 : 1, right.losses.count, right.losses)
    }
    known[types] = groups
    return groups
  }
}
