import ProfferConversions
import TextEncodings

/// Converts rich text to plain text, block by block.
///
/// Only a text of more than one line ends in a line feed. The last line feed is therefore held back until
/// the end.
struct PlainTextLines: EventBridge {
  private var writer = PlainTextWriter()
  private var hasBegun = false
  /// Whether the text emitted so far contains a line end.
  private var hasLines = false

  /// The number of bytes to collect before emitting lines.
  private static let portion = 1 << 16

  mutating func write(_ event: RichTextEvent, _ emit: (TextEvent) throws -> Void) rethrows {
    if !hasBegun { try emit(.beginning(needsMark: nil)) }
    hasBegun = true
    writer.write(event)
    if writer.output.utf8.count >= Self.portion { try emitLines(emit) }
  }

  mutating func finish(_ emit: (TextEvent) throws -> Void) rethrows -> StepReport {
    if !hasBegun { try emit(.beginning(needsMark: nil)) }
    writer.writeNotes()
    try emitLines(emit)
    if hasLines { try Self.emit(writer.output, emit) }
    return StepReport(losses: writer.losses.total)
  }

  private mutating func emitLines(_ emit: (TextEvent) throws -> Void) rethrows {
    let lines = writer.takeOutput()
    hasLines = hasLines || lines.utf8.contains(UInt8(ascii: "\n"))
    try Self.emit(lines, emit)
  }

  private static func emit(_ text: String, _ emit: (TextEvent) throws -> Void) rethrows {
    var text = text
    try text.withUTF8 { utf8 in
      if !utf8.isEmpty { try emit(.piece(UnsafeRawBufferPointer(utf8))) }
    }
  }
}

extension Reading<String> {
  /// Collects emitted events into a text.
  ///
  /// - Parameter events: a function that emits the events of a text.
  static func collected(
    _ events: ((TextEvent) throws -> Void) throws -> StepReport
  ) rethrows -> Reading<String> {
    var text: [UInt8] = []
    let report = try events { event in
      if case .piece(let piece) = event { text.append(contentsOf: piece) }
    }
    return Reading(String(decoding: text, as: UTF8.self), losses: report.losses, warnings: report.warnings)
  }
}
