import Foundation
public import ProfferConversions

extension CoderSet {
  /// Coders for JSON and property lists.
  ///
  /// JSON is written with one line for each member and element. JSON5 and JSON with comments are written as JSON,
  /// which is valid in both. Property lists contain only the last member with each key of a dictionary, and the
  /// others are counted as lost (`duplicates`). The type `com.apple.property-list` does not specify a format; it
  /// is written as XML.
  public static let structuredValues = CoderSet(
    readers: [
      RepresentationReader(
        "json", reads: ["public.json"], as: .structuredValue, mayLose: [.characters],
        streaming: {
          try StructuredValue.streamJSON(
            $0.data, depthLimit: $0.limits.depth, meter: ReadingMeter(of: $0), emit: $1)
        },
        collect: { try StructuredValue.collected($0) }),
      RepresentationReader(
        "property list", reads: ["com.apple.property-list"], as: .structuredValue,
        mayLose: [.characters, .comments], holdsDocument: true,
        streaming: { try StructuredValue.streamPropertyList($0.data, depthLimit: $0.limits.depth, emit: $1) },
        collect: { try StructuredValue.collected($0) }),
    ],
    writers: [
      RepresentationWriter(
        "json", writes: ["public.json", "io.proffer.json5", "io.proffer.json-with-comments"],
        from: .structuredValue, mayLose: [.dates, .types],
        streaming: { _ in JSONValueSink(.array) }, events: { try $1(StructuredValueEvent.value($0)) }),
      RepresentationWriter(
        "xml property list", writes: ["com.apple.xml-property-list", "com.apple.property-list"],
        from: .structuredValue, mayLose: [.duplicates, .nulls, .dates, .precision, .characters],
        streaming: { _ in XMLPropertyListSink() }, events: { try $1(StructuredValueEvent.value($0)) }),
      RepresentationWriter(
        "binary property list", writes: ["com.apple.binary-property-list"], from: .structuredValue,
        mayLose: [.duplicates, .nulls, .dates, .precision], holdsDocument: true,
        streaming: { _ in BinaryPropertyListSink() }, events: { try $1(StructuredValueEvent.value($0)) }),
    ])
}

extension CoderSet {
  /// Coders for tables: CSV and TSV, JSON as an array of objects, and newline-delimited JSON.
  ///
  /// CSV is read according to RFC 4180, with automatic detection of the separator and the header. Mistakes
  /// are repaired with a warning, or cause an error if the source is read strictly. CSV and TSV are converted
  /// to each other and to JSON row by row, so that large tables need little memory. Newline-delimited JSON
  /// can also be read and written as structured values.
  public static let tables = tables(TableOptions())

  /// Returns coders for tables, with settings for reading.
  ///
  /// - Parameter options: settings that replace detection.
  /// - Returns: the coder set.
  public static func tables(_ options: TableOptions) -> CoderSet {
    CoderSet(
      readers: tableReaders(options), writers: tableWriters,
      bridges: [
        ValueBridge(
          "structured value to table", from: .structuredValue, to: .table, mayLose: [.duplicates],
          takes: .some
        ) { Reading(try Table($0), losses: $0.duplicateLosses) },
        ValueBridge(
          "table to structured value", from: .table, to: .structuredValue, mayLose: [.nulls],
          streaming: { TableElements() }, events: { try $0.emit($1) },
          collect: { try StructuredValue.collected($0) }),
      ])
  }

  private static func tableReaders(_ options: TableOptions) -> [RepresentationReader] {
    [
      delimitedReader("csv", "public.comma-separated-values-text", separator: nil, options),
      delimitedReader("tsv", "public.tab-separated-values-text", separator: UInt8(ascii: "\t"), options),
      delimitedReader("delimited text", "public.delimited-values-text", separator: nil, options),
      RepresentationReader(
        "json lines", reads: [JSONLines.typeIdentifier], as: .structuredValue, mayLose: [.characters],
        streaming: { try JSONLines.read($0, emit: $1) },
        collect: { try StructuredValue.collected($0) }),
    ]
  }

  private static let tableWriters = [
    delimitedWriter("csv", ["public.comma-separated-values-text"], .csv),
    delimitedWriter(
      "tsv", ["public.tab-separated-values-text", "public.utf8-tab-separated-values-text"], .tsv),
    RepresentationWriter(
      "rows in json", writes: ["public.json"], from: .table, mayLose: [.nulls, .dates, .types],
      streaming: { _ in TableJSON(.array) }, events: { try $0.emit($1) }),
    RepresentationWriter(
      "rows in json lines", writes: JSONLines.writtenTypes, from: .table,
      mayLose: [.nulls, .dates, .types],
      streaming: { _ in TableJSON(.lines) }, events: { try $0.emit($1) }),
    RepresentationWriter(
      "json lines", writes: JSONLines.writtenTypes, from: .structuredValue, mayLose: [.dates, .types],
      takes: .some, streaming: { _ in JSONValueSink(.lines) },
      events: { try $1(StructuredValueEvent.value($0)) }),
  ]

  private static func delimitedReader(
    _ name: String, _ type: String, separator: UInt8?, _ options: TableOptions
  ) -> RepresentationReader {
    RepresentationReader(
      name, reads: [type], as: .table, mayLose: [.characters],
      streaming: { try DelimitedReader(separator: separator, options: options).read($0, emit: $1) },
      collect: { try Table.collected($0) })
  }

  private static func delimitedWriter(
    _ name: String, _ types: [String], _ writer: @autoclosure @escaping @Sendable () -> DelimitedWriter
  ) -> RepresentationWriter {
    RepresentationWriter(
      name, writes: types, from: .table, mayLose: [.nulls, .types],
      streaming: { _ in DelimitedSink(writer()) }, events: { try $0.emit($1) })
  }
}

extension StructuredValue {
  /// The losses from duplicate keys in an array of objects.
  ///
  /// A table keeps only the last value of each key.
  fileprivate var duplicateLosses: [Loss] {
    guard case .array(let elements) = self else { return [] }
    let count = elements.reduce(0) { sum, element in
      guard case .dictionary(let members) = element else { return sum }
      return sum + members.count - Set(members.map(\.key)).count
    }
    return count == 0 ? [] : [Loss(.duplicates, count: count)]
  }
}
