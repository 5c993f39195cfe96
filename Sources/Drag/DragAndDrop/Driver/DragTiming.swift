/// How long things take on a driver's clock, which moves only when something is played.
public struct DragTiming: Hashable, Sendable {
  /// From the touch to the lifted item.
  public var lift = Duration.milliseconds(500)
  /// For a move of the finger.
  public var move = Duration.milliseconds(16)
  /// From the drop to the items at their place, or back at their source.
  public var dropAnimation = Duration.milliseconds(250)

  /// Times like those on a device.
  public init() {}
}
