import Foundation
import ProfferConversions

/// Newline-delimited JSON: one value per line.
enum JSONLines {
  static let typeIdentifier = "public.ndjson"
  /// The types that are written: the same format has two names.
  static let writtenTypes = [typeIdentifier, "io.proffer.json-lines"]

  /// Emits the values of all lines as the elements of an array.
  ///
  /// Empty lines are skipped. The depth of each line is limited.
  static func read(
    _ source: RepresentationSource, emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    let (data, depthLimit) = (source.data, source.limits.depth)
    var meter = ReadingMeter(of: source)
    var losses: [Loss] = []
    var line = 0
    var start = data.startIndex
    try emit(.beginArray)
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
      let text = data[start..<end]
      start = end < data.endIndex ? end + 1 : end
      line += 1
      meter.reach(start - data.startIndex)
      guard text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != 13 }) else {
        continue
      }
      let reading: Reading<StructuredValue>
      do {
        reading = try StructuredValue.readJSON(text, depthLimit: depthLimit)
      } catch let error as CoderError {
        // The error position is relative to the line, so the line number in the whole text is inserted.
        let column = if case .line(_, let column) = error.position { column } else { 1 }
        throw CoderError(error.code, error.reason, at: .line(line, column: column), cause: error.cause)
      }
      if !reading.losses.isEmpty { losses = (losses + reading.losses).total() }
      try emit(.value(reading.value))
    }
    try emit(.end)
    return StepReport(losses: losses)
  }
}

/// Writes JSON in chunks: one formatted value, or one line for each element of an array.
struct JSONValueSink: EventSink {
  private let form: TableJSON.Form
  /// Writes the whole value, or the element on the current line.
  private var writer = JSONValueWriter(.pretty)
  private var losses: [Loss] = []
  /// Whether the array whose elements become lines has begun.
  private var isInArray = false
  private var isInLine = false

  init(_ form: TableJSON.Form) { self.form = form }

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    // JSON can have a key several times, and a document in parts has no other beginning.
    if case .beginning = event { return }
    switch form {
    case .array:
      try writer.write(event)
      writer.drain(into: &output)
    case .lines: try writeLines(event, into: &output)
    }
  }

  private mutating func writeLines(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    guard isInArray else {
      switch event {
      case .beginArray: isInArray = true
      case .value(.array(let elements)):
        isInArray = true
        for element in elements { try writeLines(.value(element), into: &output) }
      case .value(let value): throw Self.noLines(value)
      case .beginning, .beginDictionary, .key, .end: throw Self.noLines(.dictionary([]))
      }
      return
    }
    if case .end = event, !isInLine { return }
    if !isInLine { writer = JSONValueWriter(.compact) }
    try writer.write(event)
    isInLine = !writer.isComplete
    writer.drain(into: &output)
    guard writer.isComplete else { return }
    output.append(UInt8(ascii: "\n"))
    losses = (losses + writer.losses.total).total()
  }

  private static func noLines(_ value: StructuredValue) -> CoderError {
    CoderError(
      .unwritable,
      "\(value.kindName) cannot be written as lines; only an array can, with one element on each line")
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    guard form == .array else { return StepReport(losses: losses) }
    writer.finish(into: &output)
    return StepReport(losses: writer.losses.total)
  }
}
