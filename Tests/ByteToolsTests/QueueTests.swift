import ByteTools
import TestSupport
import Testing

@Suite struct QueueTests {
  @Test func itHasTheElementsOfAnArrayInTheirOrder() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    var queue = Queue<Int>()
    var array: [Int] = []
    for step in 0..<20_000 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1, 2:
        queue.append(step)
        array.append(step)
      case 3:
        queue.append(contentsOf: [step, -step])
        array += [step, -step]
      case 4:
        let elements = Array(0..<Int.random(in: 0...4, using: &generator))
        queue.prepend(contentsOf: elements)
        array = elements + array
      case 5:
        let wanted = Int.random(in: 0...4, using: &generator)
        let place = array.firstIndex { $0 % 5 == wanted }
        expectEqual(
          queue.removeFirst { $0 % 5 == wanted }, place.map { array.remove(at: $0) }, "seed \(seed)")
      default: expectEqual(queue.popFirst(), array.isEmpty ? nil : array.removeFirst(), "seed \(seed)")
      }
      expect(queue.count == array.count && queue.isEmpty == array.isEmpty, "seed \(seed), step \(step)")
    }
    while let element = queue.popFirst() { expectEqual(element, array.removeFirst(), "seed \(seed)") }
    expectEmpty(array, "seed \(seed)")
  }

  @Test func removedElementsAreReleased() {
    final class Element {}
    var queue = Queue<Element>()
    for _ in 0..<4 { queue.append(Element()) }
    weak var first: Element?
    do {
      let element = queue.popFirst()
      first = element
      expectNotNil(first)
    }
    #expect(first == nil && queue.count == 3)
  }
}
