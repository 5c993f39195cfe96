public import ProfferConversions

extension Loss {
  /// The detail of the loss of formulas without a stored value, which a spreadsheet program can calculate.
  package static let formulasWithoutValues = "without a stored value"
}

extension LossKind {
  /// Formulas of spreadsheets, of which only the stored result can be kept.
  public static let formulas = LossKind(rawValue: "formulas")
}

/// Content of spreadsheets that tables cannot express, in the order of the report.
///
/// The readers count each mark in a ``SheetTally``.
enum SheetMark: Int, CaseIterable {
  case otherSheets, hiddenSheets, chartSheets
  case mergedCells, nestedTables, structuredTables, pivotTables, outsideCells
  case formulas, uncalculatedFormulas, errors
  case durations, timeZones, impossibleDates
  case percentFormats, currencyFormats, numberFormats, cellFormats, richText, lists, conditionalFormats
  case validations, filters, sparklines
  case hiddenRows, hiddenColumns, widths, frozenPanes, rightToLeft, pageBreaks, pageHeaders
  case phoneticGuides, spaces, missingTexts, unreadableNumbers
  case comments, trackedChanges
  case links, otherWorkbooks
  case pictures, charts, shapes, embeddedFiles, backgrounds
  case macros, controls
  case names, properties, protection, signatures

  /// The kind and the description of the loss.
  var loss: (kind: LossKind, detail: String?) {
    switch self {
    case .otherSheets: (.tables, "other sheets")
    case .hiddenSheets: (.tables, "other sheets, which are hidden")
    case .chartSheets: (.images, "sheets with only a chart")
    case .mergedCells: (.tables, "merged cells")
    case .nestedTables: (.tables, "tables in cells")
    case .structuredTables: (.formatting, "tables inside sheets")
    case .pivotTables: (.formatting, "pivot tables, kept as their cells")
    case .outsideCells: (.tables, "cells outside of the grid")
    case .formulas: (.formulas, "kept as their stored values")
    case .uncalculatedFormulas: (.formulas, Loss.formulasWithoutValues)
    case .errors: (.types, "errors, kept as text")
    case .durations: (.dates, "durations, kept as text")
    case .timeZones: (.dates, "time zones")
    case .impossibleDates: (.dates, "that do not exist, kept as text or numbers")
    case .percentFormats: (.formatting, "of percentages, kept as numbers")
    case .currencyFormats: (.formatting, "of currencies, kept as numbers")
    case .numberFormats: (.formatting, "of numbers")
    case .cellFormats: (.formatting, "fonts, colors, borders and alignments of cells")
    case .richText: (.formatting, "of words in cells")
    case .lists: (.formatting, "lists in cells, kept as lines")
    case .conditionalFormats: (.formatting, "conditional formats")
    case .validations: (.formatting, "data validations")
    case .filters: (.formatting, "filters")
    case .sparklines: (.images, "sparklines")
    case .hiddenRows: (.layout, "hidden rows, which are kept")
    case .hiddenColumns: (.layout, "hidden columns, which are kept")
    case .widths: (.layout, "widths of columns and heights of rows")
    case .frozenPanes: (.layout, "frozen panes")
    case .rightToLeft: (.layout, "direction from right to left")
    case .pageBreaks: (.layout, "page breaks")
    case .pageHeaders: (.layout, "page headers and footers")
    case .phoneticGuides: (.characters, "phonetic guides")
    case .spaces: (.characters, RepeatedSpaces.detail)
    case .missingTexts: (.characters, "cells whose shared text is missing")
    case .unreadableNumbers: (.types, "invalid numbers, kept as text")
    case .comments: (.comments, nil)
    case .trackedChanges: (.comments, "tracked changes")
    case .links: (.links, "addresses of links in cells")
    case .otherWorkbooks: (.links, "references to other files")
    case .pictures: (.images, "pictures")
    case .charts: (.images, "charts")
    case .shapes: (.images, "shapes and text boxes")
    case .embeddedFiles: (.images, "embedded files")
    case .backgrounds: (.images, "backgrounds of sheets")
    case .macros: (.scripts, "macros")
    case .controls: (.scripts, "form controls")
    case .names: (.metadata, "names of cell ranges")
    case .properties: (.metadata, "document properties")
    case .protection: (.metadata, "protection of sheets")
    case .signatures: (.metadata, "digital signatures")
    }
  }

  /// The kinds of all marks.
  static let lossKinds = Array(Set(allCases.map(\.loss.kind))).sorted()
}

/// Counts the marks of a spreadsheet, and the repaired mistakes.
struct SheetTally {
  private var counts = [Int](repeating: 0, count: SheetMark.allCases.count)
  /// The numbers of repaired mistakes, by their description in the singular and plural.
  private var repairs: [(one: String, many: String, count: Int)] = []
  private var remarks: [String] = []

  mutating func add(_ mark: SheetMark, count: Int = 1) { counts[mark.rawValue] += count }

  subscript(_ mark: SheetMark) -> Int { counts[mark.rawValue] }

  /// Adds the marks and repairs of another tally.
  mutating func add(contentsOf other: SheetTally) {
    for mark in SheetMark.allCases { add(mark, count: other[mark]) }
    for repair in other.repairs {
      if let place = repairs.firstIndex(where: { $0.one == repair.one }) {
        repairs[place].count += repair.count
      } else {
        repairs.append(repair)
      }
    }
    remarks += other.remarks
  }

  /// Counts a mistake in the document that the reader repairs.
  ///
  /// - Parameters:
  ///   - one: a sentence for a single mistake.
  ///   - many: the rest of a sentence that begins with the number of mistakes.
  mutating func repair(_ one: String, _ many: String) {
    if let place = repairs.firstIndex(where: { $0.one == one }) {
      repairs[place].count += 1
    } else {
      repairs.append((one, many, 1))
    }
  }

  /// Adds a remark that is not a loss, one sentence.
  mutating func warn(_ remark: String) { remarks.append(remark) }

  /// The counted losses, in the order of the marks.
  var losses: [Loss] {
    SheetMark.allCases.compactMap { mark in
      let count = self[mark]
      return count > 0 ? Loss(mark.loss.kind, count: count, detail: mark.loss.detail) : nil
    }
  }

  /// The remarks, and a sentence for each kind of repaired mistake.
  var warnings: [String] {
    remarks + repairs.map { $0.count == 1 ? $0.one : "\($0.count) \($0.many)" }
  }
}
