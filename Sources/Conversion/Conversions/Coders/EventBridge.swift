// A streaming bridge converts the events of one kind of value to the events of another:
//
//   source ──events──▶ bridge ──events──▶ sink
//
// A bridge that is joined with a writer acts as a writer of the bridge's input events.

/// Converts the events of one value to the events of another.
package protocol EventBridge<Input, Output> {
  /// An event of the input value.
  associatedtype Input
  /// An event of the output value.
  associatedtype Output
  /// Accepts an input event and emits the resulting output events.
  mutating func write(_ event: Input, _ emit: (Output) throws -> Void) throws
  /// Emits the final events of the value and returns the losses and remarks.
  mutating func finish(_ emit: (Output) throws -> Void) throws -> StepReport
}

extension ValueBridge {
  /// Makes a streaming bridge.
  ///
  /// - Parameters:
  ///   - begin: makes the bridge for a new value.
  ///   - emitEvents: emits the events of a source value in order.
  ///   - collect: makes a destination value from events. Its argument, `events`, emits these events when
  ///     called.
  package init<From, Input, Output, To>(
    _ name: String, from source: ValueKind<From>, to destination: ValueKind<To>, mayLose: [LossKind] = [],
    cost: Int = 1, takes acceptance: Acceptance = .every,
    streaming begin: @escaping @Sendable () -> any EventBridge<Input, Output>,
    events emitEvents: @escaping @Sendable (From, _ emit: (Input) throws -> Void) throws -> Void,
    collect:
      @escaping @Sendable (_ events: ((Output) throws -> Void) throws -> StepReport) throws -> Reading<To>
  ) {
    self.init(name, from: source, to: destination, mayLose: mayLose, cost: cost, takes: acceptance) { value in
      try collect { emit in
        var bridge = begin()
        try emitEvents(value) { try bridge.write($0, emit) }
        return try bridge.finish(emit)
      }
    }
    join = { writer in
      guard let writer = writer as? EventWriter<Output> else { return nil }
      return EventWriter<Input> { BridgedSink(begin, writer.begin($0)) }
    }
  }
}

/// A bridge joined with the sink that receives its output.
private final class BridgedSink<Input, Output>: EventSink {
  private let begin: () -> any EventBridge<Input, Output>
  private var bridge: any EventBridge<Input, Output>
  private var sink: any EventSink<Output>

  init(_ begin: @escaping () -> any EventBridge<Input, Output>, _ sink: any EventSink<Output>) {
    self.begin = begin
    bridge = begin()
    self.sink = sink
  }

  var wantsSecondReading: Bool { sink.wantsSecondReading }

  func write(_ event: Input, into output: inout [UInt8]) throws {
    try bridge.write(event) { try sink.write($0, into: &output) }
  }

  func finish(into output: inout [UInt8]) throws -> StepReport {
    let bridging = try bridge.finish { try sink.write($0, into: &output) }
    let writing = try sink.finish(into: &output)
    bridge = begin()
    return StepReport(
      losses: bridging.losses + writing.losses, warnings: bridging.warnings + writing.warnings)
  }
}
