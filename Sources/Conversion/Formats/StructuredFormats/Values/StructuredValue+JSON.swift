public import Foundation
package import JSONText
public import ProfferConversions
import TextEncodings

/// The layout of JSON.
public enum JSONLayout: Sendable {
  /// No white space.
  case compact
  /// A line for each member and element, indented by two spaces, and a line feed at the end.
  case pretty
}

extension StructuredValue {
  /// Reads JSON (RFC 8259) without changes: numbers keep their digits, members their order, and duplicate
  /// keys are kept.
  ///
  /// The text is UTF-8. Text with a byte order mark may also be UTF-16 or UTF-32 in either byte order.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - depthLimit: the maximum nesting depth of arrays and objects.
  /// - Returns: the value, with what was lost.
  /// - Throws: `CoderError` with the line and column of the error and a code such as
  ///   `unexpectedCharacter`, `leadingZero` or `tooDeep`.
  public static func readJSON(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    // JSON text cannot begin with a character that would be read as a byte order mark.
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

  /// Emits a long value in pieces, and a short one whole.
  ///
  /// - Parameters:
  ///   - limit: the maximum size of a text that is read whole, so that nothing is emitted if such a text
  ///     is malformed.
  ///   - heldCount: the maximum number of values to hold in containers that have not ended.
  static func streamJSON(
    _ data: Data, wholeUpTo limit: Int = 1 << 22, holding heldCount: Int = 1 << 12,
    emit: (StructuredValueEvent) throws -> Void
  ) throws -> StepReport {
    guard data.count > limit, TextEncoding.marked(at: data.prefix(4)) == nil else {
      let reading = try readJSON(data)
      try emit(.value(reading.value))
      return StepReport(losses: reading.losses)
    }
    do {
      try data.withUnsafeBytes { bytes in
        var scanner = JSONScanner(
          unsafeBytes: bytes, limits: JSONLimits(depth: standardDepthLimit), skipsByteOrderMark: true)
        try scanner.emitValue(holding: heldCount, emit)
        try scanner.finish()
      }
    } catch let error as JSONError {
      throw CoderError(error)
    }
    return StepReport()
  }

  /// Writes JSON.
  ///
  /// Values that JSON cannot express are written as another type and counted as losses: dates as ISO 8601
  /// text (`dates`); data as base64 text, UIDs as an object with the single key `CF$UID`, and infinite
  /// numbers and NaN as the texts `NaN`, `Infinity` and `-Infinity` (all `types`). All other values read
  /// back unchanged.
  ///
  /// - Parameter layout: the layout of the text.
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError` with the code `tooDeep` if containers nest deeper than `standardDepthLimit`.
  public func writeJSON(_ layout: JSONLayout = .compact) throws -> Written {
    try writeJSON(layout, depth: 0)
  }

  /// Writes JSON for a given nesting depth.
  func writeJSON(_ layout: JSONLayout = .compact, depth: Int) throws -> Written {
    var writer = JSONValueWriter(layout, depth: depth)
    return try writer.written(self)
  }
}

extension CoderError {
  /// Creates an error of this module from an error of the JSON scanner, with the same position.
  package init(_ error: JSONError) {
    self.init(
      Code(error.code), error.reason, at: .line(error.line, column: error.column), cause: error)
  }
}

extension CoderError.Code {
  /// A literal that begins like `true`, `false` or `null` and continues differently.
  public static let invalidLiteral = Self(rawValue: "invalidLiteral")
  /// A number of several digits that begins with 0.
  public static let leadingZero = Self(rawValue: "leadingZero")
  /// A backslash before a character that JSON cannot escape.
  public static let invalidEscape = Self(rawValue: "invalidEscape")
  /// Half of a `\u` surrogate pair without the other half.
  public static let loneSurrogate = Self(rawValue: "loneSurrogate")
  /// An unescaped byte below 0x20 in a string.
  public static let controlCharacter = Self(rawValue: "controlCharacter")
  /// A string whose bytes are not UTF-8.
  public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
  /// A byte order mark where none is allowed.
  public static let byteOrderMark = Self(rawValue: "byteOrderMark")
  /// A duplicate key in an object where duplicates are not allowed.
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
    default: preconditionFailure("the JSON scanner has a new code: \(code.rawValue)")
    }
  }
}
