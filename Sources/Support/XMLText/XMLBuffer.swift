/// Bytes at an address that stays the same while the bytes are unchanged.
///
/// An array cannot be used, because its address is valid only during a closure, and the tokens of a scanner
/// refer to the bytes between calls. Copies of a buffer share the bytes until one of them is changed.
struct XMLBuffer {
  private final class Storage {
    let memory: UnsafeMutableRawBufferPointer

    init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 8) }

    deinit { memory.deallocate() }
  }

  private var storage: Storage
  private(set) var count = 0

  init() { storage = Storage(capacity: 64) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage.memory[..<count]) }

  mutating func append(_ added: UnsafeRawBufferPointer) {
    reserve(added.count)
    UnsafeMutableRawBufferPointer(rebasing: storage.memory[count...]).copyMemory(from: added)
    count += added.count
  }

  mutating func removeFirst(_ removedCount: Int) {
    guard removedCount > 0 else { return }
    if !isKnownUniquelyReferenced(&storage) { replaceStorage(capacity: storage.memory.count) }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[removedCount...])
    storage.memory.copyMemory(from: rest)
    count = rest.count
  }

  mutating func removeLast(_ removedCount: Int) { count -= removedCount }

  /// Makes room for further bytes.
  ///
  /// The capacity at least doubles, so that the bytes are copied a constant number of times on average.
  private mutating func reserve(_ addedCount: Int) {
    let isUnique = isKnownUniquelyReferenced(&storage)
    let capacity = storage.memory.count
    guard !isUnique || count + addedCount > capacity else { return }
    // The first chunk is often the whole document.
    let needed = count == 0 ? addedCount : max(count + addedCount, capacity * 2)
    replaceStorage(capacity: max(needed, 64))
  }

  private mutating func replaceStorage(capacity: Int) {
    let old = bytes
    let new = Storage(capacity: capacity)
    new.memory.copyMemory(from: old)
    storage = new
  }
}
