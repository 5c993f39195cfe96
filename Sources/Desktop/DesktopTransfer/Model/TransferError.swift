package import DescribedErrors
import ProfferFileSystem

/// Why content was not transferred.
package struct TransferError: DescribedError, Sendable {
  /// What kind of failure this is.
  package enum Code: String, Sendable {
    /// The session has no display, or none that was asked for.
    case noDisplay
    /// The display refused the connection, or there is nothing at its address.
    case cannotConnect
    /// The connection to the display ended.
    case connectionLost
    /// The display or another program sent what its protocol does not allow.
    case protocolViolation
    /// The display has no way to do it.
    case notSupported
    /// Nothing is offered.
    case empty
    /// The program that offers does not give what was asked for.
    case refused
    /// The program that offers has ended.
    case offererEnded
    /// The display does not answer.
    case unresponsive
    /// Nothing came from the other program for too long.
    case timedOut
    /// A value is larger than the receiver takes.
    case tooLarge
    /// What is offered cannot be had in the form that was asked for.
    case notRepresentable
  }

  /// What kind of failure this is.
  package let code: Code
  /// What happened, to which thing, and what to do.
  package let reason: String
  /// The error below this one, where there is one.
  package let cause: (any Error)?

  init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    reason = message
    self.cause = cause
  }

  /// The reason names what the error is about.
  package var subject: String? { nil }

  /// The same as ``reason``.
  package var message: String { reason }

  /// The message.
  package var description: String { message }

  /// An offer that is empty or refused is a negative answer to a request for its content.
  package var kind: ErrorKind { code == .empty || code == .refused ? .negative : .failure }

  /// The error of a connection that failed while it was used.
  static func lost(_ display: String, _ error: FileSystemError? = nil) -> TransferError {
    TransferError(
      .connectionLost, "the connection to \(display) ended\(error.map { ": \($0.reason)" } ?? "")",
      cause: error)
  }

  /// The error of an answer that breaks the protocol.
  static func violation(_ display: String, _ what: String) -> TransferError {
    TransferError(.protocolViolation, "\(display) sent \(what), which its protocol does not allow")
  }

  /// The error of a display that does not answer.
  static func unresponsive(_ display: String) -> TransferError {
    TransferError(.unresponsive, "\(display) does not answer")
  }

  /// The error of a selection in which no program offers anything.
  static func nothingOffered(in selection: TransferSelection) -> TransferError {
    TransferError(.empty, "\(selection.displayName) is empty: no program offers anything there")
  }

  /// The error of a value that is longer than the receiver takes.
  static func tooLarge(_ name: String, _ limit: UInt64) -> TransferError {
    TransferError(
      .tooLarge, "\(PrintableText.escaped(name.utf8)) has more than \(limit) bytes, or does not end")
  }

  /// The error of a value that this program did not make in time.
  static func notMade(_ typeIdentifier: String) -> TransferError {
    TransferError(.timedOut, "\(typeIdentifier) was not made within the time limit")
  }

  /// The error of a program that did nothing for too long.
  static func timedOut(_ selection: TransferSelection, _ what: String, _ limit: Duration) -> TransferError {
    TransferError(
      .timedOut,
      "the program that offers \(selection.displayName) \(what) within \(limit.inSeconds) s")
  }
}

extension Duration {
  /// The time in seconds, as people write it.
  var inSeconds: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
  }
}
