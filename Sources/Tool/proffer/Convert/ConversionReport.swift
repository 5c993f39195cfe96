import JSONText
import ProfferActions
import ProfferFileSystem
import Synchronization

/// The printed report of conversions: paths and losses, or all results as JSON.
///
/// Of a batch, the losses of all files are one line, and the results are counted in another. With
/// `--verbose`, there are lines for each file.
final class ConversionReport: Sendable {
  private let console: Console
  private let asJSON: Bool
  private let isVerbose: Bool
  private let isDryRun: Bool
  /// The first document of a batch, whose losses are printed as usual if it is the only one.
  private let first = Mutex<ConvertedDocument?>(nil)

  /// The remark about a result that is identical to the source.
  fileprivate static let copyNote =
    "the result has the same bytes as the source; --rendered converts Markdown to its text, without markup"

  init(on console: Console, asJSON: Bool, isVerbose: Bool, isDryRun: Bool) {
    self.console = console
    self.asJSON = asJSON
    self.isVerbose = isVerbose
    self.isDryRun = isDryRun
  }

  /// Prints the result for an input.
  func add(_ outcome: DocumentOutcome) throws {
    if asJSON { return try console.printJSON("convert", members(of: outcome)) }
    switch outcome.result {
    case .converted(let document) where outcome.folder == nil:
      document.shownReport(namingGuess: true).print(on: console)
      if isDryRun, let path = document.path { try console.tell(path.description) }
    case .converted(let document):
      if isVerbose { document.shownReport().print(of: document.source, on: console) }
      first.withLock { $0 = $0 ?? document }
      if let path = document.path { try console.tell(path.description) }
    case .skipped(let reason): if isVerbose { console.note("skipped \(outcome.source): \(reason)") }
    case .existing(let path):
      if isVerbose || outcome.folder == nil {
        console.note("skipped \(outcome.source): \(path) exists already")
      }
    case .failed(let error):
      let message = error.programText
      let isNamed = message.contains(outcome.sourcePath?.description ?? outcome.source)
      console.error(isNamed ? message : "\(outcome.source): \(message)")
    }
  }

  /// Prints the totals, and returns the exit status.
  func finish(_ totals: DocumentConversion.Totals) throws -> ExitStatus {
    if asJSON {
      try print(totals)
    } else if totals.folder != nil {
      if totals.count == 1, totals.hiddenCount == 0 {
        if !isVerbose, let document = first.withLock({ $0 }) {
          document.shownReport().print(of: document.source, on: console)
        }
      } else {
        if !isVerbose { printLosses(totals) }
        console.note(summary(of: totals))
      }
    }
    if totals.failedCount > 0 { return .failure }
    return totals.isNegative ? .negative : .done
  }

  /// Prints the losses of all files in one line.
  private func printLosses(_ totals: DocumentConversion.Totals) {
    if totals.lossyCount > 0 {
      let files = totals.lossyCount == 1 ? "1 file" : "\(totals.lossyCount) files"
      console.loss("\(totals.lossTexts.joined(separator: ", ")), in \(files); -v lists them by file")
    }
    if totals.remarkedCount > 0 { console.note("there are remarks; -v lists them by file") }
    for remedy in LossRemedy.allCases where totals.remedies.contains(remedy) { console.note(remedy.remark) }
  }

  private func summary(of totals: DocumentConversion.Totals) -> String {
    let skipped = totals.skippedCount + totals.existingCount
    var summary = "\(totals.convertedCount) converted"
    if skipped > 0 { summary += ", \(skipped) skipped" }
    if totals.errorCount > 0 { summary += ", \(totals.errorCount) failed" }
    if totals.hiddenCount > 0 { summary += ", \(totals.hiddenCount) hidden left out" }
    return isDryRun ? "\(summary); nothing was written (--dry-run)" : summary
  }

  /// Reports that the conversion of the only input failed.
  ///
  /// - Returns: the error, marked as reported if it was printed as JSON.
  func refused(_ error: any Error, of input: PathArgument) throws -> any Error {
    let failure = error as? ActionError
    if let document = failure?.details as? ConvertedDocument {
      for remark in document.shownReport(namingGuess: true).remarks { console.note(remark) }
    }
    guard asJSON, failure?.isMisuse != true else { return error }
    try console.printJSON("convert", members(ofFailure: error, JSONMember.input("source", input.actionInput)))
    try console.printTotals(
      "convert", ["converted": 0, "skipped": 0, "existing": 0, "failed": 1, "hidden": 0])
    var reported = failure ?? .failure("\(error)", cause: error)
    reported.isReported = true
    return reported
  }

  private func print(_ totals: DocumentConversion.Totals) throws {
    try console.printTotals(
      "convert",
      [
        "converted": totals.convertedCount, "skipped": totals.skippedCount, "existing": totals.existingCount,
        "failed": totals.errorCount, "hidden": totals.hiddenCount,
      ])
  }

  private func members(of outcome: DocumentOutcome) -> [JSONMember] {
    let path = outcome.sourcePath.map { JSONMember.name("sourcePath", $0.bytes) } ?? []
    func members(_ result: String) -> [JSONMember] {
      outcome.sourceMember + path + [JSONMember("result", .string(result))]
    }
    switch outcome.result {
    case .converted(let document):
      return members(isDryRun ? "convertible" : "converted")
        + JSONMember.name("path", document.path?.bytes)
        + [JSONMember("byteCount", document.byteCount.map(JSONNode.integer) ?? .null)] + document.members
    case .skipped(let reason): return members("skipped") + [JSONMember("reason", .string(reason))]
    case .existing(let existing): return members("existing") + JSONMember.name("path", existing.bytes)
    case .failed(let error): return self.members(ofFailure: error, outcome.sourceMember) + path
    }
  }

  private func members(ofFailure error: any Error, _ source: [JSONMember]) -> [JSONMember] {
    let members = source + [JSONMember("result", .string("failed")), .error(error)]
    switch (error as? ActionError)?.details {
    case let document as ConvertedDocument: return members + document.members
    case let missing as MissingConversion: return members + [JSONMember("plan", .missing(missing))]
    default: return members
    }
  }
}

extension DocumentOutcome {
  /// The input as it was typed, or the name of an item in it.
  fileprivate var sourceMember: [JSONMember] {
    guard let sourcePath else { return [JSONMember("source", .string("-"))] }
    let isWhole = source == sourcePath.description
    return isWhole ? JSONMember.name("source", sourcePath.bytes) : [JSONMember("source", .string(source))]
  }
}

extension ConvertedDocument {
  /// The losses and remarks, with an additional remark if the result is identical to the source.
  ///
  /// - Parameter namingGuess: whether the remark about a guessed encoding begins with the name of the source.
  fileprivate func shownReport(namingGuess: Bool = false) -> ReportOutline {
    var shown = report.outline.overridingGuess(by: textType, of: namingGuess ? source : nil)
    if isCopy { shown.remarks.append(ConversionReport.copyNote) }
    shown.remarks += remedies.map(\.remark)
    return shown
  }

  fileprivate var members: [JSONMember] {
    [JSONMember("plan", .plan(plan.outline))]
      + (encoding.map { [JSONMember("encoding", .encoding($0.outline))] } ?? [])
      + JSONMember.losses(shownReport())
  }
}

extension LossRemedy {
  /// The option that keeps the content.
  var remark: String {
    switch self {
    case .keepPictures:
      "--media FOLDER writes these pictures to files; TextBundle (--to textbundle) contains them"
    case .calculateFormulas:
      "formulas without a stored value became empty cells; --program libreoffice calculates them"
    }
  }
}
