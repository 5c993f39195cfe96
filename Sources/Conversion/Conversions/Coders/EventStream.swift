import Foundation

/// What a step has to say besides its result.
public struct StepReport: Sendable, Equatable {
  /// What the step really dropped.
  public var losses: [Loss]
  /// Remarks that are no losses; a sentence each.
  public var warnings: [String]

  /// Makes a report; without losses the step was exact.
  public init(losses: [Loss] = [], warnings: [String] = []) {
    self.losses = losses
    self.warnings = warnings
  }
}

/// A reader's other form: it tells its value piece by piece, so that nobody has to hold it whole.
///
/// What an event may point to is valid only while it is being told.
public struct EventReader<Event>: Sendable {
  let read: @Sendable (RepresentationSource, _ tell: (Event) throws -> Void) throws -> StepReport

  /// Makes a reader of a function, which tells the value in order and then reports.
  public init(
    _ read: @escaping @Sendable (RepresentationSource, _ tell: (Event) throws -> Void) throws -> StepReport
  ) {
    self.read = read
  }
}

/// A writer's other form: it writes a value as it is told piece by piece.
public struct EventWriter<Event>: Sendable {
  let begin: @Sendable (_ typeIdentifier: String) -> any EventSink<Event>

  /// Makes a writer of a function that begins a document of the type wanted.
  public init(_ begin: @escaping @Sendable (_ typeIdentifier: String) -> any EventSink<Event>) {
    self.begin = begin
  }
}

/// A document in the making.
public protocol EventSink<Event> {
  /// What it is told.
  associatedtype Event
  /// Writes a piece of the value behind what is there.
  mutating func take(_ event: Event, into output: inout [UInt8]) throws
  /// Writes what ends the document.
  mutating func finish(into output: inout [UInt8]) throws -> StepReport
}

extension RepresentationReader {
  /// The same reader with an event form, which must tell the same value.
  public func telling<Event>(_ events: EventReader<Event>) -> RepresentationReader {
    var reader = self
    reader.join = { writer in
      guard let writer = writer as? EventWriter<Event> else { return nil }
      return { source, typeIdentifier, output in
        try events.pump(source, into: writer.begin(typeIdentifier), output: output)
      }
    }
    return reader
  }
}

extension RepresentationWriter {
  /// The same writer with an event form, which must write the same bytes.
  public func taking<Event>(_ events: EventWriter<Event>) -> RepresentationWriter {
    var writer = self
    writer.events = events
    return writer
  }
}

extension EventReader {
  /// How much is written before it is handed on.
  private var portion: Int { 1 << 16 }

  fileprivate func pump(
    _ source: RepresentationSource, into sink: any EventSink<Event>,
    output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> StepReport {
    var sink = sink
    var buffer: [UInt8] = []
    buffer.reserveCapacity(portion * 2)
    func flush() throws {
      try buffer.withUnsafeBytes(output)
      buffer.removeAll(keepingCapacity: true)
    }
    let reading = try read(source) { event in
      try sink.take(event, into: &buffer)
      if buffer.count >= portion { try flush() }
    }
    let writing = try sink.finish(into: &buffer)
    try flush()
    return StepReport(
      losses: (reading.losses + writing.losses).total(), warnings: reading.warnings + writing.warnings)
  }
}

/// A conversion that runs from a source's bytes to the pieces of its result.
typealias ConversionPump =
  @Sendable (
    RepresentationSource, _ typeIdentifier: String, _ output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> StepReport

extension ConversionPlan {
  /// Whether the plan can run without holding the value: it has no bridge, and both ends speak of the same events.
  public var streams: Bool { pump != nil }

  /// Runs the plan piece by piece, holding neither the value nor the result.
  ///
  /// The source's bytes should be mapped where memory counts. What was handed on before an error stays handed on.
  ///
  /// - Parameter output: is given the result in order; what it points to is valid only during the call.
  /// - Throws: the error of the step that failed, or what `output` throws.
  @discardableResult
  public func stream(
    _ source: RepresentationSource, to output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> StepReport {
    guard let pump else {
      let result = try run(on: source)
      try result.data.withUnsafeBytes(output)
      return StepReport(losses: result.losses, warnings: result.warnings)
    }
    return try pump(source, destinationIdentifier, output)
  }

  private var pump: ConversionPump? {
    guard bridges.isEmpty, let events = writer.events else { return nil }
    return reader.join?(events)
  }
}
