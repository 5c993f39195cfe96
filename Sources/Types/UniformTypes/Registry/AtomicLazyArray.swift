import Synchronization

/// A fixed number of objects, each created on first use.
///
/// # Why a lock is not used
///
/// All threads share a registry, and a conformance query may take at most 50 ns. Acquiring and releasing an
/// uncontended lock already takes half of that time, and a contended lock takes much longer. With this
/// type, a query performs one atomic load.
///
/// # Invariants
///
/// - A slot is zero until its object is created. It then contains the address of the object, and never
///   changes again. An address that was read is therefore valid for the lifetime of the array.
/// - The address is stored with release ordering and loaded with acquire ordering: a thread that reads the
///   address also reads the initialised object.
/// - Two threads that need an object at the same time may both create it. One address is stored and
///   both threads use that object; the other object is released. Creating an object must therefore have
///   no side effects.
struct AtomicLazyArray<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the slots are changed by atomic operations only.
  //
  // The address is a `UInt`. With slots of type `Unmanaged<Object>?`, the runtime would look up
  // conformances on first use, which takes as long as the rest of the first query.
  private typealias Slot = Atomic<UInt>

  private let slots: UnsafeMutableBufferPointer<Slot>

  init(count: Int) {
    slots = .allocate(capacity: count)
    for index in slots.indices { slots.initializeElement(at: index, to: Slot(0)) }
  }

  /// Returns the object at an index, and creates it if necessary.
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

  /// Returns the object at an address; nil for the address 0.
  private static func object(_ address: UInt) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address).map { .fromOpaque($0) }
  }

  deinit {
    for slot in slots.indices { Self.object(slots[slot].load(ordering: .acquiring))?.release() }
    slots.deinitialize()
    slots.deallocate()
  }
}
