public import ProfferConversions
public import ProfferFileSystem
public import TextEncodings

/// A document in another type, and what is known of its conversion.
public struct ConvertedDocument: Sendable {
  /// What messages call the source.
  public let source: String
  /// The steps of the conversion.
  public let plan: ConversionPlan
  /// The type of the result.
  public let typeIdentifier: String
  /// What was lost, and what is worth knowing.
  public let report: StepReport
  /// The encoding of the source, where it is text and the action was asked to detect it.
  public let encoding: EncodingDetection?
  /// Whether the result has the same bytes as the source, although it was wanted as another type.
  public let isCopy: Bool
  /// The result; nil where it was written.
  public let contents: DocumentContents?
  /// The file or folder that was written; nil for a stream and for a result in memory.
  public let path: FilePath?
  /// The size of the result in bytes; nil if nothing was written, because a strict conversion was refused.
  public let byteCount: Int?
}

/// What became of one of the inputs of a ``DocumentConversion``.
public struct DocumentOutcome: Sendable {
  /// The result of one input; more cases may be added.
  public enum Result: Sendable {
    /// The document was converted.
    case converted(ConvertedDocument)
    /// The input was found in a folder, and there is no conversion for it.
    case skipped(reason: String)
    /// The input could not be converted, or a strict conversion was refused.
    case failed(any Error)
  }

  /// What messages call the input.
  public let source: String
  /// The path of the input; nil for a stream.
  public let sourcePath: FilePath?
  /// The folder that the results are written into; nil for a document with a place of its own.
  public let folder: FilePath?
  /// What became of it.
  public let result: Result
}
