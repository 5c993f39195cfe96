#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An error with all that a report needs: text, JSON, or the message of another error.
///
/// The error types of all modules conform, so that a report does not depend on which of them it gets.
package protocol DescribedError: LocalizedError, CustomStringConvertible {
  associatedtype Code: RawRepresentable
  associatedtype Subject: CustomStringConvertible

  /// The kind of error among those of its type.
  var code: Code { get }
  /// The stable name of the error, for programs that read reports.
  var codeName: String { get }
  /// The file, type or name that the error is about; nil if ``reason`` names it.
  var subject: Subject? { get }
  /// The problem and a remedy, without the subject.
  var reason: String { get }
  /// The subject and the reason, in one line without a full stop.
  var message: String { get }
  /// The underlying error, if any.
  var cause: (any Error)? { get }
  /// What the error means for the request.
  var kind: ErrorKind { get }
}

/// What an error means for a request.
package enum ErrorKind: Sendable {
  /// The request was valid, and the answer is no.
  case negative
  /// The request could not be carried out.
  case failure
  /// The parts of the request contradict each other, or one of them is missing.
  case misuse
}

extension DescribedError {
  /// Default implementation; a failure.
  package var kind: ErrorKind { .failure }

  /// Default implementation; the message.
  public var errorDescription: String? { message }

  /// Default implementation; the reason.
  public var failureReason: String? { reason }

  /// Default implementation; nil, as the message contains the remedy.
  public var recoverySuggestion: String? { nil }

  /// Default implementation; nil.
  public var helpAnchor: String? { nil }
}

extension DescribedError where Code.RawValue == String {
  /// Default implementation; the name of the code.
  package var codeName: String { code.rawValue }
}
