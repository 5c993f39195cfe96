import DesktopTransfer
public import ProfferActions

extension TransferError {
  /// The error of an action that offers something.
  var ofOffering: ActionError {
    ActionError(kind, reason: message, cause: cause, code: ActionError.Code(rawValue: code.rawValue))
  }

  /// The error of an action that takes what another program offers: that it offers nothing is the answer no.
  var ofReceiving: ActionError { ActionError(kind, reason: message, cause: self) }

  /// Runs a function that offers something; its errors are those of an action.
  static func offering<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as TransferError { throw error.ofOffering }
  }

  /// Runs a function that takes what another program offers; its errors are those of an action.
  static func receiving<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as TransferError { throw error.ofReceiving }
  }
}

extension ActionError {
  /// Whether another program did not give what it offers.
  package var isOfReceiving: Bool { cause is TransferError }
}

extension ActionError.Code {
  /// Nothing was taken of what another program offers, as nothing declares its types.
  public static let noKnownType = Self(rawValue: "noKnownType")
  /// The other program sent nothing within the time.
  public static let timedOut = Self(rawValue: "timedOut")
  /// A value has more bytes than are taken.
  public static let tooLarge = Self(rawValue: "tooLarge")
}
