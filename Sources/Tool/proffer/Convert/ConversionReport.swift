import JSONText
import ProfferActions
import ProfferFileSystem
import Synchronization

/// The printed report of conversions: losses on standard error, or all results as JSON.
///
/// The losses that an external converter declares are the same for every file, and are therefore printed only
/// once.
final class ConversionReport: Sendable {
  private let console: Console
  private let asJSON: Bool
  /// The declared losses of external converters that have already been printed.
  private let told = Mutex<Set<String>>([])

  /// The remark about a result that is identical to the source.
  fileprivate static let copyNote =
    "The result has the same bytes as the source; --rendered converts Markdown to its text, without markup."

  /// The remark about lost pictures.
  static let mediaNote =
    "--media FOLDER writes such pictures to files; TextBundle (--to textbundle) contains them."

  init(on console: Console, asJSON: Bool) {
    self.console = console
    self.asJSON = asJSON
  }

  /// Prints the result for an input.
  func add(_ outcome: DocumentOutcome) throws {
    if asJSON { return try console.printJSON("convert", members(of: outcome)) }
    switch outcome.result {
    case .converted(let document) where outcome.folder == nil: document.shownReport.print(on: console)
    case .converted(let document): try tell(document)
    case .skipped(let reason): console.note("skipped \(outcome.source): \(reason)")
    case .failed(let error):
      let message = error.programText
      let isNamed = message.contains(outcome.sourcePath?.description ?? outcome.source)
      console.error(isNamed ? message : "\(outcome.source): \(message)")
    }
  }

  private func tell(_ document: ConvertedDocument) throws {
    guard let path = document.path else { return }
    for loss in document.report.outline.countedLossTexts { console.loss("\(document.source): \(loss)") }
    for loss in document.report.outline.declaredLossTexts where told.withLock({ $0.insert(loss).inserted }) {
      console.loss(loss)
    }
    for remark in document.shownReport.remarks { console.note("\(document.source): \(remark)") }
    try console.tell(path.description)
  }

  /// Prints the totals, and returns the exit status.
  func finish(_ totals: DocumentConversion.Totals) throws -> ExitStatus {
    let failed = totals.refusedCount + totals.failedCount
    if asJSON {
      try printTotals(converted: totals.convertedCount, skipped: totals.skippedCount, failed: failed)
    } else if totals.count != 1, let folder = totals.folder {
      var summary = "\(totals.convertedCount) of \(totals.count) converted into \(folder)"
      if totals.skippedCount > 0 { summary += ", \(totals.skippedCount) skipped" }
      if failed > 0 { summary += ", \(failed) failed" }
      console.note(summary)
    }
    if totals.failedCount > 0 { return .failure }
    return failed > 0 || totals.convertedCount == 0 ? .negative : .done
  }

  /// Reports that the conversion of the only input failed.
  ///
  /// - Returns: the error, marked as reported if it was printed as JSON.
  func refused(_ error: any Error, of input: PathArgument) throws -> any Error {
    let failure = error as? ActionError
    if let document = failure?.details as? ConvertedDocument {
      for remark in document.shownReport.remarks { console.note(remark) }
    }
    guard asJSON, failure?.isMisuse != true else { return error }
    try console.printJSON("convert", members(ofFailure: error, JSONMember.input("source", input.actionInput)))
    try printTotals(converted: 0, skipped: 0, failed: 1)
    var reported = failure ?? .failure("\(error)", cause: error)
    reported.isReported = true
    return reported
  }

  private func printTotals(converted: Int, skipped: Int, failed: Int) throws {
    try console.printTotals("convert", ["converted": converted, "skipped": skipped, "failed": failed])
  }

  // MARK: JSON

  private func members(of outcome: DocumentOutcome) -> [JSONMember] {
    switch outcome.result {
    case .converted(let document):
      outcome.sourceMember + [JSONMember("result", .string("converted"))]
        + JSONMember.name("path", document.path?.bytes)
        + [JSONMember("byteCount", document.byteCount.map(JSONNode.integer) ?? .null)] + document.members
    case .skipped(let reason):
      outcome.sourceMember + [
        JSONMember("result", .string("skipped")), JSONMember("reason", .string(reason)),
      ]
    case .failed(let error): members(ofFailure: error, outcome.sourceMember)
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
  fileprivate var shownReport: ReportOutline {
    var shown = report.outline
    if isCopy { shown.remarks.append(ConversionReport.copyNote) }
    if losesKeepablePictures { shown.remarks.append(ConversionReport.mediaNote) }
    return shown
  }

  fileprivate var members: [JSONMember] {
    [JSONMember("plan", .plan(plan.outline))]
      + (encoding.map { [JSONMember("encoding", .encoding($0.outline))] } ?? [])
      + JSONMember.losses(shownReport)
  }
}
