public import DescribedErrors
import DesktopTransfer

/// The reason why a pasteboard is not connected to the desktop's clipboard, or why contents were not exchanged.
public struct DesktopPasteboardError: DescribedError, Sendable {
  /// The kind of failure; further kinds can be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, which is also the name of its constant.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The session has no display.
    public static let noDisplay = Code(rawValue: "noDisplay")
    /// There is a display, but its clipboard cannot be watched, read or owned.
    public static let unusableDisplay = Code(rawValue: "unusableDisplay")
  }

  /// The kind of failure.
  public let code: Code
  /// What each display answered.
  public let reason: String
  /// The error of the last display that was tried.
  public let cause: (any Error)?

  /// Always nil, because ``reason`` names the displays.
  public var subject: String? { nil }

  /// The failure, worded for the user.
  public var message: String { "the desktop's clipboard cannot be reached: \(reason)" }

  /// The same as ``message``.
  public var description: String { message }

  /// Makes the error of the displays that were tried, in order.
  init(_ errors: [(kind: TransferRouteKind, error: TransferError)]) {
    code = errors.allSatisfy { $0.error.code == .noDisplay } ? .noDisplay : .unusableDisplay
    reason = errors.map { "\($0.kind.displayName): \($0.error.message)" }.joined(separator: "; ")
    cause = errors.last?.error
  }
}
