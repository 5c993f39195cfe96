import Synchronization

/// A fixed number of objects, each made when it is first used.
///
/// # Why not simply a lock
///
/// A registry is shared by all threads and answers a conformance query in at most 50 ns. A lock taken and released is
/// half of that already where no other thread wants it, and much more where one does. Here a query is one atomic load.
///
/// # Invariants
///
/// - A slot is zero until its object is made, and never changes afterwards. So an address that was read
///   is valid for as long as the array lives.
/// - The address is stored with release and loaded with acquire ordering: a thread that sees the address also sees the
///   object as it was made.
/// - Two threads that need an object at the same moment may both make it. One address is stored, both threads use that
///   object, and the other one is released. So making an object has no side effects.
struct AtomicLazyArray<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the slots are changed by atomic operations only.
  private typealias Slot = Atomic<Unmanaged<Object>?>

  private let slots: UnsafeMutableBufferPointer<Slot>

  init(count: Int) {
    slots = .allocate(capacity: count)
    for index in slots.indices { slots.initializeElement(at: index, to: Slot(nil)) }
  }

  /// The object at an index, made now if it has not been.
  func object(at index: Int, make: () -> Object) -> Object {
    if let object = slots[index].load(ordering: .acquiring) { return object.takeUnretainedValue() }
    let made = Unmanaged.passRetained(make())
    let (isStored, earlier) = slots[index].compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isStored, let earlier else { return made.takeUnretainedValue() }
    made.release()
    return earlier.takeUnretainedValue()
  }

  deinit {
    for slot in slots.indices { slots[slot].load(ordering: .acquiring)?.release() }
    slots.deinitialize()
    slots.deallocate()
  }
}
