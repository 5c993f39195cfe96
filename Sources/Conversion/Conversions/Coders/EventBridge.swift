// A bridge that works piece by piece takes the events of one kind of value and gives those of another:
//
//   source ──events──▶ bridge ──events──▶ sink
//
// To the reader before it, the bridge with the writer after it is a writer of the events that the bridge takes.

/// Makes the pieces of one value of those of another.
package protocol EventBridge<Input, Output> {
  /// A piece of the value that is given.
  associatedtype Input
  /// A piece of the value that is made.
  associatedtype Output
  /// Takes a piece, and emits what follows from it.
  mutating func write(_ event: Input, _ emit: (Output) throws -> Void) throws
  /// Emits what ends the value.
  mutating func finish(_ emit: (Output) throws -> Void) throws -> StepReport
}

extension ValueBridge {
  /// Makes a bridge that works piece by piece.
  ///
  /// - Parameters:
  ///   - begin: begins a value.
  ///   - emitEvents: emits the events of a value in order.
  ///   - collect: makes the value of the events that `events` emits.
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

/// A bridge with the sink of what it makes.
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
