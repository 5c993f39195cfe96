package import DescribedErrors
import ProfferFileSystem

/// The reason why content was not transferred.
package struct TransferError: DescribedError, Sendable {
  /// The kind of failure.
  package enum Code: String, Sendable {
    /// The session has no display, or lacks the requested display.
    case noDisplay
    /// The display refused the connection, or there is no display at its address.
    case cannotConnect
    /// The connection to the display ended.
    case connectionLost
    /// The display or another program violated the protocol.
    case protocolViolation
    /// The display does not support the operation.
    case notSupported
    /// No content is offered.
    case empty
    /// The offering program refuses to deliver the requested content.
    case refused
    /// The offering program has ended.
    case offererEnded
    /// The display does not respond.
    case unresponsive
    /// The other program sent no data within the time limit.
    case timedOut
    /// A value exceeds the receiver's size limit.
    case tooLarge
    /// The offered content is not available in the requested form.
    case notRepresentable
  }

  /// The kind of failure.
  package let code: Code
  /// The failure, the affected object and the remedy, as text.
  package let reason: String
  /// The underlying error, if there is one.
  package let cause: (any Error)?

  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    reason = message
    self.cause = cause
  }

  /// Always nil, because ``reason`` names the subject.
  package var subject: String? { nil }

  /// The same as ``reason``.
  package var message: String { reason }

  /// The same as ``message``.
  package var description: String { message }

  /// `negative` if the selection is empty or the offering program refuses the request; otherwise `failure`.
  package var kind: ErrorKind { code == .empty || code == .refused ? .negative : .failure }

  /// Returns the error for a connection that failed while in use.
  static func lost(_ display: String, _ error: FileSystemError? = nil) -> TransferError {
    TransferError(
      .connectionLost, "the connection to \(display) ended\(error.map { ": \($0.reason)" } ?? "")",
      cause: error)
  }

  /// Returns the error for a response that violates the protocol.
  static func violation(_ display: String, _ what: String) -> TransferError {
    TransferError(.protocolViolation, "\(display) sent \(what), which the protocol does not allow")
  }

  /// Returns the error for a display that does not respond.
  static func unresponsive(_ display: String) -> TransferError {
    TransferError(.unresponsive, "\(display) does not answer")
  }

  /// Returns the error for a selection that contains no offer.
  static func nothingOffered(in selection: TransferSelection) -> TransferError {
    TransferError(.empty, "\(selection.displayName) is empty: no program offers anything there")
  }

  /// Returns the error for a value that exceeds the receiver's size limit.
  static func tooLarge(_ name: String, _ limit: UInt64) -> TransferError {
    TransferError(
      .tooLarge, "\(PrintableText.escaped(name.utf8)) has more than \(limit) bytes, or is not terminated")
  }

  /// Returns the error for a value that this program did not produce in time.
  static func notMade(_ typeIdentifier: String) -> TransferError {
    TransferError(.timedOut, "\(typeIdentifier) was not produced within the time limit")
  }

  /// Returns the error for a program that did not respond within the time limit.
  static func timedOut(_ selection: TransferSelection, _ what: String, _ limit: Duration) -> TransferError {
    TransferError(
      .timedOut,
      "the program that offers \(selection.displayName) \(what) within \(limit.inSeconds) s")
  }
}

extension Duration {
  /// The time in seconds, formatted for messages.
  var inSeconds: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
  }
}
