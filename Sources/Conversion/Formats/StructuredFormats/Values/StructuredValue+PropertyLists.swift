public import Conversions
public import Foundation
import PropertyLists
import TextEncodings

extension StructuredValue {
  /// Reads a property list, XML or binary, whichever it is by its first bytes.
  ///
  /// The old form with braces and equals signs is told apart and refused (`wrongFormat`).
  public static func readPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try reading {
      try PropertyListReading(
        data, limits: PropertyListLimits(depth: depthLimit), legacyText: legacyText)
    }
  }

  /// Reads an XML property list.
  ///
  /// Keys keep their order, and one that stands twice is kept twice. Integers may have any number of decimal digits,
  /// or up to 32 hexadecimal ones after `0x`; reals keep the digits they are written with. A dictionary with the one
  /// key `CF$UID` and an integer is a UID, as Apple writes it.
  ///
  /// The encoding is that of a byte order mark, else of the XML declaration (UTF-8, UTF-16, UTF-32, US-ASCII,
  /// ISO-8859-1, Windows-1252, Macintosh), else UTF-8; bytes that it does not have are refused. No entity but XML's own five is ever expanded.
  ///
  /// - Throws: `CoderError` with the line and column of what is wrong.
  public static func readXMLPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try reading {
      try PropertyListReading(
        xml: data, limits: PropertyListLimits(depth: depthLimit), legacyText: legacyText)
    }
  }

  /// Reads a binary property list (version 0).
  ///
  /// Objects may be named by several others. A file whose sharing would make it over 64 MiB and 16 times its own size
  /// is refused (`tooLarge`), each array and dictionary counting 32 bytes; and so are cycles, objects that overlap, and
  /// everything that lies outside the file. Sets are read as arrays.
  ///
  /// - Throws: `CoderError` with the offset of the byte that is wrong.
  public static func readBinaryPropertyList(_ data: Data, depthLimit: Int = standardDepthLimit) throws
    -> Reading<StructuredValue>
  {
    try reading { try PropertyListReading(binary: data, limits: PropertyListLimits(depth: depthLimit)) }
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
    var maker = PropertyListNodeMaker(.xml)
    let node = try maker.node(self)
    let written = try CoderError.translating { try node.writeXML() }
    maker.tally.add(.characters, "that XML cannot write", count: written.replacedCharacterCount)
    return Written(written.data, losses: maker.tally.total, warnings: maker.warnings)
  }

  /// Writes a binary property list, equal scalars as one object and members in their order.
  ///
  /// Nulls are treated as in `writeXMLPropertyList()`. Real numbers become 64-bit ones, and integers beyond 128 bits
  /// real numbers; what digits that costs is counted (`precision`).
  ///
  /// - Throws: `CoderError`: `unwritable` when the value itself is null, or an integer is beyond every `Double`;
  ///   `tooDeep` beyond `standardDepthLimit`.
  public func writeBinaryPropertyList() throws -> Written {
    var maker = PropertyListNodeMaker(.binary)
    let node = try maker.node(self)
    return Written(try CoderError.translating { try node.writeBinary() }, losses: maker.tally.total)
  }

  private static func legacyText(named name: String, of data: Data) -> String? {
    TextEncoding(name: name)?.decode(data).value
  }

  private static func reading(_ read: () throws -> PropertyListReading) throws -> Reading<StructuredValue> {
    let reading = try CoderError.translating(read)
    var setCount = 0
    let value = StructuredValue(reading.node, setCount: &setCount)
    var tally = LossCounter()
    tally.add(.characters, "halves of surrogate pairs", count: reading.repairedCharacterCount)
    let warnings =
      setCount > 0 ? ["\(setCount) sets are read as arrays, their elements in the order of the file"] : []
    return Reading(value, losses: tally.total, warnings: warnings)
  }
}
