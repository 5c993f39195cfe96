/// The progress of an action; more cases may be added.
public enum ActionProgress: Sendable {
  /// The expected number of bytes, computed by the given function.
  ///
  /// The running time of the function is proportional to the amount of data. The function is therefore called
  /// only if the number is displayed. It can be called on any thread, and returns nil if the number is
  /// unknown.
  case expects(byteCount: @Sendable () throws -> UInt64?)
  /// A number of further bytes have been processed.
  case advanced(byteCount: UInt64)
  /// The number of processed bytes, and the total number of bytes.
  case bytes(UInt64, of: UInt64)
  /// The number of completed objects, the total number of objects, and the size of the completed objects.
  case things(Int, of: Int, byteCount: UInt64)
  /// A step begins that processes the given number of bytes and reports no progress until it ends.
  case works(byteCount: UInt64)
}
