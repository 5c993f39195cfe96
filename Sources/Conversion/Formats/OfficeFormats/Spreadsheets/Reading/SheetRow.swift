import StructuredFormats

/// A cell with content.
struct SheetCell {
  /// The column, counted from 0.
  var column: Int
  var value: StructuredValue
}

/// A row of a sheet that has at least one cell with content, or several equal rows.
struct SheetRow {
  /// The number of the first row, counted from 0.
  var number: Int
  /// The number of equal rows, at least 1.
  var repeatCount = 1
  /// The cells with content, in the order of their columns.
  var cells: [SheetCell]
}
