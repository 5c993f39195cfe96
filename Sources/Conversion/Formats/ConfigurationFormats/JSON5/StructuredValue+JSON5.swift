public import Foundation
public import ProfferConversions
public import StructuredFormats
import TextEncodings

extension StructuredValue {
  /// Reads JSON5 1.0 (spec.json5.org).
  ///
  /// Members keep their order, duplicate keys are kept, and decimal numbers keep their digits. Hexadecimal
  /// numbers are integers of up to 256 digits. `Infinity` and `NaN` are real numbers. Comments are counted as
  /// lost (`comments`). The text must be UTF-8. A text that begins with a byte order mark may also be UTF-16 or
  /// UTF-32 in either byte order.
  ///
  /// - Parameters:
  ///   - data: the bytes of the text.
  ///   - limits: the limits on the text and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` with the line and column of the error, and a code such as `unexpectedCharacter`,
  ///   `invalidEscape` or `tooDeep`; `tooLarge` without a position.
  public static func readJSON5(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try read(data, .json5, limits)
  }

  /// Reads JSON with comments: JSON (RFC 8259) with the comments of JSON5, and with a comma allowed before a
  /// closing bracket.
  ///
  /// See ``readJSON5(_:limits:)`` for the value, the losses and the encoding.
  ///
  /// - Parameters:
  ///   - data: the bytes of the text.
  ///   - limits: the limits on the text and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` as for JSON5.
  public static func readJSONWithComments(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try read(data, .jsonWithComments, limits)
  }

  private static func read(
    _ data: Data, _ dialect: JSON5Scanner.Dialect, _ limits: ReadingLimits
  ) throws -> Reading<StructuredValue> {
    try limits.check(byteCount: data.count)
    let reading = try collected {
      try streamJSON5(data, dialect, depthLimit: limits.depth, wholeUpTo: .max, emit: $0)
    }
    return try limits.checked(reading, as: .structuredValue)
  }

  /// Emits the value of a text in JSON5 or JSON with comments.
  ///
  /// The value of a long text is emitted in parts, unless the writer cannot write a key twice. In that case,
  /// the writer receives the whole value and keeps the last member with each key.
  ///
  /// - Parameters:
  ///   - depthLimit: the maximum nesting depth of arrays and objects.
  ///   - limit: the maximum size of a text that is read completely before its value is emitted. If such a
  ///     text is malformed, nothing is emitted.
  ///   - heldCount: the maximum number of values to hold in incomplete containers.
  static func streamJSON5(
    _ data: Data, _ dialect: JSON5Scanner.Dialect, depthLimit: Int = standardDepthLimit,
    wholeUpTo limit: Int = 1 << 22, holding heldCount: Int = 1 << 12, meter: ReadingMeter = .silent,
    emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    var losses = LossCounter()
    var text = data
    if let marked = TextEncoding.marked(at: data.prefix(4)), marked.form != .utf8 {
      let decoded = marked.decode(data)
      losses.add(contentsOf: decoded.losses)
      text = Data(decoded.value.utf8)
    }
    var isWhole = text.count <= limit
    if !isWhole { try emit(.beginning { isWhole = true }) }
    let commentCount = try text.withUnsafeBytes { bytes in
      var scanner = try JSON5Scanner(unsafeBytes: bytes, dialect, depthLimit: depthLimit)
      var meter = meter
      var parts = StructuredValueGrouping(holding: isWhole ? .max : heldCount)
      var held: StructuredValueEvent?
      while let part = try scanner.next() {
        meter.reach(scanner.position)
        try parts.add(part) { if isWhole { held = $0 } else { try emit($0) } }
      }
      if let held { try emit(held) }
      return scanner.commentCount
    }
    losses.add(.comments, count: commentCount)
    return StepReport(losses: losses.total)
  }
}
