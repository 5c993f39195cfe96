import ProfferConversions
import StructuredFormats

/// A value that aliases repeat, with its size.
struct YAMLAnchoredValue {
  let value: StructuredValue
  /// The text of a scalar, for an alias that is a key; nil for collections.
  let text: String?
  let size: YAMLNodeSize
}

/// The size of an expanded value.
struct YAMLNodeSize {
  var nodeCount = 0
  var byteCount = 0
  /// The number of containers that are nested in each other.
  var height = 0
}

/// The anchored nodes of a document.
struct YAMLAnchors {
  private enum State {
    /// The node has not ended. The number distinguishes nodes with the same anchor.
    case open(Int)
    case complete(YAMLAnchoredValue)
  }

  private var states: [String: State] = [:]
  private var openedCount = 0

  /// Begins an anchored collection, and returns its number.
  mutating func begin(_ anchor: String) -> Int {
    openedCount += 1
    states[anchor] = .open(openedCount)
    return openedCount
  }

  /// Ends an anchored collection.
  ///
  /// A later node in the collection may have the same anchor, which then belongs to that node.
  mutating func end(_ anchor: String, _ number: Int, _ value: @autoclosure () -> YAMLAnchoredValue) {
    if case .open(number) = states[anchor] { states[anchor] = .complete(value()) }
  }

  mutating func set(_ anchor: String, _ value: YAMLAnchoredValue) { states[anchor] = .complete(value) }

  mutating func removeAll() { states.removeAll() }

  /// Returns the value of an alias.
  func value(_ anchor: String, failure: (CoderError.Code, String) -> CoderError) throws -> YAMLAnchoredValue {
    switch states[anchor] {
    case .complete(let value): return value
    case .open: throw failure(.cycle, "the alias *\(anchor) is inside the value that it repeats")
    case nil: throw failure(.undefinedAlias, "no anchor &\(anchor) precedes the alias *\(anchor)")
    }
  }
}
