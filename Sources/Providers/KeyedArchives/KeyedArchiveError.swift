import DescribedErrors
import Foundation

/// The reason why a keyed archive could not be read or created.
///
/// If the archive is damaged or a class is not allowed, the underlying error is
/// `CocoaError.coderReadCorrupt`, as in Foundation's own reader.
package struct KeyedArchiveError: DescribedError, Sendable {
  /// A kind of error; programs can add their own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    package let rawValue: String

    /// Makes a custom code.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes are not a keyed archive or are damaged, or an object in the archive could not be decoded.
    package static let damaged = Code(rawValue: "damaged")
    /// The archive contains an object of a class that neither the caller nor the enclosing object listed.
    package static let disallowedClass = Code(rawValue: "disallowedClass")
    /// The class of the object cannot be archived.
    package static let notArchivable = Code(rawValue: "notArchivable")
  }

  /// The kind of error.
  package let code: Code
  /// The name of the class that caused the error; nil for damage.
  package let subject: String?
  /// The problem, and the allowed classes or a remedy.
  package let reason: String
  /// The underlying error, if any.
  package let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The problem, the class, and a remedy.
  package var message: String {
    let event =
      code == .notArchivable ? "The object cannot be archived" : "The keyed archive cannot be read"
    let subject = subject.map { "class \($0.debugDescription): " } ?? ""
    return "\(event): \(subject)\(reason)"
  }

  /// The message, followed by the description of the underlying error.
  package var description: String { cause.map { "\(message): \($0)" } ?? message }
}

extension KeyedArchiveError {
  /// Returns the error for a damaged archive.
  static func damaged(_ reason: String) -> KeyedArchiveError {
    KeyedArchiveError(.damaged, reason: reason, cause: CocoaError(.coderReadCorrupt))
  }

  /// Returns the error for an object whose class is not allowed.
  ///
  /// - Parameter place: the location in the archive, such as `the value of "name"`.
  static func disallowedClass(_ name: String, allowed: [AnyClass], place: String) -> KeyedArchiveError {
    let names = Set(allowed.map { KeyedArchive.name(of: $0) }).sorted().joined(separator: ", ")
    return KeyedArchiveError(
      .disallowedClass, subject: name,
      reason: "it is not allowed as \(place), where only objects of \(names) are allowed",
      cause: CocoaError(.coderReadCorrupt))
  }
}
