import ProfferConversions
import StructuredFormats

/// Merges of mappings: the key `<<` with a mapping, or with a sequence of mappings.
///
/// Source: the merge type of YAML 1.1 (yaml.org/type/merge.html), which programs use with YAML 1.2 as well.
enum YAMLMerge {
  /// Replaces the merges in the members of a mapping.
  ///
  /// The merged members stand at the place of the merge. The mapping's own members take precedence, and
  /// earlier mappings of a sequence over later ones.
  ///
  /// - Parameters:
  ///   - merges: the indices of the members whose key is a merge.
  ///   - members: the members of the mapping.
  static func apply(
    _ merges: [Int], to members: [StructuredMember], failure: (CoderError.Code, String) -> CoderError
  ) throws -> [StructuredMember] {
    let isMerge = Set(merges)
    // Arrays are compared byte by byte, unlike strings.
    var keys: Set<[UInt8]> = []
    for (index, member) in members.enumerated() where !isMerge.contains(index) {
      keys.insert(Array(member.key.utf8))
    }
    var result: [StructuredMember] = []
    for (index, member) in members.enumerated() {
      guard isMerge.contains(index) else {
        result.append(member)
        continue
      }
      for mapping in try mappings(of: member.value, failure) {
        for member in mapping where keys.insert(Array(member.key.utf8)).inserted {
          result.append(member)
        }
      }
    }
    return result
  }

  private static func mappings(
    of value: StructuredValue, _ failure: (CoderError.Code, String) -> CoderError
  ) throws -> [[StructuredMember]] {
    switch value {
    case .dictionary(let members): return [members]
    case .array(let elements):
      return try elements.map { element in
        guard let members = element.members else {
          throw failure(
            .invalidMerge, "a merge (<<) in this mapping lists \(element.kindName) instead of a mapping")
        }
        return members
      }
    default:
      throw failure(.invalidMerge, "a merge (<<) in this mapping has \(value.kindName) instead of a mapping")
    }
  }
}
