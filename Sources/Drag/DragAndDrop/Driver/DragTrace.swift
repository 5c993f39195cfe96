/// An event of a drag.
public struct TraceEvent: Hashable, Sendable {
  /// The time on the driver's clock.
  public let time: Duration
  /// The name of the application.
  public let application: String
  /// The name of the view.
  public let view: String
  /// The distinctive part of the method's name (`sessionDidUpdate`), or an event of the driver in angle
  /// brackets (`<load>`).
  public let call: String
  /// The arguments or results of the call; may be empty.
  public let detail: String

  /// Makes an event that was recorded by a driver or read from another drag's record.
  package init(time: Duration, application: String, view: String, call: String, detail: String) {
    (self.time, self.application, self.view) = (time, application, view)
    (self.call, self.detail) = (call, detail)
  }
}

/// The events of drags, in order.
public struct DragTrace: Hashable, Sendable, CustomStringConvertible {
  /// The events, in order.
  public internal(set) var events: [TraceEvent] = []

  /// Makes a trace of events, in order.
  package init(events: [TraceEvent] = []) { self.events = events }

  /// The calls as `view.call`, without the events of the driver.
  public var calls: [String] { events.filter { !$0.call.hasPrefix("<") }.map { "\($0.view).\($0.call)" } }

  /// The calls in one view, in order.
  ///
  /// - Parameter view: the name of the view.
  /// - Returns: the names of the calls, without the view's name.
  public func calls(in view: String) -> [String] {
    events.filter { $0.view == view && !$0.call.hasPrefix("<") }.map(\.call)
  }

  /// The details of all events with a name, in order.
  ///
  /// - Parameter call: the name of a call.
  /// - Returns: the details, one for each event.
  public func details(of call: String) -> [String] { events.filter { $0.call == call }.map(\.detail) }

  /// The lines of the trace, each ended by a line break.
  public var description: String { lines.map { $0 + "\n" }.joined() }

  /// The lines of the trace, one for each event: seconds, `application/view`, call, detail.
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
  /// The duration in seconds, with three decimal digits.
  var secondsText: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
