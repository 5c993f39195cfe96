import DesktopTransfer
public import ProfferActions

extension TransferError {
  /// The error for an action that offers content.
  var ofOffering: ActionError {
    ActionError(kind, reason: message, cause: cause, code: ActionError.Code(rawValue: code.rawValue))
  }

  /// The error for an action that receives content, with this error as the cause.
  var ofReceiving: ActionError { ActionError(kind, reason: message, cause: self) }

  /// Runs a function that offers content, and converts its transfer errors to action errors.
  static func offering<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as TransferError { throw error.ofOffering }
  }

  /// Runs a function that receives content, and converts its transfer errors to action errors.
  static func receiving<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as TransferError { throw error.ofReceiving }
  }
}

extension ActionError {
  /// Whether another program failed to provide its content.
  package var isOfReceiving: Bool { cause is TransferError }
}

extension ActionError.Code {
  /// Nothing was received from another program's offer, for example because the offered types are undeclared.
  public static let noKnownType = Self(rawValue: "noKnownType")
  /// The other program sent nothing within the time limit.
  public static let timedOut = Self(rawValue: "timedOut")
  /// The value of a type exceeds the size limit.
  public static let tooLarge = Self(rawValue: "tooLarge")
}
