public import Conversions
import StructuredFormats

extension CoderSet {
  /// The ways between tables and formatted text.
  public static let richTextTables = CoderSet(bridges: [
    ValueBridge("table to rich text", from: .table, to: .richText, mayLose: [.types, .nulls]) {
      $0.makeRichText()
    },
    ValueBridge(
      "first table of rich text", from: .richText, to: .table,
      mayLose: [.tables, .formatting, .layout, .links, .images, .metadata], takes: .some
    ) { try Table.first(in: $0) },
  ])
}
