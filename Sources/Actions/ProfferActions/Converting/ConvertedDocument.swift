public import ProfferConversions
public import ProfferFileSystem
public import TextEncodings

/// A converted document, with information about its conversion.
public struct ConvertedDocument: Sendable {
  /// The name that messages use for the source.
  public let source: String
  /// The steps of the conversion.
  public let plan: ConversionPlan
  /// The type of the result.
  public let typeIdentifier: String
  /// The losses and remarks of the conversion.
  public let report: StepReport
  /// The encoding of the source; nil if it is not text, or if detection was not requested.
  public let encoding: EncodingDetection?
  /// The MIME type that states the encoding of the source with a `charset` parameter, as the type of the
  /// input; nil if the source is an item of a bundle.
  public let textType: String?
  /// Whether the result has the same bytes as the source, although a different type was requested.
  public let isCopy: Bool
  /// The result; nil if it was written to a file, a folder or a stream.
  public let contents: DocumentContents?
  /// The path of the file or folder that was written, or would be written without
  /// ``DocumentConversion/isDryRun``; nil if the result is in memory or was sent to a stream.
  public let path: FilePath?
  /// The size of the result in bytes; nil if a strict conversion was rejected and nothing was written.
  public let byteCount: Int?
}

/// The result of one input of a ``DocumentConversion``.
public struct DocumentOutcome: Sendable {
  /// The result of one input; more cases may be added.
  public enum Result: Sendable {
    /// The document was converted.
    case converted(ConvertedDocument)
    /// The input was found in a folder and has no conversion, or it is listed twice.
    case skipped(reason: String)
    /// The result exists already at the given path, and existing results are left out.
    case existing(FilePath)
    /// The input could not be converted, or a strict conversion was rejected.
    case failed(any Error)
  }

  /// The name that messages use for the input.
  public let source: String
  /// The path of the input; nil for a stream.
  public let sourcePath: FilePath?
  /// The folder to which results are written; nil if the result has its own destination or is in memory.
  public let folder: FilePath?
  /// The result of the conversion.
  public let result: Result
}
