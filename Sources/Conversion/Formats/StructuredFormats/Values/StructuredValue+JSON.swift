public import Foundation
package import JSONText
public import ProfferConversions
import TextEncodings

/// The layout of JSON.
public enum JSONLayout: Sendable {
  /// No whitespace.
  case compact
  /// One line for each member and element, indented by two spaces, and a line feed at the end.
  case pretty
}

extension StructuredValue {
  /// Reads JSON (RFC 8259) without changing it.
  ///
  /// Numbers keep their digits, members keep their order, and duplicate keys are kept. The text must be
  /// UTF-8. A text that begins with a byte order mark may also be UTF-16 or UTF-32 in either byte order.
  ///
  /// - Parameters:
  ///   - data: the bytes of the text.
  ///   - limits: the limits on the text and on the value.
  /// - Returns: the value, with the losses.
  /// - Throws: `CoderError` with the line and column of the error, and a code such as
  ///   `unexpectedCharacter`, `leadingZero` or `tooDeep`; `tooLarge` without a position.
  public static func readJSON(_ data: Data, limits: ReadingLimits = .standard) throws
    -> Reading<StructuredValue>
  {
    try limits.check(byteCount: data.count)
    return try limits.checked(readJSON(data, depthLimit: limits.depth), as: .structuredValue)
  }

  /// Reads JSON without measuring the value.
  static func readJSON(_ data: Data, depthLimit: Int) throws -> Reading<StructuredValue> {
    // Valid JSON cannot begin with bytes that would be mistaken for a byte order mark.
    if let marked = TextEncoding.marked(at: data.prefix(4)), marked.form != .utf8 {
      let text = marked.decode(data)
      let converted = Data(text.value.utf8)
      return Reading(try readUTF8JSON(converted, depthLimit: depthLimit), losses: text.losses)
    }
    return Reading(try readUTF8JSON(data, depthLimit: depthLimit))
  }

  private static func readUTF8JSON(_ data: Data, depthLimit: Int) throws -> StructuredValue {
    do {
      return try data.withUnsafeBytes { bytes in
        var scanner = JSONScanner(
          unsafeBytes: bytes, limits: JSONLimits(depth: depthLimit), skipsByteOrderMark: true)
        let value = try scanner.readStructuredValue()
        try scanner.finish()
        return value
      }
    } catch let error as JSONError {
      throw CoderError(error)
    }
  }

  /// The loss detail for members that a later member replaces.
  static let repeatedKeys = "members with a repeated key"

  /// Emits the value of a JSON text.
  ///
  /// The value of a long text is emitted in parts. If the writer cannot write a key twice, the text is first
  /// scanned for repeated keys.
  ///
  /// - Parameters:
  ///   - depthLimit: the maximum nesting depth of arrays and objects.
  ///   - limit: the maximum size of a text that is read completely before its value is emitted. If such a
  ///     text is malformed, nothing is emitted.
  ///   - heldCount: the maximum number of values to hold in incomplete containers.
  static func streamJSON(
    _ data: Data, depthLimit: Int = standardDepthLimit, wholeUpTo limit: Int = 1 << 22,
    holding heldCount: Int = 1 << 12, meter: ReadingMeter = .silent,
    emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    guard data.count > limit, TextEncoding.marked(at: data.prefix(4)) == nil else {
      let reading = try readJSON(data, depthLimit: depthLimit)
      try emit(.value(reading.value))
      return StepReport(losses: reading.losses)
    }
    var keepsLast = false
    try emit(.beginning { keepsLast = true })
    var losses = LossCounter()
    do {
      try data.withUnsafeBytes { bytes in
        let limits = JSONLimits(depth: depthLimit)
        let repeated = keepsLast ? try RepeatedKeys(in: bytes, limits: limits) : nil
        var scanner = JSONScanner(unsafeBytes: bytes, limits: limits, skipsByteOrderMark: true)
        let omittedCount = try scanner.emitValue(
          holding: heldCount, omitting: repeated, meter: meter, emit)
        try scanner.finish()
        losses.add(.duplicates, repeatedKeys, count: omittedCount)
      }
    } catch let error as JSONError {
      throw CoderError(error)
    }
    return StepReport(losses: losses.total)
  }

  /// Writes JSON.
  ///
  /// Values that JSON cannot express are written as another type and reported as losses. Dates and local dates
  /// and times become ISO 8601 text (`dates`). Data becomes base64 text, a UID becomes an object with the single key `CF$UID`, and
  /// infinite numbers and NaN become the texts `NaN`, `Infinity` and `-Infinity` (all `types`). All other
  /// values read back unchanged.
  ///
  /// - Parameter layout: the layout of the text.
  /// - Returns: the bytes, with the losses.
  /// - Throws: `CoderError` with the code `tooDeep` if containers are nested deeper than
  ///   `standardDepthLimit`.
  public func writeJSON(_ layout: JSONLayout = .compact) throws -> Written {
    try writeJSON(layout, depth: 0)
  }

  /// Writes JSON that will be nested in `depth` containers.
  func writeJSON(_ layout: JSONLayout = .compact, depth: Int) throws -> Written {
    var writer = JSONValueWriter(layout, depth: depth)
    return try writer.written(self)
  }
}

extension CoderError {
  /// Makes an error from an error of the JSON scanner, with the same position.
  package init(_ error: JSONError) {
    self.init(
      Code(error.code), error.reason, at: .line(error.line, column: error.column), cause: error)
    if error.mayBeJSON5 { suggestedTypeIdentifier = "io.proffer.json5" }
  }
}

extension CoderError.Code {
  /// The text contains a word other than `true`, `false` and `null`.
  public static let invalidLiteral = Self(rawValue: "invalidLiteral")
  /// A number has a leading zero, such as `012`.
  public static let leadingZero = Self(rawValue: "leadingZero")
  /// A backslash precedes a character that JSON cannot escape.
  public static let invalidEscape = Self(rawValue: "invalidEscape")
  /// One half of a `\u` surrogate pair occurs without the other half.
  public static let loneSurrogate = Self(rawValue: "loneSurrogate")
  /// A string contains an unescaped byte below 0x20.
  public static let controlCharacter = Self(rawValue: "controlCharacter")
  /// A string contains bytes that are not UTF-8.
  public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
  /// A byte order mark occurs in a place where it is not allowed.
  public static let byteOrderMark = Self(rawValue: "byteOrderMark")
  /// A key occurs twice in an object in which duplicates are not allowed.
  public static let duplicateKey = Self(rawValue: "duplicateKey")

  fileprivate init(_ code: JSONError.Code) {
    switch code {
    case .unexpectedEnd: self = .unexpectedEnd
    case .unexpectedCharacter: self = .unexpectedCharacter
    case .invalidLiteral: self = .invalidLiteral
    case .invalidNumber: self = .invalidNumber
    case .leadingZero: self = .leadingZero
    case .invalidEscape: self = .invalidEscape
    case .loneSurrogate: self = .loneSurrogate
    case .controlCharacter: self = .controlCharacter
    case .invalidUTF8: self = .invalidUTF8
    case .byteOrderMark: self = .byteOrderMark
    case .trailingData: self = .trailingData
    case .tooDeep: self = .tooDeep
    case .tooLarge: self = .tooLarge
    case .duplicateKey: self = .duplicateKey
    default: preconditionFailure("unknown JSON error (code \(code.rawValue))")
    }
  }
}
