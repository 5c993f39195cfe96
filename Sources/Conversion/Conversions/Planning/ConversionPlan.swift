public import Foundation

/// A path from the bytes of one type to the bytes of another: a reader, any number of bridges, and a
/// writer.
public struct ConversionPlan: Sendable {
  /// The type that the plan converts from, as listed in the candidates.
  public let sourceIdentifier: String
  /// The index of the source among the candidates.
  public let sourceIndex: Int
  /// The type that the plan converts to.
  public let destinationIdentifier: String
  /// The reader, which makes the first value from the source.
  public let reader: RepresentationReader
  /// The bridges in the order in which they run; each bridge converts the value from the previous step.
  public let bridges: [ValueBridge]
  /// The writer, which makes the document from the last value.
  public let writer: RepresentationWriter

  /// The kinds of loss that the steps can cause; the result of a run lists the actual losses.
  public var mayLose: Set<LossKind> {
    bridges.reduce(reader.mayLose.union(writer.mayLose)) { $0.union($1.mayLose) }
  }

  /// Whether the plan accepts every value.
  ///
  /// If false, at least one step rejects values that do not have a certain form.
  public var isCertain: Bool { writer.acceptance == .every && bridges.allSatisfy { $0.acceptance == .every } }

  /// The number of steps, including reading and writing.
  public var stepCount: Int { bridges.count + 2 }

  /// Descriptions of the steps, in the order in which they run.
  public var steps: [String] {
    ["read \(sourceIdentifier) as \(reader.kind) (\(reader.name))"]
      + bridges.map { "convert \($0.source) to \($0.destination) (\($0.name))" }
      + ["write \(writer.kind) as \(destinationIdentifier) (\(writer.name))"]
  }
}

/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The document in the requested type.
  public let contents: DocumentContents
  /// The type of the document.
  public let typeIdentifier: String
  /// The totals of the losses that occurred, and the losses that external converters may have caused.
  public let losses: [Loss]
  /// Remarks from the steps, without the losses.
  public let warnings: [String]

  /// The bytes of the document; empty if the document is a folder.
  public var data: Data { contents.bytes }
}

extension ConversionPlan {
  /// Runs the plan on a source.
  ///
  /// - Parameter source: the document.
  /// - Returns: the converted document, with the losses.
  /// - Throws: the error of the step that failed, unchanged; ``ConversionError/Code/cancelled`` if the task
  ///   was cancelled between two steps.
  public func run(on source: RepresentationSource) throws -> ConversionResult {
    let reading = try read(source)
    let written = try writer.write(reading.value, destinationIdentifier)
    return ConversionResult(
      contents: written.contents, typeIdentifier: destinationIdentifier,
      losses: (reading.losses + written.losses).total(),
      warnings: reading.warnings + written.warnings)
  }

  /// Returns the value that the plan hands to its writer, without writing it.
  package func read(_ source: RepresentationSource) throws -> Reading<any Sendable> {
    let reading = try reader.read(source)
    var value = reading.value
    var losses = reading.losses
    var warnings = reading.warnings
    for bridge in bridges {
      try refuseCancelled()
      let crossing = try bridge.bridge(value, source.limits)
      value = crossing.value
      losses += crossing.losses
      warnings += crossing.warnings
    }
    try refuseCancelled()
    return Reading(value, losses: losses, warnings: warnings)
  }

  private func refuseCancelled() throws(ConversionError) {
    guard !Task.isCancelled else {
      throw ConversionError(.cancelled, "the conversion to \(destinationIdentifier) was cancelled")
    }
  }
}

// MARK: - Streaming

extension ConversionPlan {
  /// Whether the plan can run without holding a whole value in memory.
  ///
  /// This requires that every step emits the type of event that the next step accepts.
  public var streams: Bool { stream != nil }

  /// Whether running the plan holds a whole document in memory.
  ///
  /// True if the plan does not stream, or if the reader or the writer must first collect information about
  /// the whole document.
  public var holdsDocument: Bool { !streams || reader.holdsDocument || writer.holdsDocument }

  /// Runs the plan and passes the result to a closure in chunks.
  ///
  /// If ``streams`` is true, neither the value nor the result is held in memory as a whole. Otherwise the
  /// plan runs like ``run(on:)``, and the result is one chunk. To save more memory, memory-map the bytes of
  /// the source. If an error occurs, output that was already passed to `output` is not withdrawn.
  ///
  /// - Parameters:
  ///   - source: the document.
  ///   - output: receives the chunks of the result in order. Each buffer is valid only during the call.
  /// - Returns: the losses and remarks.
  /// - Throws: the error of the step that failed, or an error thrown by `output`.
  @discardableResult
  public func stream(
    _ source: RepresentationSource, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> StepReport {
    guard let stream else {
      let result = try run(on: source)
      try result.data.withUnsafeBytes(output)
      return StepReport(losses: result.losses, warnings: result.warnings)
    }
    return try stream(source, destinationIdentifier, output)
  }

  private var stream: ConversionStream? {
    guard var events = writer.events else { return nil }
    for bridge in bridges.reversed() {
      guard let joined = bridge.join?(events) else { return nil }
      events = joined
    }
    return reader.join?(events)
  }
}

// MARK: - Pictures

extension ConversionPlan {
  /// Returns the plan with a writer that passes its pictures to a keeper; nil if its writer has no such form.
  package func keepingPictures(by keeper: PictureKeeper) -> ConversionPlan? {
    guard let form = writer.pictureKeepingForm else { return nil }
    return ConversionPlan(
      sourceIdentifier: sourceIdentifier, sourceIndex: sourceIndex,
      destinationIdentifier: destinationIdentifier, reader: reader, bridges: bridges, writer: form(keeper))
  }

  /// Whether the plan can pass the pictures of the document to a keeper.
  package var canKeepPictures: Bool { writer.pictureKeepingForm != nil }
}
