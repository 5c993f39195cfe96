import Foundation
package import ProfferConversions
import StandardCoders
import TextEncodings
import UniformTypes

/// How a conversion is carried out.
package struct ConversionManner: Sendable {
  /// Whether a conversion that loses anything is refused.
  package var isStrict = false
  /// Whether the encoding of text is detected for the outcome.
  package var detectsEncoding = false

  package init(isStrict: Bool = false, detectsEncoding: Bool = false) {
    self.isStrict = isStrict
    self.detectsEncoding = detectsEncoding
  }
}

extension ConversionSource {
  /// The size from which a document that is held in memory is worth a note.
  private static let notedByteCount = 64 << 20

  /// Converts, and writes the result.
  ///
  /// - Parameter destination: nil keeps the result in memory.
  /// - Throws: the negative answer `wouldLose` where a strict conversion loses something; nothing is written then.
  package func convert(
    by plan: ConversionPlan, to destination: DocumentDestination?, _ manner: ConversionManner,
    in context: ActionContext
  ) throws -> ConvertedDocument {
    var document = try load(plan.sourceIndex)
    document.isStrict = manner.isStrict
    context.progress(.works(byteCount: UInt64(document.contents.byteCount)))
    let encoding = manner.detectsEncoding ? document.textDetection(types: context.types.registry) : nil
    if document.contents.byteCount >= Self.notedByteCount, plan.holdsDocument {
      context.note(.holdsDocument(name, destinationIdentifier: plan.destinationIdentifier))
    }
    // Bytes in a stream cannot be taken back, so that a strict conversion is complete before its first byte.
    if plan.streams, let destination, !(manner.isStrict && destination.path == nil) {
      return try convertInPieces(document, by: plan, to: destination, manner, encoding, in: context)
    }
    let result = try naming { try plan.run(on: document) }
    let report = StepReport(losses: result.losses, warnings: result.warnings)
    if manner.isStrict { try refuse(report, of: plan, encoding, in: context) }
    try context.checkCancellation()
    try destination?.write(result.contents, as: result.typeIdentifier, context: context)
    return ConvertedDocument(
      source: name, plan: plan, typeIdentifier: result.typeIdentifier, report: report, encoding: encoding,
      isCopy: false, contents: destination == nil ? result.contents : nil, path: destination?.path,
      byteCount: result.contents.byteCount)
  }

  private func convertInPieces(
    _ document: RepresentationSource, by plan: ConversionPlan, to destination: DocumentDestination,
    _ manner: ConversionManner, _ encoding: EncodingDetection?, in context: ActionContext
  ) throws -> ConvertedDocument {
    var byteCount = 0
    let source = document.data
    var isCopy = TypeIdentifier(plan.sourceIdentifier) == "net.daringfireball.markdown"
    var report = StepReport()
    try destination.write { take in
      report = try naming {
        try plan.stream(document) { piece in
          isCopy =
            isCopy && byteCount + piece.count <= source.count
            && source.withUnsafeBytes { $0[byteCount..<byteCount + piece.count].elementsEqual(piece) }
          byteCount += piece.count
          try take(piece)
          try context.advance(by: UInt64(piece.count))
        }
      }
      if manner.isStrict { try refuse(report, of: plan, encoding, in: context) }
    }
    return ConvertedDocument(
      source: name, plan: plan, typeIdentifier: plan.destinationIdentifier, report: report,
      encoding: encoding, isCopy: isCopy && byteCount == source.count && byteCount > 0, contents: nil,
      path: destination.path, byteCount: byteCount)
  }

  /// Refuses a conversion that lost something; the error has what is known of it.
  private func refuse(
    _ report: StepReport, of plan: ConversionPlan, _ encoding: EncodingDetection?, in context: ActionContext
  ) throws {
    do { try report.refuse(of: plan, from: name, in: context) } catch var error as ActionError {
      error.details = ConvertedDocument(
        source: name, plan: plan, typeIdentifier: plan.destinationIdentifier, report: report,
        encoding: encoding, isCopy: false, contents: nil, path: nil, byteCount: nil)
      throw error
    }
  }
}
