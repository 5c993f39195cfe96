public import DescribedErrors
public import Foundation
import ProfferFileSystem

/// The reason why a request to a provider failed.
///
/// As an `NSError`, the error has the domain `NSItemProviderErrorDomain`, one of Apple's codes, and its
/// cause under the key `NSUnderlyingErrorKey`. A source's own error reaches the receiver unchanged, without
/// being wrapped in this type.
public struct ItemProviderError: DescribedError, Sendable {
  /// The kind of failure; more kinds may be added.
  ///
  /// Apple's codes have Apple's numbers (source: `NSItemProvider.ErrorCode`).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code of the `NSError`.
    public let rawValue: Int

    /// Creates a code with a custom number.
    ///
    /// - Parameter rawValue: the number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A failure that no other code describes.
    public static let unknownError = Code(rawValue: -1)
    /// The representation or the preview does not exist, the source returned nothing, or the load was
    /// cancelled.
    public static let itemUnavailableError = Code(rawValue: -1000)
    /// The item's class cannot be coerced to the requested class.
    public static let unexpectedValueClassError = Code(rawValue: -1100)
    /// A coercion to the requested class exists but failed.
    public static let unavailableCoercionError = Code(rawValue: -1200)
    /// A file's path is not UTF-8, so it has no `URL`.
    ///
    /// This is not one of Apple's codes, because Apple's file systems have no such names.
    public static let pathNotRepresentableError = Code(rawValue: -2000)
  }

  /// The kind of failure.
  public let code: Code
  /// The subject of the failed operation: the type identifier of a load, the item of a coercion, or a path.
  ///
  /// This property is nil if `reason` names the subject.
  public let subject: String?
  /// The reason for the failure, with a remedy if there is one.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - subject: the type, item or path that caused the error; nil if `reason` names it.
  ///   - reason: the reason for the failure, with a remedy if there is one.
  ///   - cause: the underlying error, if any.
  public init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The error message, with the subject and the reason.
  public var message: String {
    guard let subject else { return reason }
    return switch code {
    case .itemUnavailableError: "Cannot load representation of type \(subject): \(reason)"
    case .unexpectedValueClassError, .unavailableCoercionError: "Could not coerce \(subject): \(reason)"
    default: "\(subject): \(reason)"
    }
  }

  /// The message, followed by the description of the underlying error.
  public var description: String { cause.map { "\(message): \($0)" } ?? message }
}

extension ItemProviderError: CustomNSError {
  /// The error domain of Apple's item providers.
  public static var errorDomain: String { "NSItemProviderErrorDomain" }

  /// The code's number.
  public var errorCode: Int { code.rawValue }

  /// The message, and the cause if there is one.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let cause { info[NSUnderlyingErrorKey] = cause }
    return info
  }

  /// A name for the code.
  ///
  /// The code itself is only a number, like Apple's codes.
  package var codeName: String {
    switch code {
    case .itemUnavailableError: "itemUnavailable"
    case .unexpectedValueClassError: "unexpectedValueClass"
    case .unavailableCoercionError: "unavailableCoercion"
    case .pathNotRepresentableError: "pathNotRepresentable"
    default: "unknown"
    }
  }
}

extension ItemProviderError {
  /// Returns the error for a request that no registered type satisfies.
  static func noRepresentation(of typeIdentifier: String, among offers: [String]) -> ItemProviderError {
    let offered =
      offers.isEmpty ? "no types are offered" : "the offered types are \(offers.joined(separator: ", "))"
    return ItemProviderError(.itemUnavailableError, subject: typeIdentifier, reason: offered)
  }

  /// Returns the error for a source that called its completion with neither a value nor an error.
  static func emptyAnswer(for typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier,
      reason: "its source returned neither a value nor an error")
  }

  /// Returns the error for a source that released its completion handler without calling it.
  static func abandoned(_ typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier,
      reason: "its source released the completion handler without calling it")
  }

  /// Returns the error for a representation whose file could not be read, copied or written.
  static func unreadable(_ typeIdentifier: String, cause: any Error) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier, reason: "its file could not be read or copied",
      cause: cause)
  }

  /// The error for a source that offers no preview.
  package static var noPreview: ItemProviderError {
    ItemProviderError(.itemUnavailableError, reason: "Cannot load preview: its source offers none")
  }

  /// The error for a load that the receiver cancelled.
  static var cancelled: ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, reason: "Data transfer has been cancelled.", cause: CocoaError(.userCancelled))
  }

  /// Whether this is the error of a cancelled load.
  public var isCancellation: Bool { (cause as? CocoaError)?.code == .userCancelled }
}
