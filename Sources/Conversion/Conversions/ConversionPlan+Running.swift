public import Foundation

/// What came of a conversion.
public struct ConversionResult: Sendable {
  /// The document in the type asked for.
  public let contents: DocumentContents
  /// The type of the bytes.
  public let typeIdentifier: String
  /// All that was really dropped on the way, added up, and what external converters are declared to drop.
  public let losses: [Loss]
  /// Remarks of the steps that are no losses.
  public let warnings: [String]

  /// The bytes; none for a folder.
  public var data: Data { contents.bytes }
}

extension ConversionPlan {
  /// Runs the plan on a source's bytes.
  ///
  /// - Throws: the error of the step that failed, as the coder threw it; ``ConversionError/Code/cancelled`` when the
  ///   task was cancelled between two steps.
  public func run(on source: RepresentationSource) throws -> ConversionResult {
    let reading = try reader.read(source)
    var value = reading.value
    var losses = reading.losses
    var warnings = reading.warnings
    for bridge in bridges {
      try refuseCancelled()
      let crossing = try bridge.bridge(value)
      value = crossing.value
      losses += crossing.losses
      warnings += crossing.warnings
    }
    try refuseCancelled()
    let written = try writer.write(value, destinationIdentifier)
    return ConversionResult(
      contents: written.contents, typeIdentifier: destinationIdentifier,
      losses: (losses + written.losses).total(),
      warnings: warnings + written.warnings)
  }

  private func refuseCancelled() throws(ConversionError) {
    guard !Task.isCancelled else {
      throw ConversionError(.cancelled, "the conversion to \(destinationIdentifier) was cancelled")
    }
  }
}
