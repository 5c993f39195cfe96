/// How far an action is; more cases may be added.
public enum ActionProgress: Sendable {
  /// How many bytes there will be.
  ///
  /// The function takes time in proportion to what is counted, so it is called only where the number is shown, on any
  /// thread; nil is an unknown number.
  case expects(byteCount: @Sendable () throws -> UInt64?)
  /// Further bytes are done.
  case advanced(byteCount: UInt64)
  /// So many bytes are done, of so many.
  case bytes(UInt64, of: UInt64)
  /// So many things are done, of so many, and the bytes that they came to.
  case things(Int, of: Int, byteCount: UInt64)
  /// A step begins that reports nothing before its end, and works on so many bytes.
  case works(byteCount: UInt64)
}
