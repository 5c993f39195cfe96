import Foundation

// Event streams run a conversion without holding the whole value in memory.
//
// A coder that reads or writes event by event declares only its streaming form. The form for whole values is
// derived from the streaming form:
//
//   streaming reader   source ──events──▶ collect   = the reader's value
//   streaming writer   value  ──events──▶ sink      = the writer's document
//
// If all steps of a plan have matching event types, the plan joins the streaming forms: source ──events──▶
// sink, with bridges in between. Both forms of a coder are derived from the same function, so they produce
// the same bytes.
//
// An event may refer to memory of the step that emits it. The event is therefore valid only during the call
// that receives it.

/// Information that a step reports in addition to its result.
public struct StepReport: Sendable, Equatable {
  /// The losses that occurred in the step.
  public var losses: [Loss]
  /// Remarks that are not losses, one sentence each.
  public var warnings: [String]

  /// Makes a report.
  ///
  /// A report without losses means that nothing was lost in the step.
  package init(losses: [Loss] = [], warnings: [String] = []) {
    self.losses = losses
    self.warnings = warnings
  }
}

/// Writes a document event by event.
package protocol EventSink<Event> {
  /// A part of a value.
  associatedtype Event
  /// Appends the bytes for an event to the output.
  mutating func write(_ event: Event, into output: inout [UInt8]) throws
  /// Appends the end of the document and returns the losses and remarks.
  mutating func finish(into output: inout [UInt8]) throws -> StepReport
  /// Whether the sink needs all events a second time to write the rest of its document.
  ///
  /// The property is read after `finish(into:)` returns. The beginning of some documents depends on their
  /// entire content. A sink for such a document uses the first pass to determine the beginning, so that the
  /// document need not be held in memory.
  var wantsSecondReading: Bool { get }
}

extension EventSink {
  package var wantsSecondReading: Bool { false }

  /// Writes a whole document.
  ///
  /// - Parameter emitEvents: emits all events of the document in order, each time it is called.
  package func written(_ emitEvents: ((Event) throws -> Void) throws -> Void) throws -> Written {
    var sink = self
    var output: [UInt8] = []
    var report: StepReport
    repeat {
      try emitEvents { try sink.write($0, into: &output) }
      report = try sink.finish(into: &output)
    } while sink.wantsSecondReading
    return Written(Data(output), losses: report.losses, warnings: report.warnings)
  }
}

extension RepresentationReader {
  /// Makes a streaming reader.
  ///
  /// The elements of the events are counted if the limits of the source require it.
  ///
  /// - Parameters:
  ///   - holdsDocument: whether the whole document is held in memory before the first event is emitted.
  ///   - read: emits the events of the value in order and returns the losses and remarks.
  ///   - collect: makes a value from events. Its argument, `events`, emits these events when called.
  package init<Event: MeasuredEvent, Value>(
    _ name: String, reads typeIdentifiers: [String], as kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, holdsDocument: Bool = false,
    streaming read:
      @escaping @Sendable (RepresentationSource, _ emit: (Event) throws -> Void) throws ->
      StepReport,
    collect:
      @escaping @Sendable (_ events: ((Event) throws -> Void) throws -> StepReport) throws -> Reading<
        Value
      >
  ) {
    let events = EventReader(readUnmeasured: read)
    self.init(
      name, reads: typeIdentifiers, as: kind, mayLose: mayLose, cost: cost, takesPackages: false,
      measuring: { source in try collect { emit in try events.read(source, emit) } })
    self.holdsDocument = holdsDocument
    join = { writer in
      guard let writer = writer as? EventWriter<Event> else { return nil }
      return { source, typeIdentifier, output in
        try source.admit(to: name, takesPackages: false)
        return try events.stream(source, into: writer.begin(typeIdentifier), output: output)
      }
    }
  }
}

extension RepresentationWriter {
  /// Makes a streaming writer.
  ///
  /// - Parameters:
  ///   - holdsDocument: whether all events are held in memory before the document is written.
  ///   - begin: makes the sink for a new document of the requested type.
  ///   - emitEvents: emits the events of a value in order.
  package init<Event, Value>(
    _ name: String, writes typeIdentifiers: [String], from kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, takes acceptance: Acceptance = .every, holdsDocument: Bool = false,
    streaming begin: @escaping @Sendable (_ typeIdentifier: String) -> any EventSink<Event>,
    events emitEvents: @escaping @Sendable (Value, _ emit: (Event) throws -> Void) throws -> Void
  ) {
    self.init(
      name, writes: typeIdentifiers, from: kind, mayLose: mayLose, cost: cost, takes: acceptance
    ) { value, typeIdentifier in
      try begin(typeIdentifier).written { emit in try emitEvents(value, emit) }
    }
    self.holdsDocument = holdsDocument
    events = EventWriter(begin: begin)
  }
}

/// The streaming form of a writer, for joining with readers and bridges that have the same event type.
struct EventWriter<Event>: Sendable {
  let begin: @Sendable (_ typeIdentifier: String) -> any EventSink<Event>
}

/// The streaming form of a reader.
private struct EventReader<Event: MeasuredEvent>: Sendable {
  let readUnmeasured: @Sendable (RepresentationSource, _ emit: (Event) throws -> Void) throws -> StepReport

  /// Emits the events of a source; throws instead of emitting an event that would exceed the limits.
  @Sendable
  func read(_ source: RepresentationSource, _ emit: (Event) throws -> Void) throws -> StepReport {
    guard source.limits.areMeasured else { return try readUnmeasured(source, emit) }
    var measure = ValueMeasure(source.limits)
    return try readUnmeasured(source) { event in
      try measure.add(event.size)
      try emit(event)
    }
  }

  /// The number of buffered bytes at which the buffer is passed to the output.
  private var portion: Int { 1 << 16 }

  func stream(
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
    while true {
      let reading = try read(source) { event in
        try sink.write(event, into: &buffer)
        if buffer.count >= portion { try flush() }
      }
      let writing = try sink.finish(into: &buffer)
      try flush()
      if sink.wantsSecondReading { continue }
      return StepReport(
        losses: (reading.losses + writing.losses).total(), warnings: reading.warnings + writing.warnings)
    }
  }
}

/// A function that converts a source and passes the result to `output` in chunks.
typealias ConversionStream =
  @Sendable (
    RepresentationSource, _ typeIdentifier: String, _ output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> StepReport
