public import Foundation

/// A path from a type's bytes to another type's bytes: a reader, any number of bridges, a writer.
public struct ConversionPlan: Sendable {
  /// The type the plan starts from, as it was offered.
  public let sourceIdentifier: String
  /// The index of the source among the candidates.
  public let sourceIndex: Int
  /// The type the plan ends with.
  public let destinationIdentifier: String
  /// Makes the first value.
  public let reader: RepresentationReader
  /// Makes each further value of the one before.
  public let bridges: [ValueBridge]
  /// Makes the bytes of the last value.
  public let writer: RepresentationWriter

  /// Everything that the steps can lose; the result of a run has what they did lose.
  public var mayLose: Set<LossKind> {
    bridges.reduce(reader.mayLose.union(writer.mayLose)) { $0.union($1.mayLose) }
  }

  /// Whether the plan takes every value; otherwise one of its steps refuses values that are not of its form.
  public var isCertain: Bool { writer.acceptance == .every && bridges.allSatisfy { $0.acceptance == .every } }

  /// The number of steps, reading and writing included.
  public var stepCount: Int { bridges.count + 2 }

  /// The steps in the order they run, for people.
  public var steps: [String] {
    ["read \(sourceIdentifier) as \(reader.kind) (\(reader.name))"]
      + bridges.map { "make \($0.destination) of \($0.source) (\($0.name))" }
      + ["write \(writer.kind) as \(destinationIdentifier) (\(writer.name))"]
  }
}

/// The result of a conversion.
public struct ConversionResult: Sendable {
  /// The document in the type asked for.
  public let contents: DocumentContents
  /// The type of the bytes.
  public let typeIdentifier: String
  /// Everything that was really dropped, added up, and what external converters are declared to drop.
  public let losses: [Loss]
  /// Remarks of the steps that are not losses.
  public let warnings: [String]

  /// The bytes; none for a folder.
  public var data: Data { contents.bytes }
}

extension ConversionPlan {
  /// Runs the plan on a source's bytes.
  ///
  /// - Parameter source: the document.
  /// - Returns: the converted document, with what was lost.
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

// MARK: - Streaming

extension ConversionPlan {
  /// Whether the plan can run without holding the value: each step gives the events that the next one takes.
  public var streams: Bool { stream != nil }

  /// Whether the plan holds all of a document: the value between its steps, or what a reader or writer needs to know of all
  /// of it.
  public var holdsDocument: Bool { !streams || reader.holdsDocument || writer.holdsDocument }

  /// Runs the plan piece by piece, holding neither the value nor the result.
  ///
  /// The source's bytes should be mapped where memory counts. What `output` got before an error is not taken back.
  ///
  /// - Parameters:
  ///   - source: the document.
  ///   - output: called with the result in order; what it points to is valid only during the call.
  /// - Returns: what was lost.
  /// - Throws: the error of the step that failed, or what `output` throws.
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
