public import DescribedErrors
public import Foundation
import ProfferFileSystem

/// The reason why a request to a provider failed.
///
/// As an `NSError` it has the domain `NSItemProviderErrorDomain`, Apple's codes, and the cause under
/// `NSUnderlyingErrorKey`. A source's own error reaches the receiver unchanged, without being wrapped
/// in this type.
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

    /// Any failure without another code.
    public static let unknownError = Code(rawValue: -1)
    /// There is no such representation, the source returned nothing, the load was cancelled, or there is no
    /// preview.
    public static let itemUnavailableError = Code(rawValue: -1000)
    /// The item's class cannot be coerced to the requested one.
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
  /// The cause of the error: the type identifier of a load, the item of a coercion, or a path.
  ///
  /// This is nil if `reason` contains all information.
  public let subject: String?
  /// The reason for the failure, and a remedy.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - subject: the type, item or path that caused the error; nil if `reason` names it.
  ///   - reason: the reason for the failure, and a remedy.
  ///   - cause: the underlying error, if any.
  public init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// The failure, the type or file that caused it, and a remedy.
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

  /// The name of the code, which has no text of its own, as Apple's codes are numbers.
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
  /// Returns the error if no registered type satisfies the requested one.
  static func noRepresentation(of typeIdentifier: String, among offers: [String]) -> ItemProviderError {
    let offered = offers.isEmpty ? "nothing is offered" : "offered are \(offers.joined(separator: ", "))"
    return ItemProviderError(.itemUnavailableError, subject: typeIdentifier, reason: offered)
  }

  /// Returns the error if the source called its completion with neither a value nor an error.
  static func emptyAnswer(for typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier, reason: "its source gave neither a value nor an error")
  }

  /// Returns the error if the source released its completion without calling it.
  static func abandoned(_ typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier,
      reason: "its source released its completion without calling it")
  }

  /// Returns the error if a file of a representation could not be read, copied or written.
  static func unreadable(_ typeIdentifier: String, cause: any Error) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier, reason: "its file could not be read or copied",
      cause: cause)
  }

  /// The error if the source offers no preview.
  package static var noPreview: ItemProviderError {
    ItemProviderError(.itemUnavailableError, reason: "Cannot load preview: its source offers none")
  }

  /// The error if the receiver cancelled the load.
  static var cancelled: ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, reason: "Data transfer has been cancelled.", cause: CocoaError(.userCancelled))
  }

  /// Whether this is the error of a cancelled load.
  public var isCancellation: Bool { (cause as? CocoaError)?.code == .userCancelled }
}
