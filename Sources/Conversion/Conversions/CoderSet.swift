/// Readers, bridges and writers that belong together, such as those of one format.
///
/// Order matters only between paths that are equal in losses, steps and cost: the earlier coder wins.
public struct CoderSet: Sendable {
  /// Makes values of bytes.
  public var readers: [RepresentationReader]
  /// Makes bytes of values.
  public var writers: [RepresentationWriter]
  /// Makes values of other values.
  public var bridges: [ValueBridge]

  /// Makes a set of coders.
  public init(
    readers: [RepresentationReader] = [], writers: [RepresentationWriter] = [], bridges: [ValueBridge] = []
  ) {
    self.readers = readers
    self.writers = writers
    self.bridges = bridges
  }

  /// Both sets' coders, the left ones first.
  public static func + (left: CoderSet, right: CoderSet) -> CoderSet {
    CoderSet(
      readers: left.readers + right.readers, writers: left.writers + right.writers,
      bridges: left.bridges + right.bridges)
  }
}
