import Foundation
import ProfferConversions

/// Newline-delimited JSON: a value on each line.
enum JSONLines {
  static let typeIdentifier = "public.ndjson"

  /// Emits the lines one by one; empty lines are skipped.
  static func read(_ data: Data, emit: (StructuredValueEvent) throws -> Void) throws -> StepReport {
    var losses: [Loss] = []
    var line = 0
    var start = data.startIndex
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
      let text = data[start..<end]
      start = end < data.endIndex ? end + 1 : end
      line += 1
      guard text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != 13 }) else {
        continue
      }
      let reading: Reading<StructuredValue>
      do {
        reading = try StructuredValue.readJSON(text)
      } catch let error as CoderError {
        // The line of the whole text is what helps, not that of the piece.
        let column = if case .line(_, let column) = error.position { column } else { 1 }
        throw CoderError(error.code, error.reason, at: .line(line, column: column), cause: error.cause)
      }
      if !reading.losses.isEmpty { losses = (losses + reading.losses).total() }
      try emit(.element(reading.value))
    }
    return StepReport(losses: losses)
  }
}

/// Writes JSON: a value as it is laid out, or the elements of an array one by one, as one JSON array or a line for
/// each.
struct JSONValueSink: EventSink {
  private let form: TableJSON.Form
  private var count = 0
  private var losses: [Loss] = []
  /// Whether the value came in one event.
  private var isWhole = false

  init(_ form: TableJSON.Form) { self.form = form }

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    switch (event, form) {
    case (.element(let element), _): try write(element: element, into: &output)
    case (.value(let value), .array):
      isWhole = true
      let written = try value.writeJSON(.pretty)
      losses = written.losses
      output += written.data
    case (.value(.array(let elements)), .lines):
      for element in elements { try write(element: element, into: &output) }
    case (.value(let value), .lines):
      throw CoderError(.unwritable, "\(value.kindName) has no lines; an array's elements are a line each")
    }
  }

  private mutating func write(element: StructuredValue, into output: inout [UInt8]) throws {
    let written = try element.writeJSON(
      form == .array ? .pretty : .compact, depth: form == .array ? 1 : 0)
    losses = (losses + written.losses).total()
    switch form {
    case .lines:
      output += written.data
      output.append(UInt8(ascii: "\n"))
    case .array:
      output += Array((count == 0 ? "[\n  " : ",\n  ").utf8)
      // A line feed in a text is escaped, so that every one here begins a line of the layout.
      for byte in written.data.dropLast() {
        output.append(byte)
        if byte == UInt8(ascii: "\n") { output += [UInt8(ascii: " "), UInt8(ascii: " ")] }
      }
    }
    count += 1
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    if form == .array, !isWhole { output += Array((count == 0 ? "[]\n" : "\n]\n").utf8) }
    return StepReport(losses: losses)
  }
}
