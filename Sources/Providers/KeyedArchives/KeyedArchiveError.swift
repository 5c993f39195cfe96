import Foundation

/// Why a keyed archive could not be read or made.
///
/// The underlying error of damage and of a class that is not allowed is `CocoaError.coderReadCorrupt`, as Foundation's
/// own reader reports both.
package struct KeyedArchiveError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    package let rawValue: String

    /// Makes a code of a name of your own.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes are not a keyed archive, or a damaged one, or an object in it refused to be decoded.
    package static let damaged = Code(rawValue: "damaged")
    /// The archive has an object of a class that the caller or the enclosing object did not name.
    package static let disallowedClass = Code(rawValue: "disallowedClass")
    /// The class of the object cannot be archived.
    package static let notArchivable = Code(rawValue: "notArchivable")
  }

  /// What went wrong.
  package let code: Code
  /// The name of the class that the error is about, nil for damage.
  package let subject: String?
  /// What happened, and what was allowed or can be done.
  package let reason: String
  /// The underlying error, where there is one.
  package let cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// What happened, to which class, and what can be done.
  package var message: String {
    let event =
      code == .notArchivable ? "The object cannot be archived" : "The keyed archive cannot be read"
    let subject = subject.map { "class \($0.debugDescription): " } ?? ""
    return "\(event): \(subject)\(reason)"
  }

  /// The message, followed by the underlying error's own.
  package var description: String { cause.map { "\(message): \($0)" } ?? message }
}

extension KeyedArchiveError {
  /// An archive that cannot be read, whatever class is wanted.
  static func damaged(_ reason: String) -> KeyedArchiveError {
    KeyedArchiveError(.damaged, reason: reason, cause: CocoaError(.coderReadCorrupt))
  }

  /// An archive that has an object of a class that is not among the allowed ones.
  ///
  /// - Parameter place: where in the archive, such as `the value of "name"`.
  static func disallowedClass(_ name: String, allowed: [AnyClass], place: String) -> KeyedArchiveError {
    let names = Set(allowed.map { KeyedArchive.name(of: $0) }).sorted().joined(separator: ", ")
    return KeyedArchiveError(
      .disallowedClass, subject: name,
      reason: "it is not allowed as \(place), where only objects of \(names) are",
      cause: CocoaError(.coderReadCorrupt))
  }
}
