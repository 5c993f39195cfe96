/// A queue in which appending an element and removing the first element take amortised constant time.
///
/// `Array.removeFirst()` moves all other elements, so that emptying an array from the front takes quadratic
/// time. This queue frees the slots of removed elements when half of the storage consists of such slots.
package struct Queue<Element> {
  /// The elements; the slots before `first` are nil.
  private var storage: [Element?] = []
  /// The index of the first element.
  private var first = 0

  package init() {}

  package var count: Int { storage.count - first }

  package var isEmpty: Bool { first == storage.count }

  /// Appends an element.
  package mutating func append(_ element: Element) { storage.append(element) }

  /// Appends elements.
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

  /// Inserts elements before all others, in the given order.
  ///
  /// Takes time proportional to the number of new elements if there are enough free slots at the front.
  package mutating func prepend(contentsOf elements: [Element]) {
    if elements.count <= first {
      first -= elements.count
      for (place, element) in elements.enumerated() { storage[first + place] = element }
    } else {
      storage = elements + storage[first...]
      first = 0
    }
  }

  /// Removes the first element that satisfies a predicate.
  ///
  /// - Returns: the element; nil if there is none.
  package mutating func removeFirst(where holds: (Element) -> Bool) -> Element? {
    let place = storage[first...].firstIndex { $0.map(holds) ?? false }
    return place.flatMap { storage.remove(at: $0) }
  }
}
