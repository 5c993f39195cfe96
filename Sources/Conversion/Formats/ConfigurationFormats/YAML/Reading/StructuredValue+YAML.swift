public import Foundation
public import ProfferConversions
public import StructuredFormats

extension StructuredValue {
  /// Reads YAML 1.2.2 with the core schema.
  ///
  /// Plain scalars are null, booleans, integers of any size, real numbers with their digits, or strings. `no`
  /// and dates are strings. The tags `!!null`, `!!bool`, `!!int`, `!!float`, `!!str` and `!!binary` select the
  /// type of a scalar. Other tags are counted as lost (`types`), and comments as well (`comments`). Aliases
  /// become copies of the value that they repeat. The key `<<` is replaced by the members of other mappings, and
  /// a warning reports the number of such merges.
  ///
  /// Keys of other types become text and are counted as lost (`types`). Members keep their order. Duplicate keys
  /// are kept as in JSON, although YAML does not allow them; most YAML programs read the last one. A text without
  /// documents is read as null. Several documents are read as an array, unless the options choose one.
  ///
  /// The encoding is UTF-8, UTF-16 or UTF-32.
  ///
  /// - Parameters:
  ///   - data: the bytes of the text.
  ///   - options: the document to read, and the limits on aliases.
  ///   - limits: the limits on the text and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` with the line and column of the error, and a code such as `unexpectedCharacter`,
  ///   `invalidIndentation`, `undefinedAlias`, `cycle`, `tooDeep` or `tooLarge`.
  public static func readYAML(
    _ data: Data, options: YAMLOptions = YAMLOptions(), limits: ReadingLimits = .standard
  ) throws -> Reading<StructuredValue> {
    try limits.check(byteCount: data.count)
    let reading = try StructuredValue.collected {
      try streamYAML(data, options: options, depthLimit: limits.depth, wholeUpTo: .max, emit: $0)
    }
    return try limits.checked(reading, as: .structuredValue)
  }

  /// Emits the value of a YAML text.
  ///
  /// - Parameters:
  ///   - depthLimit: the maximum nesting depth of collections.
  ///   - limit: the maximum size of a text that is read completely before its value is emitted.
  ///   - heldCount: the maximum number of values to hold in incomplete collections.
  static func streamYAML(
    _ data: Data, options: YAMLOptions, depthLimit: Int, wholeUpTo limit: Int = 1 << 22,
    holding heldCount: Int = 1 << 12, meter: ReadingMeter = .silent,
    emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    let (report, losses) = try YAMLText.withBytes(of: data) { bytes in
      // A writer that needs unique keys receives the whole value and chooses the members itself.
      var keepsLast = false
      if bytes.count > limit { try emit(.beginning { keepsLast = true }) }
      let isHeld = bytes.count <= limit || keepsLast || YAMLPrescan.hasMerge(bytes)
      let isArray =
        try options.document == nil && YAMLPrescan.hasSeveralDocuments(bytes, depthLimit: depthLimit)
      // The array of documents counts as a container.
      let depthLimit = isArray ? depthLimit - 1 : depthLimit
      var composer = YAMLComposer(
        YAMLParser(unsafeBytes: bytes, depthLimit: depthLimit), options: options,
        depthLimit: depthLimit, holding: isHeld ? .max : heldCount, meter: meter)
      return try composer.emit(asArray: isArray, emit)
    }
    return StepReport(losses: (report.losses + losses).total(), warnings: report.warnings)
  }
}
