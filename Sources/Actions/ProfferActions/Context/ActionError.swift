public import DescribedErrors

/// The reason why an action ends without its outcome.
public struct ActionError: DescribedError, Sendable {
  /// What went wrong; the set is open.
  ///
  /// The error of another module that ends an action keeps the name of its code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of a name of your own.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The action could not be carried out, for a reason that has no code of its own.
    public static let failed = Code(rawValue: "failed")
    /// The answer to a valid request is no, for a reason that has no code of its own.
    public static let no = Code(rawValue: "no")
    /// The parts of a request contradict each other, or one of them is missing.
    public static let usage = Code(rawValue: "usage")
    /// The input does not show its type, and no other type is given.
    public static let needsType = Code(rawValue: "needsType")
    /// A place is given, and the input is not a bundle.
    public static let noItems = Code(rawValue: "noItems")
    /// The type to convert to is not given.
    public static let needsWantedType = Code(rawValue: "needsWantedType")
    /// Several results need a folder.
    public static let needsFolder = Code(rawValue: "needsFolder")
    /// A stream cannot be one of several inputs.
    public static let streamAmongMany = Code(rawValue: "streamAmongMany")
    /// An input is a folder, and the files below folders are not wanted.
    public static let isFolder = Code(rawValue: "isFolder")
    /// The items of a bundle expand too far to be converted together.
    public static let itemsExpandTooFar = Code(rawValue: "itemsExpandTooFar")
    /// An option has no use for the conversion.
    public static let unusedOption = Code(rawValue: "unusedOption")
    /// A folder has no files to pack.
    public static let noFiles = Code(rawValue: "noFiles")
    /// An item that is to be packed has no representation.
    public static let emptyItem = Code(rawValue: "emptyItem")
    /// A file is given a type of folders, or a folder one of files.
    public static let otherForm = Code(rawValue: "otherForm")
    /// Two representations of an item have one type.
    public static let repeatedType = Code(rawValue: "repeatedType")
    /// A word names no type.
    public static let unknownType = Code(rawValue: "unknownType")
    /// There is no profile of a name.
    public static let unknownProfile = Code(rawValue: "unknownProfile")
    /// A bundle has no such item or representation.
    public static let noSuchPlace = Code(rawValue: "noSuchPlace")
    /// Several items fit, and one is wanted.
    public static let severalItems = Code(rawValue: "severalItems")
    /// A bundle has several items, and one of them is to be converted.
    public static let severalItemsToConvert = Code(rawValue: "severalItemsToConvert")
    /// The result is a folder, and a stream takes only bytes.
    public static let needsPlace = Code(rawValue: "needsPlace")
    /// Nothing that is offered has the wanted type.
    public static let noMatch = Code(rawValue: "noMatch")
    /// Nothing that is offered has the wanted type, and a conversion would make it.
    public static let needsConversion = Code(rawValue: "needsConversion")
    /// A bundle has nothing that the receiver may see.
    public static let notVisible = Code(rawValue: "notVisible")
    /// The bytes are not offered in place.
    public static let notInPlace = Code(rawValue: "notInPlace")
    /// Nothing was offered.
    public static let empty = Code(rawValue: "empty")
    /// What is offered is not to be kept, such as a password.
    public static let sensitive = Code(rawValue: "sensitive")
    /// There is no drop to undo.
    public static let noDrop = Code(rawValue: "noDrop")
    /// There is no drop with the number that was given.
    public static let noSuchDrop = Code(rawValue: "noSuchDrop")
    /// The record of a drop is damaged, so that it cannot be undone; it can be forgotten.
    public static let damagedDrop = Code(rawValue: "damagedDrop")
    /// Part of the drop is done, and an undo reverts it.
    public static let undoable = Code(rawValue: "undoable")
    /// Part of the drop is done, and the drop is not recorded.
    public static let notUndoable = Code(rawValue: "notUndoable")
    /// The drop was not performed, because it cannot be recorded for undo.
    public static let notRecorded = Code(rawValue: "notRecorded")
    /// The bytes are in a file outside the bundle, and such files are not read unless that is asked for.
    public static let referenceRefused = Code(rawValue: "referenceRefused")
    /// A place is given, and the destination is not a bundle.
    public static let needsBundle = Code(rawValue: "needsBundle")
    /// Accepted types are given, and the destination is a bundle, which gets all representations.
    public static let typesNeedFolder = Code(rawValue: "typesNeedFolder")
    /// References are to be followed, and the destination is a bundle, which gets them as they are.
    public static let referencesNeedFolder = Code(rawValue: "referencesNeedFolder")
    /// The user declined.
    public static let declined = Code(rawValue: "declined")
    /// No conversion leads to the wanted type.
    public static let noConversion = Code(rawValue: "noConversion")
    /// A strict conversion would lose something.
    public static let wouldLose = Code(rawValue: "wouldLose")
    /// Something exists where a file is to be written, and it may be replaced on request.
    public static let alreadyExists = Code(rawValue: "alreadyExists")
    /// Something exists in the folder that files are written into, and it may be replaced on request.
    public static let existsInFolder = Code(rawValue: "existsInFolder")
    /// Something exists where a file is to be written that an action never replaces, such as a folder.
    public static let notReplaceable = Code(rawValue: "notReplaceable")
  }

  /// What the error means for the request.
  package let kind: ErrorKind
  /// The thing that is wrong, as the user wrote it; nil if ``reason`` names it.
  public let subject: String?
  /// What is wrong.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?
  /// The code; nil takes that of the cause, or of the kind.
  private let ownCode: Code?
  /// Whether a result with the same information has already been given to the user.
  package var isReported = false
  /// What is known of the outcome, such as the ``ConvertedDocument`` that was refused; nil where nothing is.
  public internal(set) var details: (any Sendable)?

  package init(
    _ kind: ErrorKind, subject: String? = nil, reason: String, cause: (any Error)? = nil, code: Code? = nil,
    isReported: Bool = false
  ) {
    self.kind = kind
    self.subject = subject
    self.reason = reason
    self.cause = cause
    ownCode = code
    self.isReported = isReported
  }

  /// What went wrong.
  public var code: Code {
    if let ownCode { return ownCode }
    if let cause = cause as? any DescribedError { return Code(rawValue: cause.codeName) }
    return switch kind {
    case .negative: .no
    case .failure: .failed
    case .misuse: .usage
    }
  }

  /// Whether the request was valid, and the answer is no.
  public var isNegative: Bool { kind == .negative }
  /// Whether the parts of the request contradict each other, or one of them is missing.
  public var isMisuse: Bool { kind == .misuse }

  /// An error of any module of the package as an error of an action; nil for an error of foreign code.
  package static func described(_ error: any Error) -> ActionError? {
    if let error = error as? ActionError { return error }
    guard let error = error as? any DescribedError else { return nil }
    return ActionError(
      error.kind, subject: error.subject.map { "\($0)" }, reason: error.reason, cause: error.cause,
      code: Code(rawValue: error.codeName))
  }

  /// The subject and the reason.
  package var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// The message.
  public var description: String { message }

  /// A negative answer to a valid request.
  package static func negative(
    _ reason: String, of subject: String? = nil, code: Code? = nil, isReported: Bool = false
  ) -> ActionError {
    ActionError(.negative, subject: subject, reason: reason, code: code, isReported: isReported)
  }

  /// A failure.
  package static func failure(
    _ reason: String, of subject: String? = nil, cause: (any Error)? = nil, code: Code? = nil,
    isReported: Bool = false
  ) -> ActionError {
    ActionError(
      .failure, subject: subject, reason: reason, cause: cause, code: code, isReported: isReported)
  }

  /// A request whose parts are valid one by one and contradict each other.
  package static func usage(_ reason: String, code: Code? = nil) -> ActionError {
    ActionError(.misuse, reason: reason, code: code)
  }
}
