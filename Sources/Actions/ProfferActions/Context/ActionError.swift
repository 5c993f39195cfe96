public import DescribedErrors
import ProfferConversions

/// An error that ends an action without an outcome.
public struct ActionError: DescribedError, Sendable {
  /// A code that identifies the kind of problem.
  ///
  /// More codes may be added. If an error of another module ends an action, the code has the name of that
  /// error's code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Creates a code with the given name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The action failed for a reason without a specific code.
    public static let failed = Code(rawValue: "failed")
    /// The request is valid but the answer is negative, for a reason without a specific code.
    public static let no = Code(rawValue: "no")
    /// The parts of the request contradict each other, or a required part is missing.
    public static let usage = Code(rawValue: "usage")
    /// The type of the input cannot be determined, and no type was given.
    public static let needsType = Code(rawValue: "needsType")
    /// A place in a bundle was given, but the input is not a bundle.
    public static let noItems = Code(rawValue: "noItems")
    /// The type to convert to was not given.
    public static let needsWantedType = Code(rawValue: "needsWantedType")
    /// There are several results, but the output is not a folder.
    public static let needsFolder = Code(rawValue: "needsFolder")
    /// An input is a folder, but recursive conversion was not requested.
    public static let isFolder = Code(rawValue: "isFolder")
    /// The items of a bundle would exceed the expansion limit if all of them were converted.
    public static let itemsExpandTooFar = Code(rawValue: "itemsExpandTooFar")
    /// An option has no effect on the conversion.
    public static let unusedOption = Code(rawValue: "unusedOption")
    /// A folder has no files to pack.
    public static let noFiles = Code(rawValue: "noFiles")
    /// An item to pack has no representation.
    public static let emptyItem = Code(rawValue: "emptyItem")
    /// A folder type was given for a file, or a file type for a folder.
    public static let otherForm = Code(rawValue: "otherForm")
    /// Two representations of an item have the same type.
    public static let repeatedType = Code(rawValue: "repeatedType")
    /// A word is not the name of a type.
    public static let unknownType = Code(rawValue: "unknownType")
    /// No converter is declared for a program with the given name.
    public static let unknownProgram = Code(rawValue: "unknownProgram")
    /// There is no profile with the given name.
    public static let unknownProfile = Code(rawValue: "unknownProfile")
    /// A bundle has no item or representation at the given place.
    public static let noSuchPlace = Code(rawValue: "noSuchPlace")
    /// Several items match, but the request requires exactly one.
    public static let severalItems = Code(rawValue: "severalItems")
    /// A bundle has several items, but the conversion accepts only one.
    public static let severalItemsToConvert = Code(rawValue: "severalItemsToConvert")
    /// The result is a folder, which cannot be written to a stream.
    public static let needsPlace = Code(rawValue: "needsPlace")
    /// No offered representation has the wanted type.
    public static let noMatch = Code(rawValue: "noMatch")
    /// No offered representation has the wanted type, but an offered representation can be converted to it.
    public static let needsConversion = Code(rawValue: "needsConversion")
    /// The bundle contains nothing that the receiver may see.
    public static let notVisible = Code(rawValue: "notVisible")
    /// The bytes are not offered in place.
    public static let notInPlace = Code(rawValue: "notInPlace")
    /// Nothing was offered.
    public static let empty = Code(rawValue: "empty")
    /// The offered content is sensitive, such as a password, and must not be saved.
    public static let sensitive = Code(rawValue: "sensitive")
    /// The name of a file was given in place of a type.
    public static let namesFile = Code(rawValue: "namesFile")
    /// The items cannot be moved, because the source is a stream.
    public static let unmovable = Code(rawValue: "unmovable")
    /// There is no drop to undo.
    public static let noDrop = Code(rawValue: "noDrop")
    /// There is no drop with the given number.
    public static let noSuchDrop = Code(rawValue: "noSuchDrop")
    /// The record of a drop is damaged; the drop cannot be undone, but it can be forgotten.
    public static let damagedDrop = Code(rawValue: "damagedDrop")
    /// The drop failed, but some items had been dropped.
    ///
    /// An undo can revert the drop of these items.
    public static let undoable = Code(rawValue: "undoable")
    /// The drop failed, but some items had been dropped.
    ///
    /// An undo is not possible, because the drop was not recorded.
    public static let notUndoable = Code(rawValue: "notUndoable")
    /// The drop was not performed, because it could not be recorded for undo.
    public static let notRecorded = Code(rawValue: "notRecorded")
    /// The bytes are in a file outside the bundle, and the request does not allow such files to be read.
    public static let referenceRefused = Code(rawValue: "referenceRefused")
    /// A place in a bundle was given, but the destination is not a bundle.
    public static let needsBundle = Code(rawValue: "needsBundle")
    /// Accepted types were given, but the destination is a bundle, which receives all representations.
    public static let typesNeedFolder = Code(rawValue: "typesNeedFolder")
    /// The request follows references, but the destination is a bundle, which stores references unchanged.
    public static let referencesNeedFolder = Code(rawValue: "referencesNeedFolder")
    /// No item of a bundle has a picture.
    public static let noPicture = Code(rawValue: "noPicture")
    /// The time limit of the action was exceeded.
    public static let outOfTime = Code(rawValue: "outOfTime")
    /// The user declined the operation.
    public static let declined = Code(rawValue: "declined")
    /// There is no conversion to the wanted type.
    public static let noConversion = Code(rawValue: "noConversion")
    /// The conversion needs a program that is not installed.
    public static let missingProgram = Code(rawValue: "missingProgram")
    /// The conversion needs a library that is not installed.
    public static let missingLibrary = Code(rawValue: "missingLibrary")
    /// A strict conversion would lose or may lose information.
    public static let wouldLose = Code(rawValue: "wouldLose")
    /// A strict conversion would guess between encodings that give different texts.
    public static let ambiguousEncoding = Code(rawValue: "ambiguousEncoding")
    /// The destination already exists.
    ///
    /// The file or folder can be replaced if the request allows this.
    public static let alreadyExists = Code(rawValue: "alreadyExists")
    /// A file already exists in the destination folder.
    ///
    /// The file can be replaced if the request allows this.
    public static let existsInFolder = Code(rawValue: "existsInFolder")
    /// The destination already exists and cannot be replaced, for example because it is a folder.
    public static let notReplaceable = Code(rawValue: "notReplaceable")
  }

  /// Whether the error is a negative answer, a failure or a misuse.
  package let kind: ErrorKind
  /// The affected object, as the user wrote it; nil if ``reason`` names the object.
  public let subject: String?
  /// A description of the problem.
  public let reason: String
  /// The underlying error, if any.
  public let cause: (any Error)?
  /// The code given explicitly; if nil, the code of the cause or of the kind is used.
  private let ownCode: Code?
  /// Whether a result with the same information has already been shown to the user.
  package var isReported = false
  /// Further information, such as the rejected ``ConvertedDocument``; nil if there is none.
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

  /// The code that identifies the kind of problem.
  public var code: Code {
    if let ownCode { return ownCode }
    if let cause = cause as? any DescribedError { return Code(rawValue: cause.codeName) }
    return switch kind {
    case .negative: .no
    case .failure: .failed
    case .misuse: .usage
    }
  }

  /// The type that the bytes of the document may have instead of the declared type; nil if unknown.
  package var suggestedTypeIdentifier: String? { (cause as? CoderError)?.suggestedTypeIdentifier }

  /// Whether the request was valid, but the answer is negative.
  public var isNegative: Bool { kind == .negative }
  /// Whether the request itself is wrong, whatever the inputs contain.
  ///
  /// Its parts contradict each other, a required part is missing, or a word names no type.
  public var isMisuse: Bool { kind == .misuse }

  /// Converts an error of any module of the package to an action error; nil for other errors.
  package static func described(_ error: any Error) -> ActionError? {
    if let error = error as? ActionError { return error }
    guard let error = error as? any DescribedError else { return nil }
    return ActionError(
      error.kind, subject: error.subject.map { "\($0)" }, reason: error.reason, cause: error.cause,
      code: Code(rawValue: error.codeName))
  }

  /// The subject and the reason as one text.
  package var message: String { subject.map { "\($0): \(reason)" } ?? reason }

  /// The same text as ``message``.
  public var description: String { message }

  /// Creates an error for a negative answer to a valid request.
  package static func negative(
    _ reason: String, of subject: String? = nil, code: Code? = nil, isReported: Bool = false
  ) -> ActionError {
    ActionError(.negative, subject: subject, reason: reason, code: code, isReported: isReported)
  }

  /// Creates an error for a failure.
  package static func failure(
    _ reason: String, of subject: String? = nil, cause: (any Error)? = nil, code: Code? = nil,
    isReported: Bool = false
  ) -> ActionError {
    ActionError(
      .failure, subject: subject, reason: reason, cause: cause, code: code, isReported: isReported)
  }

  /// Creates an error for a request whose parts contradict each other, in which a required part is missing,
  /// or in which a word names no type.
  package static func usage(_ reason: String, code: Code? = nil) -> ActionError {
    ActionError(.misuse, reason: reason, code: code)
  }
}
