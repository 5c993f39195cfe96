public import Conversions
public import Foundation

extension StructuredValue {
  /// Reads a property list, XML or binary, whichever it is by its first bytes.
  ///
  /// The old form with braces and equals signs is told apart and refused (`wrongFormat`).
  public static func readPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    switch PropertyListForm(of: data) {
    case .binary: return try readBinaryPropertyList(data, depthLimit: depthLimit)
    case .xml: return try readXMLPropertyList(data, depthLimit: depthLimit)
    case nil:
      throw CoderError(
        .wrongFormat,
        "the bytes begin neither as an XML property list ('<') nor as a binary one ('bplist0'); "
          + "property lists of braces and equals signs are not read")
    }
  }

  /// Reads an XML property list.
  ///
  /// Keys keep their order, and one that stands twice is kept twice. Integers may have any number of decimal digits,
  /// or up to 32 hexadecimal ones after `0x`; reals keep the digits they are written with. A dictionary with the one
  /// key `CF$UID` and an integer is a UID, as Apple writes it.
  ///
  /// The encoding is that of a byte order mark, else of the XML declaration (UTF-8, UTF-16, UTF-32, US-ASCII,
  /// ISO-8859-1, Windows-1252, Macintosh), else UTF-8. No entity but XML's own five is ever expanded.
  ///
  /// - Throws: `CoderError` with the line and column of what is wrong.
  public static func readXMLPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    let text = try XMLEncoding.utf8(of: data)
    let value = try text.bytes.withUnsafeBytes { bytes in
      var content = bytes
      // UTF-8's own mark.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { content = UnsafeRawBufferPointer(rebasing: bytes[3...]) }
      if let mistake = UTF8Check.firstMistake(in: content) {
        throw CoderError(
          .invalidText, "the bytes are not UTF-8 here", at: .line(of: mistake, in: content))
      }
      var reader = XMLPropertyListReader(content, depthLimit: depthLimit)
      return try reader.read()
    }
    return Reading(value, losses: text.losses)
  }

  /// Reads a binary property list (version 0).
  ///
  /// Objects may be named by several others, and their values are shared in memory. A file whose sharing would make
  /// it over 64 MiB and 16 times its own size is refused (`tooLarge`), and so are cycles, objects that overlap, and
  /// everything that lies outside the file. Sets are read as arrays.
  ///
  /// - Throws: `CoderError` with the offset of the byte that is wrong.
  public static func readBinaryPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try data.withUnsafeBytes { bytes in
      let sizeLimit = BinaryPropertyListReader.standardSizeLimit(byteCount: bytes.count)
      var reader = try BinaryPropertyListReader(bytes, depthLimit: depthLimit, sizeLimit: sizeLimit)
      return try reader.read()
    }
  }

  /// Writes an XML property list in the layout of Apple's, members in their order.
  ///
  /// A null has no form: a member with one is left out, and in an array it becomes an empty string, so that the
  /// elements behind it keep their places; both count as lost (`nulls`). Dates lose their fractions of a second
  /// (`precision`). Characters that XML cannot write, such as NUL, become U+FFFD (`characters`).
  ///
  /// Reals are written with the digits they were read with, else with the fewest that read back as the same number,
  /// where Apple's writer always gives 17.
  ///
  /// - Throws: `CoderError`: `unwritable` when the value itself is null, or a date is no date; `tooDeep` beyond
  ///   `standardDepthLimit`.
  public func writeXMLPropertyList() throws -> Written {
    var writer = XMLPropertyListWriter()
    return try writer.write(self)
  }

  /// Writes a binary property list, equal scalars as one object and members in their order.
  ///
  /// Nulls are treated as in `writeXMLPropertyList()`. Real numbers become 64-bit ones, and integers beyond 128 bits
  /// real numbers; what digits that costs is counted (`precision`).
  ///
  /// - Throws: `CoderError`: `unwritable` when the value itself is null, or an integer is beyond every `Double`;
  ///   `tooDeep` beyond `standardDepthLimit`.
  public func writeBinaryPropertyList() throws -> Written {
    var writer = BinaryPropertyListWriter()
    return try writer.write(self)
  }
}
