import DescribedErrors
public import ProfferConversions
public import ProfferFileSystem

extension DocumentConversion {
  /// The number of inputs for each kind of result, and the losses of all of them.
  public struct Totals: Sendable, Equatable {
    /// The number of inputs that were converted.
    public internal(set) var convertedCount = 0
    /// The number of inputs that were skipped: found in folders without a conversion, or listed twice.
    public internal(set) var skippedCount = 0
    /// The number of inputs that were left out because their results exist already.
    public internal(set) var existingCount = 0
    /// The number of inputs with a negative error: there is no conversion, or a strict conversion was
    /// rejected.
    public internal(set) var refusedCount = 0
    /// The number of inputs that failed for another reason.
    public internal(set) var failedCount = 0
    /// The number of hidden files and folders that were left out, without those in hidden folders.
    public internal(set) var hiddenCount = 0
    /// The output folder; nil if the result has its own destination or the results are in memory.
    public internal(set) var folder: FilePath?
    /// The losses of all documents, without details, so that there is one for each kind.
    ///
    /// Lossy compression has the format and the quality as its detail, because it is lost in every document.
    public internal(set) var losses: [Loss] = []
    /// The number of documents that lost something.
    public internal(set) var lossyCount = 0
    /// The number of documents for which there are remarks.
    public internal(set) var remarkedCount = 0
    /// The options that would have kept lost content.
    public internal(set) var remedies: Set<LossRemedy> = []
    /// Whether there were no inputs because the list of inputs is empty.
    var isOfEmptyList = false

    /// The total number of inputs.
    public var count: Int {
      convertedCount + skippedCount + existingCount + refusedCount + failedCount
    }

    /// The descriptions of the losses of all documents.
    package var lossTexts: [String] { losses.descriptions }

    /// The number of inputs for which there is no result because of an error.
    package var errorCount: Int { refusedCount + failedCount }

    /// Whether the answer is negative: an input was refused, or nothing was found that can be converted.
    package var isNegative: Bool {
      errorCount > 0 || convertedCount + existingCount == 0 && !isOfEmptyList
    }

    mutating func count(_ result: DocumentOutcome.Result) {
      switch result {
      case .converted(let document): add(document)
      case .skipped: skippedCount += 1
      case .existing: existingCount += 1
      case .failed(let error):
        if (error as? any DescribedError)?.kind == .negative {
          refusedCount += 1
        } else {
          failedCount += 1
        }
      }
    }

    private mutating func add(_ document: ConvertedDocument) {
      convertedCount += 1
      if !document.report.warnings.isEmpty { remarkedCount += 1 }
      remedies.formUnion(document.remedies)
      guard !document.report.losses.isEmpty else { return }
      lossyCount += 1
      let added = document.report.losses.map { loss in
        loss.isDeclared || loss.kind == .lossyCompression ? loss : Loss(loss.kind, count: loss.count)
      }
      losses = (losses + added).total()
    }
  }
}
