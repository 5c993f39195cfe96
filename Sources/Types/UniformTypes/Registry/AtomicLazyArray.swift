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
  //
  // The address is an `UInt`: for a slot of `Unmanaged<Object>?` the runtime looks up conformances when a process first
  // uses one, which takes as long as the rest of a query's start.
  private typealias Slot = Atomic<UInt>

  private let slots: UnsafeMutableBufferPointer<Slot>

  init(count: Int) {
    slots = .allocate(capacity: count)
    for index in slots.indices { slots.initializeElement(at: index, to: Slot(0)) }
  }

  /// The object at an index, made now if it has not been.
  func object(at index: Int, make: () -> Object) -> Object {
    if let object = Self.object(slots[index].load(ordering: .acquiring)) {
      return object.takeUnretainedValue()
    }
    let made = Unmanaged.passRetained(make())
    let (isStored, address) = slots[index].compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isStored, let earlier = Self.object(address) else { return made.takeUnretainedValue() }
    made.release()
    return earlier.takeUnretainedValue()
  }

  /// The object at an address; nil for the address 0.
  private static func object(_ address: UInt) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
  }

  deinit {
    for slot in slots.indices { Self.object(slots[slot].load(ordering: .acquiring))?.release() }
    slots.deinitialize()
    slots.deallocate()
  }
}
