import Conversions
import Foundation

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
