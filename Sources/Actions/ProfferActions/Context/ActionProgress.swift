/// The progress of an action; more cases may be added.
public enum ActionProgress: Sendable {
  /// The expected number of bytes.
  ///
  /// The function takes time proportional to the amount of data it counts. It is therefore called only if the
  /// number is displayed, and on any thread. It returns nil if the number is unknown.
  case expects(byteCount: @Sendable () throws -> UInt64?)
  /// Further bytes are complete.
  case advanced(byteCount: UInt64)
  /// The number of completed bytes, and their total.
  case bytes(UInt64, of: UInt64)
  /// The number of completed things, their total, and the number of bytes in the completed ones.
  case things(Int, of: Int, byteCount: UInt64)
  /// A step begins that reports no progress until it ends; it processes this number of bytes.
  case works(byteCount: UInt64)
}
