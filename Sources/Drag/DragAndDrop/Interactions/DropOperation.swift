/// What a drop would do, or did.
///
/// `move` has no effect of its own: nothing is deleted unless source and receiver agree to. Source:
/// `UIDropOperation`, whose numbers these are.
public enum DropOperation: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Nothing happens.
  case cancel = 0
  /// Nothing happens, though the receiver might take such items elsewhere or at another time.
  case forbidden = 1
  /// The receiver takes a copy.
  case copy = 2
  /// The receiver takes the items over; honoured only where the session allows moves.
  case move = 3

  /// Whether data is delivered.
  public var isDelivering: Bool { self == .copy || self == .move }

  /// The operation's name.
  public var description: String {
    switch self {
    case .cancel: "cancel"
    case .forbidden: "forbidden"
    case .copy: "copy"
    case .move: "move"
    }
  }
}
