package import ProfferConversions
import PropertyLists

/// Writes an XML property list in parts.
struct XMLPropertyListSink: EventSink {
  private var encoding = PropertyListEncoding(.xml)
  private var writer = XMLPropertyListWriter()
  private var isBegun = false

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    swap(&writer.bytes, &output)
    defer { swap(&writer.bytes, &output) }
    if !isBegun { writer.begin() }
    isBegun = true
    try encoding.write(event, to: &writer)
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    swap(&writer.bytes, &output)
    writer.finish()
    swap(&writer.bytes, &output)
    encoding.losses.add(.characters, "that XML cannot represent", count: writer.replacedCharacterCount)
    return StepReport(losses: encoding.losses.total, warnings: encoding.warnings)
  }
}

/// Writes a binary property list.
///
/// The elements of an array are written one by one.
struct BinaryPropertyListSink: EventSink {
  private var encoding = PropertyListEncoding(.binary)
  private var writer = BinaryPropertyListWriter()
  /// Assembles nested containers and dictionaries.
  ///
  /// Nested containers and dictionaries are written whole, because all keys of a dictionary precede its
  /// values.
  private var assembly = StructuredValueAssembly()

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    switch event {
    // Dictionaries are assembled, so their keys need not be known beforehand.
    case .beginning: break
    case .beginArray where encoding.depth == 0 && assembly.isEmpty: try encoding.write(event, to: &writer)
    case .end where assembly.isEmpty: try encoding.write(event, to: &writer)
    default: if let value = assembly.add(event) { try encoding.write(.value(value), to: &writer) }
    }
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport {
    writer.finish(into: &output)
    return StepReport(losses: encoding.losses.total, warnings: encoding.warnings)
  }
}

extension EventSink<StructuredValueEvent> {
  /// Returns the document for a value.
  package func written(_ value: StructuredValue) throws -> Written {
    try written { emit in try emit(.value(value)) }
  }
}
