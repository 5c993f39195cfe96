import Foundation
package import ProfferConversions
import StandardCoders
import TextEncodings
import UniformTypes

/// The settings of a conversion.
package struct ConversionManner: Sendable {
  /// Whether to reject a conversion that loses or may lose information.
  package var isStrict = false
  /// Whether to detect the encoding of a text source.
  package var detectsEncoding = false
  /// Where the pictures of the document are kept; nil if formats without pictures drop them.
  package var pictures: KeptPictures?

  package init(isStrict: Bool = false, detectsEncoding: Bool = false, pictures: KeptPictures? = nil) {
    self.isStrict = isStrict
    self.detectsEncoding = detectsEncoding
    self.pictures = pictures
  }
}

extension ConversionSource {
  /// The minimum size, in bytes, of a document for which a note about memory use is sent.
  private static let notedByteCount = 64 << 20

  /// Converts the source and writes the result.
  ///
  /// - Parameter destination: the destination of the result; if nil, the result is kept in memory.
  /// - Throws: a negative ``ActionError`` with the code `wouldLose` if a strict conversion loses or may lose
  ///   information, and with the code `ambiguousEncoding` if it would have to guess between two encodings. In
  ///   that case, nothing is written.
  package func convert(
    by plan: ConversionPlan, to destination: DocumentDestination?, _ manner: ConversionManner,
    in context: ActionContext
  ) throws -> ConvertedDocument {
    guard let pictures = manner.pictures, let keeping = plan.keepingPictures(by: pictures.keeper) else {
      var manner = manner
      manner.pictures = nil
      return try convertOnce(by: plan, to: destination, manner, in: context)
    }
    return try pictures.keeping { try convertOnce(by: keeping, to: destination, manner, in: context) }
  }

  private func convertOnce(
    by plan: ConversionPlan, to destination: DocumentDestination?, _ manner: ConversionManner,
    in context: ActionContext
  ) throws -> ConvertedDocument {
    var document = try load(plan.sourceIndex)
    document.isStrict = manner.isStrict
    document.pictures = try pictures(
      for: plan, to: destination?.path, keepsPictures: manner.pictures != nil, in: context)
    let total = UInt64(document.contents.byteCount)
    context.progress(.works(byteCount: total))
    document.didRead = { [progress = context.progress] in progress(.bytes(UInt64($0), of: total)) }
    let detection =
      manner.detectsEncoding || manner.isStrict
      ? document.textDetection(types: context.types.registry) : nil
    if manner.isStrict, let detection { try refuseGuess(detection, of: plan, in: context) }
    let encoding = manner.detectsEncoding ? detection : nil
    if document.contents.byteCount >= Self.notedByteCount, plan.holdsDocument {
      context.note(.holdsDocument(name, destinationIdentifier: plan.destinationIdentifier))
    }
    // Bytes sent to a stream cannot be withdrawn, so a strict conversion sends them only after it has
    // succeeded.
    if plan.streams, let destination, !(manner.isStrict && destination.path == nil) {
      return try convertInPieces(document, by: plan, to: destination, manner, encoding, in: context)
    }
    let result = try naming { try plan.run(on: document) }
    let report = StepReport(losses: result.losses, warnings: result.warnings)
    if manner.isStrict { try refuse(report, of: plan, encoding, in: context) }
    try context.checkCancellation()
    try manner.pictures?.finish()
    try destination?.write(result.contents, as: result.typeIdentifier, context: context)
    return ConvertedDocument(
      source: name, plan: plan, typeIdentifier: result.typeIdentifier, report: report, encoding: encoding,
      textType: textType(plan.sourceIndex, in: context.types.registry), isCopy: false,
      contents: destination == nil ? result.contents : nil, path: destination?.path,
      byteCount: result.contents.byteCount)
  }

  /// Throws `ambiguousEncoding` if a nearly as likely encoding gives a different text.
  ///
  /// The details of the error are the MIME type that states the encoding, if there is one.
  private func refuseGuess(
    _ detection: EncodingDetection, of plan: ConversionPlan, in context: ActionContext
  ) throws {
    guard case .language(_, let rival?) = detection.evidence else { return }
    var error = ActionError.negative(
      "the encoding of \(name) is \(detection.encoding) or \(rival), and the resulting texts differ",
      code: .ambiguousEncoding)
    error.details = textType(plan.sourceIndex, in: context.types.registry)
    throw error
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
          try context.checkCancellation()
        }
      }
      if manner.isStrict { try refuse(report, of: plan, encoding, in: context) }
      try manner.pictures?.finish()
    }
    return ConvertedDocument(
      source: name, plan: plan, typeIdentifier: plan.destinationIdentifier, report: report,
      encoding: encoding, textType: textType(plan.sourceIndex, in: context.types.registry),
      isCopy: isCopy && byteCount == source.count && byteCount > 0, contents: nil,
      path: destination.path, byteCount: byteCount)
  }

  /// Throws if a conversion lost or may have lost information.
  ///
  /// The details of the error describe the conversion.
  private func refuse(
    _ report: StepReport, of plan: ConversionPlan, _ encoding: EncodingDetection?, in context: ActionContext
  ) throws {
    do { try report.refuse(of: plan, from: name, in: context) } catch var error as ActionError {
      error.details = ConvertedDocument(
        source: name, plan: plan, typeIdentifier: plan.destinationIdentifier, report: report,
        encoding: encoding, textType: textType(plan.sourceIndex, in: context.types.registry), isCopy: false,
        contents: nil, path: nil, byteCount: nil)
      throw error
    }
  }
}
