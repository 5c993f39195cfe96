import ByteTools
package import ProfferConversions
import TextEncodings

extension Array {
  /// Returns the last member of a dictionary for each key, and counts the other members as lost.
  ///
  /// Keys are compared scalar by scalar. Most property list readers keep one member for a repeated key, but
  /// different readers keep different members.
  package func keepingLast(of key: (Element) -> String, _ losses: inout LossCounter) -> [Element] {
    guard count > 1 else { return self }
    func areEqual(_ left: Int, _ right: String) -> Bool {
      let left = key(self[left])
      return left.utf8.count == right.utf8.count && left.isExactly(right)
    }
    if count <= 8 {
      let isRepeated = indices.contains { index in
        let name = key(self[index])
        return (0..<index).contains { areEqual($0, name) }
      }
      guard isRepeated else { return self }
    }
    var table = HashIndex(capacity: count)
    let kept = indices.reversed().filter { index in
      var name = key(self[index])
      var hasher = Hasher()
      name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      let hash = UInt32(truncatingIfNeeded: hasher.finalize())
      guard table.number(hash, isEqual: { areEqual($0, name) }) == nil else { return false }
      table.insert(index, hash)
      return true
    }
    losses.add(.duplicates, StructuredValue.repeatedKeys, count: count - kept.count)
    return kept.count == count ? self : kept.reversed().map { self[$0] }
  }
}
