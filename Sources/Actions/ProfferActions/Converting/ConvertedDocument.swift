public import ProfferConversions
public import ProfferFileSystem
public import TextEncodings

/// A converted document, with information about its conversion.
public struct ConvertedDocument: Sendable {
  /// The name of the source in messages.
  public let source: String
  /// The steps of the conversion.
  public let plan: ConversionPlan
  /// The type of the result.
  public let typeIdentifier: String
  /// The losses and remarks of the conversion.
  public let report: StepReport
  /// The encoding of the source; nil if it is not text, or if detection was not requested.
  public let encoding: EncodingDetection?
  /// Whether the result has the same bytes as the source, although another type was requested.
  public let isCopy: Bool
  /// The result; nil if it was written.
  public let contents: DocumentContents?
  /// The file or folder that was written; nil for a stream and for a result in memory.
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
    /// The input was found in a folder and has no conversion.
    case skipped(reason: String)
    /// The input could not be converted, or a strict conversion was rejected.
    case failed(any Error)
  }

  /// The name of the input in messages.
  public let source: String
  /// The path of the input; nil for a stream.
  public let sourcePath: FilePath?
  /// The folder that the results are written to; nil for a document with its own destination.
  public let folder: FilePath?
  /// The result.
  public let result: Result
}
