import Conversions
import Foundation

/// Newline-delimited JSON: a value on each line.
enum JSONLines {
  static let typeIdentifier = "public.ndjson"

  /// Reads the lines as the elements of an array; empty lines are none.
  static func read(_ data: Data) throws -> Reading<StructuredValue> {
    var elements: [StructuredValue] = []
    let report = try read(data) { elements.append($0) }
    return Reading(.array(elements), losses: report.losses, warnings: report.warnings)
  }

  /// Tells the lines one by one.
  static func read(_ data: Data, tell: (StructuredValue) throws -> Void) throws -> StepReport {
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
      try tell(reading.value)
    }
    return StepReport(losses: losses)
  }

  /// Writes the elements of an array, each on its line.
  static func written(_ value: StructuredValue) throws -> Written {
    guard case .array(let elements) = value else {
      throw CoderError(.unwritable, "\(value.kindName) has no lines; an array's elements are a line each")
    }
    var output = Data()
    var losses: [Loss] = []
    for element in elements {
      let written = try element.writeJSON()
      output += written.data
      output.append(UInt8(ascii: "\n"))
      losses += written.losses
    }
    return Written(output, losses: losses.total())
  }
}

/// Writes the elements of an array as they come: as one JSON array, or a line for each.
struct JSONElements: EventSink {
  private let form: TableJSON.Form
  private var count = 0
  private var losses: [Loss] = []

  init(_ form: TableJSON.Form) { self.form = form }

  mutating func take(_ element: StructuredValue, into output: inout [UInt8]) throws {
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
    if form == .array { output += Array((count == 0 ? "[]\n" : "\n]\n").utf8) }
    return StepReport(losses: losses)
  }
}
