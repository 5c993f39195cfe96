public import Foundation
package import JSONText
public import ProfferConversions
import TextEncodings

/// How JSON is laid out.
public enum JSONLayout: Sendable {
  /// Without any space.
  case compact
  /// A line for each member and element, indented by two spaces, and a line break at the end.
  case pretty
}

extension StructuredValue {
  /// Reads JSON (RFC 8259), exactly: numbers keep their digits, members their order, and duplicate keys are
  /// both kept.
  ///
  /// The text is UTF-8. Text with a byte order mark is read too: UTF-8, UTF-16 and UTF-32 of either order.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - depthLimit: how deep arrays and objects may nest.
  /// - Returns: the value, with what was lost.
  /// - Throws: `CoderError` with the line and column of what is wrong, and the code for it, such as
  ///   `unexpectedCharacter`, `leadingZero` or `tooDeep`.
  public static func readJSON(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    // JSON has no character that could be at the start of a text and be read as a mark.
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
  ///   - limit: the size up to which a text is read whole, so that nothing is emitted of one that turns out to be broken.
  ///   - heldCount: how many values of containers that have not ended are held.
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
  /// What JSON has no form for is written as another type and counted as a loss: dates as ISO 8601 text (`dates`);
  /// data as base64 text, UIDs as an object with the one key `CF$UID`, and numbers that are not finite as the texts
  /// `NaN`, `Infinity` and `-Infinity` (all `types`). Everything else reads back as it was.
  ///
  /// - Parameter layout: how the text is laid out.
  /// - Returns: the bytes, with what was lost.
  /// - Throws: `CoderError` with the code `tooDeep` when containers nest deeper than `standardDepthLimit`.
  public func writeJSON(_ layout: JSONLayout = .compact) throws -> Written {
    try writeJSON(layout, depth: 0)
  }

  /// Writes JSON for a given depth of nesting.
  func writeJSON(_ layout: JSONLayout = .compact, depth: Int) throws -> Written {
    var writer = JSONValueWriter(layout, depth: depth)
    return try writer.written(self)
  }
}

extension CoderError {
  /// The error of the JSON scanner as one of this module, at the same place.
  package init(_ error: JSONError) {
    self.init(
      Code(error.code), error.reason, at: .line(error.line, column: error.column), cause: error)
  }
}

extension CoderError.Code {
  /// Something begins like `true`, `false` or `null` and continues differently.
  public static let invalidLiteral = Self(rawValue: "invalidLiteral")
  /// A number of several digits that begins with 0.
  public static let leadingZero = Self(rawValue: "leadingZero")
  /// A backslash before something that JSON gives no meaning.
  public static let invalidEscape = Self(rawValue: "invalidEscape")
  /// Half of a `\u` surrogate pair without the other half.
  public static let loneSurrogate = Self(rawValue: "loneSurrogate")
  /// A byte below 0x20 in a string that is not written as an escape.
  public static let controlCharacter = Self(rawValue: "controlCharacter")
  /// A string whose bytes are not UTF-8.
  public static let invalidUTF8 = Self(rawValue: "invalidUTF8")
  /// A byte order mark, where none is allowed.
  public static let byteOrderMark = Self(rawValue: "byteOrderMark")
  /// An object names a member twice, where that is refused.
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
