import ByteTools
public import ProfferConversions
public import StructuredFormats

/// Writes a structured value as YAML in parts.
struct YAMLValueSink: EventSink {
  private var writer = YAMLValueWriter()

  mutating func write(_ event: StructuredValueEvent, into output: inout [UInt8]) throws {
    swap(&writer.bytes, &output)
    defer { swap(&writer.bytes, &output) }
    try writer.write(event)
  }

  mutating func finish(into output: inout [UInt8]) -> StepReport { StepReport(losses: writer.losses.total) }
}

extension StructuredValue {
  /// Writes YAML in block style.
  ///
  /// Members keep their order. Strings are quoted only if a reader of YAML 1.1 or 1.2 would otherwise read
  /// another value. Texts of several lines are written as literal block scalars, if readers then read the same
  /// text. Data is written as `!!binary`. Infinite numbers and NaN are written as `.inf`, `-.inf` and `.nan`.
  ///
  /// Dates and times are written as timestamps, which the core schema of YAML 1.2 reads as strings (`dates`).
  /// A UID becomes a mapping with the single key `CF$UID` (`types`). YAML does not allow duplicate keys: the
  /// last member with each key is written, and the others are reported as lost (`duplicates`).
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError` with the code `tooDeep` if containers are nested deeper than
  ///   `standardDepthLimit`.
  public func writeYAML() throws -> Written { try YAMLValueSink().written(self) }
}
