#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An error that contains all the information for a report.
///
/// A report is text, JSON, or the message of another error. The error types of all modules conform to this
/// protocol, so that reports support all of them.
package protocol DescribedError: LocalizedError, CustomStringConvertible {
  associatedtype Code: RawRepresentable
  associatedtype Subject: CustomStringConvertible

  /// The kind of error, as defined by the error type.
  var code: Code { get }
  /// The stable name of the error, for programs that read reports.
  var codeName: String { get }
  /// The file, type or name with the problem; nil if ``reason`` contains it.
  var subject: Subject? { get }
  /// The problem and a remedy, without the subject.
  var reason: String { get }
  /// The subject and the reason, in one line without a full stop.
  var message: String { get }
  /// The underlying error, if any.
  var cause: (any Error)? { get }
  /// The outcome of the request that ended with the error.
  var kind: ErrorKind { get }
}

/// The outcome of a request that ended with an error.
package enum ErrorKind: Sendable {
  /// The request was valid, and the answer is no.
  case negative
  /// The request could not be carried out.
  case failure
  /// The parts of the request contradict each other, or one of them is missing.
  case misuse
}

extension DescribedError {
  /// Default implementation; returns `failure`.
  package var kind: ErrorKind { .failure }

  /// Default implementation; returns the message.
  public var errorDescription: String? { message }

  /// Default implementation; returns the reason.
  public var failureReason: String? { reason }

  /// Default implementation; returns nil, because the message contains the remedy.
  public var recoverySuggestion: String? { nil }

  /// Default implementation; returns nil.
  public var helpAnchor: String? { nil }
}

extension DescribedError where Code.RawValue == String {
  /// Default implementation; returns the name of the code.
  package var codeName: String { code.rawValue }
}
