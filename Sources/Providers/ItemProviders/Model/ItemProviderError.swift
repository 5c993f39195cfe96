public import Foundation
import ProfferFileSystem

/// Why a provider cannot do what it was asked to do.
///
/// As an `NSError` it has the domain `NSItemProviderErrorDomain`, Apple's codes, and the cause under
/// `NSUnderlyingErrorKey`. A source's own error reaches the receiver unchanged; it is not wrapped in this one.
public struct ItemProviderError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the set is open.
  ///
  /// Apple's codes keep Apple's numbers (source: `NSItemProvider.ErrorCode`).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code of the `NSError`.
    public let rawValue: Int

    /// Makes a code of a number of your own.
    ///
    /// - Parameter rawValue: the number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Anything that no other code covers.
    public static let unknownError = Code(rawValue: -1)
    /// No such representation, a source that gave nothing, a load that was cancelled, or no preview.
    public static let itemUnavailableError = Code(rawValue: -1000)
    /// The item's class cannot be coerced to the wanted one.
    public static let unexpectedValueClassError = Code(rawValue: -1100)
    /// There is a coercion to the wanted class, and it failed.
    public static let unavailableCoercionError = Code(rawValue: -1200)
    /// A file's path is not UTF-8, so no `URL` can name it.
    ///
    /// Not one of Apple's codes: Apple's file systems have no such names.
    public static let pathNotRepresentableError = Code(rawValue: -2000)
  }

  /// What went wrong.
  public let code: Code
  /// What the error is about: the type identifier of a load, the item of a coercion, or a path; nil where the reason
  /// says everything.
  public let subject: String?
  /// Why it went wrong, and what can be done.
  public let reason: String
  /// The underlying error, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - subject: what the error is about; nil where the reason names it.
  ///   - reason: what happened, and what can be done.
  ///   - cause: the underlying error, if any.
  public init(_ code: Code, subject: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.cause = cause
  }

  /// What happened, to which type or file, and what can be done.
  public var message: String {
    guard let subject else { return reason }
    return switch code {
    case .itemUnavailableError: "Cannot load representation of type \(subject): \(reason)"
    case .unexpectedValueClassError, .unavailableCoercionError: "Could not coerce \(subject): \(reason)"
    default: "\(subject): \(reason)"
    }
  }

  /// The message, followed by the underlying error's own.
  public var description: String { cause.map { "\(message): \($0)" } ?? message }
}

extension ItemProviderError: CustomNSError, LocalizedError {
  /// The domain that Apple's item providers report in.
  public static var errorDomain: String { "NSItemProviderErrorDomain" }

  /// The code's number.
  public var errorCode: Int { code.rawValue }

  /// The message, and the cause where there is one.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let cause { info[NSUnderlyingErrorKey] = cause }
    return info
  }

  /// The message.
  public var errorDescription: String? { message }
}

extension ItemProviderError {
  /// No registered type satisfies the wanted one.
  static func noRepresentation(of typeIdentifier: String, among offers: [String]) -> ItemProviderError {
    let offered = offers.isEmpty ? "nothing is offered" : "offered are \(offers.joined(separator: ", "))"
    return ItemProviderError(.itemUnavailableError, subject: typeIdentifier, reason: offered)
  }

  /// The source called its completion with neither a value nor an error.
  static func emptyAnswer(for typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier, reason: "its source gave neither a value nor an error")
  }

  /// The source released its completion without calling it.
  static func abandoned(_ typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier,
      reason: "its source released its completion without calling it")
  }

  /// A file of a representation could not be read, copied or written.
  static func unreadable(_ typeIdentifier: String, cause: any Error) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, subject: typeIdentifier, reason: "its file could not be read or copied",
      cause: cause)
  }

  /// The source offers no preview.
  package static var noPreview: ItemProviderError {
    ItemProviderError(.itemUnavailableError, reason: "Cannot load preview: its source offers none")
  }

  /// The receiver cancelled the load.
  static var cancelled: ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, reason: "Data transfer has been cancelled.", cause: CocoaError(.userCancelled))
  }

  /// Whether this is the error of a cancelled load.
  public var isCancellation: Bool { (cause as? CocoaError)?.code == .userCancelled }
}
