public import Foundation
public import ProfferConversions
public import StructuredFormats

extension StructuredValue {
  /// Reads a TOML document (TOML 1.0.0).
  ///
  /// The value is a dictionary. Members have the order in which the document first mentions their keys, and
  /// floating-point numbers keep their digits. Dates and times without an offset are local dates and times.
  /// A date and time with an offset is a point in time, and an offset other than zero is reported as lost
  /// (`dates`). Digits of seconds that the value cannot store are also reported (`precision`), and so are
  /// comments (`comments`).
  ///
  /// The text must be UTF-8, and may begin with a byte order mark. A line break in a string is read as a line
  /// feed.
  ///
  /// - Parameters:
  ///   - data: the bytes of the document.
  ///   - limits: the limits on the document and on the value. The depth is never more than
  ///     `standardDepthLimit`.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` with the line and column of the error, and a code such as `unexpectedCharacter`,
  ///   `duplicateKey`, `invalidDate` or `tooDeep`; `tooLarge` without a position.
  public static func readTOML(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try limits.check(byteCount: data.count)
    let reading = try StructuredValue.collected {
      try streamTOML(data, depthLimit: limits.depth, emit: $0)
    }
    return try limits.checked(reading, as: .structuredValue)
  }

  /// Emits the value of a TOML document, after the whole document has been checked.
  static func streamTOML(
    _ data: Data, depthLimit: Int, meter: ReadingMeter = .silent,
    emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    try data.withUnsafeBytes { bytes in
      var reader = try TOMLReader(bytes, depthLimit: depthLimit, meter: meter)
      return StepReport(losses: try reader.emitValue(emit))
    }
  }

  /// Writes a TOML document (TOML 1.0.0).
  ///
  /// Dictionaries become tables with a header, and arrays of dictionaries become arrays of tables. In arrays
  /// with other elements, and below a header of more than 256 bytes, dictionaries become inline tables.
  /// Members keep their order, with one exception: the values of a table precede the tables in it. If a value
  /// follows such a table in the dictionary, it is moved before the table and reported (`order`).
  ///
  /// TOML has no null. A member whose value is null is omitted, and a null in an array becomes an empty string
  /// (`nulls`). Of several members with the same key, the last one is written (`duplicates`). Data becomes
  /// base64 text, and a UID becomes a table with the single key `CF$UID` (`types`). An integer of more than 64
  /// bits becomes a floating-point number (`precision`). A number beyond the range of `Double` keeps its digits,
  /// but readers read infinity or zero (`precision`). A date outside the years 0 to 9999 becomes text (`dates`).
  ///
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError`: `unwritable` if the value is not a dictionary, or if an integer is beyond the
  ///   range of `Double`; `tooDeep` if containers are nested deeper than `standardDepthLimit`.
  public func writeTOML() throws -> Written { try TOMLSink().written(self) }
}
