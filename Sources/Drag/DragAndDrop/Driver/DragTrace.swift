/// One thing that happened in a played drag.
public struct TraceEvent: Hashable, Sendable {
  /// When, on the driver's clock.
  public let time: Duration
  /// The application in which it happened.
  public let application: String
  /// The view in which it happened.
  public let view: String
  /// What was called: the method by its part that names it (`sessionDidUpdate`), or a word of the driver's own
  /// in angle brackets (`<load>`).
  public let call: String
  /// With what, or what the answer was; empty where there is nothing to say.
  public let detail: String
}

/// What happened in played drags, in order; it can be compared and printed.
public struct DragTrace: Hashable, Sendable, CustomStringConvertible {
  /// What happened, in order.
  public internal(set) var events: [TraceEvent] = []

  /// An empty trace.
  public init() {}

  /// What was called, as `view.call`, without the driver's own words.
  public var calls: [String] { events.filter { !$0.call.hasPrefix("<") }.map { "\($0.view).\($0.call)" } }

  /// What was called in one view, in order.
  public func calls(in view: String) -> [String] {
    events.filter { $0.view == view && !$0.call.hasPrefix("<") }.map(\.call)
  }

  /// What one kind of call said each time.
  public func details(of call: String) -> [String] { events.filter { $0.call == call }.map(\.detail) }

  /// The lines of the trace, each ended by a line break.
  public var description: String { lines.map { $0 + "\n" }.joined() }

  /// A line for each event: seconds, `application/view`, the call, its detail.
  public var lines: [String] {
    let places = events.map { "\($0.application)/\($0.view)" }
    let placeWidth = places.map(\.count).max() ?? 0
    let callWidth = events.map(\.call.count).max() ?? 0
    return zip(events, places).map { event, place in
      let call =
        event.detail.isEmpty ? event.call : Self.padded(event.call, to: callWidth) + "  " + event.detail
      return "\(event.time.secondsText)  \(Self.padded(place, to: placeWidth))  \(call)"
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension Duration {
  /// Seconds with three digits behind the point.
  var secondsText: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
