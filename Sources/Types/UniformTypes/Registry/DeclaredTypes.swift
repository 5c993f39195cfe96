import Synchronization

/// The types that a registry declares, read no further than somebody has asked.
///
/// A process that asks the standard table for a few identifiers reads the first lines of their stanzas and of what they
/// conform to. Whoever asks for anything else, or for many, has the whole table read. Both ways give the same answers.
struct DeclaredTypes: ~Copyable, Sendable {
  /// The table where it is read whole.
  private final class Whole: Sendable {
    let table: TypeTable

    init(_ table: TypeTable) { self.table = table }
  }

  /// After so many searches the table is read whole, which takes about as long as they did.
  private static let searchLimit = 64

  let count: Int
  /// How many of the types are standard ones; these come first, at the positions that `UTType` knows.
  let standardCount: Int
  private let search: StanzaSearch
  private let searchCount = Atomic<Int>(0)
  private let whole: AtomicLazy<Whole>

  /// The types of a table that need not be read yet.
  init(pieces: [StaticString]) {
    search = StanzaSearch(pieces: pieces)
    whole = AtomicLazy()
    count = search.count
    standardCount = count
  }

  /// The types of a table that has been read.
  init(table: TypeTable) {
    search = StanzaSearch(pieces: [])
    whole = AtomicLazy(Whole(table))
    count = table.records.count
    standardCount = table.standardCount
  }

  /// The whole table, read now if it has not been.
  var table: TypeTable { readWhole().table }

  /// Where the type with an identifier in lower case stands.
  func position(of identifier: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let whole = wholeForSearch() else { return search.position(of: identifier) }
    return whole.table.index.find(identifier)
  }

  /// The direct parents of a type, in declared order.
  func parents(of position: Int) -> ArraySlice<Int32> {
    wholeForSearch()?.table.parents(of: position) ?? search.parents(of: position)
  }

  /// The identifier of a type, as it was declared.
  func identifier(at position: Int) -> String {
    whole.made?.table.identifier(at: position) ?? search.identifier(at: position)
  }

  /// The whole table to search in; nil while little enough has been searched for without it.
  private func wholeForSearch() -> Whole? {
    if let made = whole.made { return made }
    let isOneOfFew = searchCount.wrappingAdd(1, ordering: .relaxed).newValue <= Self.searchLimit
    return isOneOfFew ? nil : readWhole()
  }

  private func readWhole() -> Whole {
    whole.object {
      do throws(TypeError) {
        return Whole(try TypeTable(pieces: search.pieces))
      } catch {
        fatalError("the standard table cannot be read: \(error)")
      }
    }
  }
}
