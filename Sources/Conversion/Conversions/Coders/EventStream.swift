import Foundation

// Event streams: how a conversion runs without holding its value.
//
// A coder that reads or writes piece by piece is declared by that form alone; its whole-value form follows from it:
//
//   streaming reader   source ──events──▶ collect   = the reader's value
//   streaming writer   value  ──events──▶ sink      = the writer's document
//
// A plan whose steps have the same types of event joins them: source ──events──▶ sink, with bridges between. Because each
// form is derived from the same function, the two ways give the same bytes.
//
// An event may point into memory of its emitter, so it is valid only during the call that receives it.

/// What a step reports besides its result.
public struct StepReport: Sendable, Equatable {
  /// What the step really dropped.
  public var losses: [Loss]
  /// Remarks that are not losses; a sentence each.
  public var warnings: [String]

  /// Makes a report; without losses the step was exact.
  package init(losses: [Loss] = [], warnings: [String] = []) {
    self.losses = losses
    self.warnings = warnings
  }
}

/// A document that is written event by event.
package protocol EventSink<Event> {
  /// A piece of a value.
  associatedtype Event
  /// Appends a piece of the value to the output.
  mutating func write(_ event: Event, into output: inout [UInt8]) throws
  /// Appends what ends the document.
  mutating func finish(into output: inout [UInt8]) throws -> StepReport
  /// Whether the finished sink has only found out what its document begins with, and wants all events once more to write
  /// the rest.
  ///
  /// So a document whose beginning follows from all of it need not be held.
  var wantsSecondReading: Bool { get }
}

extension EventSink {
  package var wantsSecondReading: Bool { false }

  /// Writes a whole document.
  ///
  /// - Parameter emitEvents: emits the events of the document in order, each time it is called.
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
  /// Makes a reader that reads piece by piece.
  ///
  /// - Parameters:
  ///   - holdsDocument: whether all of the document is held before the first piece is emitted.
  ///   - read: emits the value's events in order, then reports.
  ///   - collect: makes the value of the events that `events` emits.
  package init<Event, Value>(
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
    self.init(name, reads: typeIdentifiers, as: kind, mayLose: mayLose, cost: cost) { source in
      try collect { emit in try read(source, emit) }
    }
    self.holdsDocument = holdsDocument
    let events = EventReader(read: read)
    join = { writer in
      guard let writer = writer as? EventWriter<Event> else { return nil }
      return { source, typeIdentifier, output in
        try events.stream(source, into: writer.begin(typeIdentifier), output: output)
      }
    }
  }
}

extension RepresentationWriter {
  /// Makes a writer that writes piece by piece.
  ///
  /// - Parameters:
  ///   - holdsDocument: whether all pieces are held before the document is written.
  ///   - begin: begins a document of the requested type.
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

/// The event form of a writer, by which a reader of the same events finds it.
struct EventWriter<Event>: Sendable {
  let begin: @Sendable (_ typeIdentifier: String) -> any EventSink<Event>
}

/// The event form of a reader.
private struct EventReader<Event>: Sendable {
  let read: @Sendable (RepresentationSource, _ emit: (Event) throws -> Void) throws -> StepReport

  /// How many bytes are collected before they go to the output.
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

/// A conversion that runs from a source to the portions of its result.
typealias ConversionStream =
  @Sendable (
    RepresentationSource, _ typeIdentifier: String, _ output: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> StepReport
