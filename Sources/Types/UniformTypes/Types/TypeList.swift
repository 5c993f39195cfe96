/// Types in an order that matters, each once: what somebody offers, best first, or accepts.
///
/// A list *admits* a type when the type is a member or conforms to one. The operations keep the order of the list they
/// are asked of. For every declared type `t`, with all conformance taken from one registry:
///
/// - `a.union(b)` admits `t` exactly when `a` or `b` does.
/// - `a.intersection(b)` admits `t` exactly when both do.
/// - `a.matching(b)` and `a.subtracting(b)` divide `a`: every member of `a` is in one of them, and it is in the first
///   exactly when `b` admits it.
/// - Union and intersection are associative up to what is admitted; a union with itself or with the empty list, and a
///   subtraction of the empty list, change nothing.
public struct TypeList: Sendable, Hashable, Codable {
  private var members: [UTType]

  /// Makes a list; of types that are equal the first stays.
  public init(_ types: some Sequence<UTType>) {
    var known: Set<UTType> = []
    members = types.filter { known.insert($0).inserted }
  }

  /// Reads a list of identifiers; of identifiers that are equal the first stays.
  public init(from decoder: any Decoder) throws { self.init(try [UTType](from: decoder)) }

  /// Writes a list of identifiers.
  public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }

  /// Whether a type is a member or conforms to one.
  public func admits(_ type: UTType, in registry: TypeRegistry = .current) -> Bool {
    members.contains { registry.conforms(type, to: $0) }
  }

  /// The members that another list admits: of what is offered, what can be accepted.
  ///
  /// Which of them to take is not decided here.
  public func matching(_ accepted: TypeList, in registry: TypeRegistry = .current) -> TypeList {
    TypeList(members.filter { accepted.admits($0, in: registry) })
  }

  /// The members that another list does not admit.
  ///
  /// A member that is broader than something in the other list stays: images without PNG are still images.
  public func subtracting(_ other: TypeList, in registry: TypeRegistry = .current) -> TypeList {
    TypeList(members.filter { !other.admits($0, in: registry) })
  }

  /// The members, followed by those of another list that this one does not admit.
  public func union(_ other: TypeList, in registry: TypeRegistry = .current) -> TypeList {
    TypeList(members + other.members.filter { !admits($0, in: registry) })
  }

  /// The broadest types that both lists admit.
  ///
  /// Where neither of two members conforms to the other, these are the declared types that conform to both: data and
  /// archives meet in the formats of archives. The order is that of the first member that admits the type here, then
  /// there, then of declaration.
  ///
  /// - Complexity: a conformance query for each declared type and member.
  public func intersection(_ other: TypeList, in registry: TypeRegistry = .current) -> TypeList {
    let candidates = TypeList(members + other.members + registry.allTypes).members
    let ranked = candidates.compactMap { type -> (here: Int, there: Int, type: UTType)? in
      guard let here = members.firstIndex(where: { registry.conforms(type, to: $0) }),
        let there = other.members.firstIndex(where: { registry.conforms(type, to: $0) })
      else { return nil }
      return (here, there, type)
    }
    let common = Set(ranked.map(\.type))
    let broadest = ranked.filter { registry.supertypes(of: $0.type).isDisjoint(with: common) }
    return TypeList(
      broadest.enumerated().sorted {
        ($0.element.here, $0.element.there, $0.offset) < ($1.element.here, $1.element.there, $1.offset)
      }.map(\.element.type))
  }
}

extension TypeList: RandomAccessCollection {
  /// The position of the first type.
  public var startIndex: Int { 0 }
  /// The position after the last type.
  public var endIndex: Int { members.count }
  /// The type at a position.
  public subscript(position: Int) -> UTType { members[position] }
}

extension TypeList: ExpressibleByArrayLiteral, CustomStringConvertible {
  /// Makes a list of the types written out.
  public init(arrayLiteral elements: UTType...) { self.init(elements) }

  /// The identifiers, separated by commas.
  public var description: String { members.map(\.identifier).joined(separator: ", ") }
}
