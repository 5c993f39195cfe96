/// A queue: adding an element at the end and removing the first one take constant time on average.
///
/// `Array.removeFirst()` moves all other elements, so that emptying an array from its beginning takes quadratic time.
/// Here the places of removed elements are freed when they are half of the storage.
package struct Queue<Element> {
  /// Nil in the places before `first`.
  private var storage: [Element?] = []
  /// The place of the first element.
  private var first = 0

  package init() {}

  package var count: Int { storage.count - first }

  package var isEmpty: Bool { first == storage.count }

  /// Adds an element after all others.
  package mutating func append(_ element: Element) { storage.append(element) }

  /// Adds elements after all others.
  package mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { storage.append(element) }
  }

  /// Removes the first element.
  ///
  /// - Returns: the element; nil if there is none.
  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[first].take()
    first += 1
    if first * 2 >= storage.count {
      storage.removeFirst(first)
      first = 0
    }
    return element
  }

  /// Adds elements before all others, in their order.
  ///
  /// Takes time in proportion to their number if there are enough free places at the beginning.
  package mutating func prepend(contentsOf elements: [Element]) {
    if elements.count <= first {
      first -= elements.count
      for (place, element) in elements.enumerated() { storage[first + place] = element }
    } else {
      storage = elements + storage[first...]
      first = 0
    }
  }

  /// Removes the first element for which a predicate holds.
  ///
  /// - Returns: the element; nil if there is none.
  package mutating func removeFirst(where holds: (Element) -> Bool) -> Element? {
    let place = storage[first...].firstIndex { $0.map(holds) ?? false }
    return place.flatMap { storage.remove(at: $0) }
  }
}
