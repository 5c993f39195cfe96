import FileSystem
public import Foundation

/// Why a provider could not do what it was asked.
///
/// As an `NSError` it has the domain `NSItemProviderErrorDomain`, Apple's codes, and the cause under
/// `NSUnderlyingErrorKey`. A source's own error reaches the receiver unchanged and is none of these.
public struct ItemProviderError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the set is open.
  ///
  /// Apple's codes keep Apple's numbers (source: `NSItemProvider.ErrorCode`).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number that an `NSError` has.
    public let rawValue: Int

    /// Makes a code of a number of your own.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Anything that no other code covers.
    public static let unknownError = Code(rawValue: -1)
    /// No such representation, a source that gave nothing, a load that was cancelled, or no preview.
    public static let itemUnavailableError = Code(rawValue: -1000)
    /// The item is of a class that cannot become the one wanted.
    public static let unexpectedValueClassError = Code(rawValue: -1100)
    /// There is a coercion to the class wanted, and it failed.
    public static let unavailableCoercionError = Code(rawValue: -1200)
    /// A file's path is not UTF-8, so no `URL` can name it.
    ///
    /// Ours; Apple's file systems have no such names.
    public static let pathNotRepresentableError = Code(rawValue: -2000)
  }

  /// What went wrong.
  public let code: Code
  /// What happened, to which type or file, and what can be done.
  public let message: String
  /// What lies underneath, where something does.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, and after it the cause's own words.
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
  /// Nothing registered satisfies the type.
  static func noRepresentation(of typeIdentifier: String, among offers: [String]) -> ItemProviderError {
    let offered = offers.isEmpty ? "nothing is offered" : "offered are \(offers.joined(separator: ", "))"
    return ItemProviderError(
      .itemUnavailableError, "Cannot load representation of type \(typeIdentifier): \(offered)")
  }

  /// The source called its completion with neither a value nor an error.
  static func emptyAnswer(for typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError,
      "Cannot load representation of type \(typeIdentifier): its source gave neither a value nor an error")
  }

  /// The source let go of its completion without calling it.
  static func abandoned(_ typeIdentifier: String) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError,
      "Cannot load representation of type \(typeIdentifier): "
        + "its source went away without calling its completion")
  }

  /// A file of a representation could not be read, copied or written.
  static func unreadable(_ typeIdentifier: String, cause: any Error) -> ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, "Cannot load representation of type \(typeIdentifier)", cause: cause)
  }

  /// The source offers no preview.
  static var noPreview: ItemProviderError {
    ItemProviderError(.itemUnavailableError, "Cannot load preview: its source offers none")
  }

  /// The receiver cancelled the load.
  static var cancelled: ItemProviderError {
    ItemProviderError(
      .itemUnavailableError, "Data transfer has been cancelled.", cause: CocoaError(.userCancelled))
  }

  /// Whether this is the error of a cancelled load.
  public var isCancellation: Bool { (cause as? CocoaError)?.code == .userCancelled }
}
