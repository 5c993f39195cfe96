import Synchronization

/// An object that is made when it is first asked for.
///
/// Two threads that ask at the same moment may both make it; both then use the one that was published first. So the
/// making has no side effects.
struct AtomicLazy<Object: AnyObject & Sendable>: ~Copyable {
  private let published: Atomic<Unmanaged<Object>?>

  /// - Parameter object: one that is there from the beginning.
  init(_ object: Object? = nil) { published = Atomic(object.map(Unmanaged.passRetained)) }

  /// The object if it has been made.
  var made: Object? { published.load(ordering: .acquiring)?.takeUnretainedValue() }

  func object(makingWith make: () -> Object) -> Object {
    if let object = published.load(ordering: .acquiring) { return object.takeUnretainedValue() }
    let made = Unmanaged.passRetained(make())
    let (isFirst, earlier) = published.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isFirst, let earlier else { return made.takeUnretainedValue() }
    made.release()
    return earlier.takeUnretainedValue()
  }

  deinit {
    published.load(ordering: .acquiring)?.release()
  }
}
