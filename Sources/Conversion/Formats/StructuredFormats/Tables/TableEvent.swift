/// A piece of a table of texts as it is read: first the names of the columns, then rows.
enum TableEvent {
  /// The names of the columns; nil when nothing names them. It comes first, and once.
  case columns([String]?)
  /// A row whose cells stand in the scanner's bytes.
  case row(DelimitedScanner, [DelimitedScanner.Cell])
}
