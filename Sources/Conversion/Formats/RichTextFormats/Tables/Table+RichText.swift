public import ProfferConversions
package import StructuredFormats

extension Table {
  /// Returns the first table of a formatted text, or the table with the given number.
  ///
  /// The text of a cell that spans several rows or columns is stored at the cell's first grid position.
  /// Everything except the text of the cells is counted as lost, including the spans of cells and the content
  /// outside the table. If a number selects the table, content outside the table is not counted.
  ///
  /// - Parameter number: the number of the table, from 1; nil for the first.
  /// - Throws: ``CoderError/Code/noTable`` if the text has no table, or no table with this number.
  package static func first(in text: RichText, number: Int? = nil) throws -> Reading<Table> {
    let found = try TablesOfText(text)
    let table = try found.table(number ?? 1)
    var losses = LossCounter()
    if number == nil {
      losses.add(.tables, "only the first is kept", count: found.tables.count - 1)
      losses.add(.formatting, "blocks outside the table", count: found.otherBlockCount)
    }
    if !table.caption.isEmpty { losses.add(.metadata, "the table caption") }
    if number == nil { losses.add(.metadata, count: text.metadata.fieldCount) }
    var budget = CellBudget()
    let result = Table(table, &budget, &losses)
    return Reading(result, losses: losses.total)
  }

  /// Returns all tables of a formatted text, or the table with the given number, each with the text of its
  /// caption.
  ///
  /// The cells and the losses are those of ``first(in:number:)``. A table in a cell is part of the cell's text.
  ///
  /// - Parameter number: the number of the table, from 1; nil for all tables.
  /// - Throws: ``CoderError/Code/noTable`` if the text has no table, or no table with this number.
  package static func all(
    in text: RichText, number: Int? = nil
  ) throws -> Reading<[(caption: String, table: Table)]> {
    let found = try TablesOfText(text)
    var losses = LossCounter()
    if number == nil {
      losses.add(.formatting, "blocks outside the tables", count: found.otherBlockCount)
      losses.add(.metadata, count: text.metadata.fieldCount)
    }
    var budget = CellBudget()
    let tables = try number.map { [try found.table($0)] } ?? found.tables
    let named = tables.map { table in
      (
        caption: table.caption.isEmpty ? "" : plainText(of: table.caption, losses: &losses),
        table: Table(table, &budget, &losses)
      )
    }
    return Reading(named, losses: losses.total)
  }

  /// Makes a table of the texts of the cells of a formatted table.
  private init(_ table: RichText.Table, _ budget: inout CellBudget, _ losses: inout LossCounter) {
    losses.add(
      .formatting, "header rows after the first",
      count: max(min(table.headerRowCount, table.rows.count) - 1, 0))
    losses.add(
      .layout, "alignments of cells", count: table.rows.reduce(0) { $0 + $1.count { $0.alignment != nil } })
    var anchors = UntargetedAnchors()
    anchors.add(.table(table))
    anchors.countLosses(in: &losses)
    let places = RichText.TableGrid(table, &budget)
    losses.add(.tables, "cells that span several columns or rows", count: places.spanCount)
    losses.add(.tables, CellBudget.detail, count: places.cutCount)
    losses.add(.formatting, RichText.Table.rowHeadingDetail, count: table.rowHeadingCount)
    losses.add(.colors, RichText.Table.backgroundDetail, count: table.backgroundCount)
    var grid: [[StructuredValue?]] = zip(places.rows, places.coveredAfterRow).map { row, coveredCount in
      row.map { $0.map { StructuredValue.string(Table.plainText(of: $0.blocks, losses: &losses)) } }
        + repeatElement(nil, count: coveredCount)
    }
    let columns: [String]? =
      table.headerRowCount > 0 && !grid.isEmpty
      ? grid.removeFirst().map { if case .string(let name) = $0 { name } else { "" } } : nil
    self.init(columns: columns, rows: grid)
  }

  private static func plainText(of blocks: [RichText.Block], losses: inout LossCounter) -> String {
    blocks.map { block in
      switch block {
      case .paragraph(let paragraph): return plainText(of: paragraph.content, losses: &losses)
      case .heading(_, let paragraph):
        losses.add(.formatting)
        return plainText(of: paragraph.content, losses: &losses)
      case .list(let list):
        losses.add(.formatting)
        return list.items.map { plainText(of: $0.blocks, losses: &losses) }.joined(separator: "\n")
      case .blockQuote(let blocks):
        losses.add(.formatting)
        return plainText(of: blocks, losses: &losses)
      case .codeBlock(let code):
        losses.add(.formatting)
        return code.text
      case .table(let table):
        losses.add(.tables)
        return table.rows.joined().map { plainText(of: $0.blocks, losses: &losses) }.joined(separator: " ")
      case .definitions(let definitions):
        losses.add(.formatting)
        return definitions.flatMap { definition in
          definition.terms.map { plainText(of: $0, losses: &losses) }
            + definition.meanings.map { plainText(of: $0, losses: &losses) }
        }.joined(separator: "\n")
      case .rule, .pageBreak:
        losses.add(.formatting)
        return ""
      }
    }.joined(separator: "\n")
  }

  private static func plainText(of inlines: [RichText.Inline], losses: inout LossCounter) -> String {
    inlines.runs.map { run in
      if run.attributes.link != nil { losses.add(.links) }
      var rest = run.attributes
      rest.link = nil
      if rest != RichText.Attributes() { losses.add(.formatting) }
      switch run.content {
      case .text(let text): return text
      case .softBreak: return " "
      case .hardBreak: return "\n"
      case .anchor: return ""
      case .note(let blocks):
        losses.add(.formatting, "notes, kept in parentheses")
        return " (\(plainText(of: blocks, losses: &losses)))"
      case .attachment(let attachment):
        losses.add(.images)
        return attachment.alternativeText
      }
    }.joined()
  }
}

/// The tables of a formatted text, in order, except those in cells of other tables.
private struct TablesOfText {
  private(set) var tables: [RichText.Table] = []
  /// The number of blocks that are neither a table nor contain other blocks.
  private(set) var otherBlockCount = 0

  init(_ text: RichText) throws {
    collect(text.blocks)
    guard !tables.isEmpty else { throw CoderError(.noTable, "the text has no table") }
  }

  /// Returns the table with a number, counted from 1.
  func table(_ number: Int) throws -> RichText.Table {
    guard tables.indices.contains(number - 1) else {
      let count = tables.count
      throw CoderError(
        .noTable, "the text has only \(count) table\(count == 1 ? "" : "s"), so it has no table \(number)")
    }
    return tables[number - 1]
  }

  private mutating func collect(_ blocks: [RichText.Block]) {
    for block in blocks {
      switch block {
      case .table(let table): tables.append(table)
      case .blockQuote(let blocks): collect(blocks)
      case .list(let list):
        for item in list.items { collect(item.blocks) }
      case .definitions(let definitions):
        for definition in definitions {
          otherBlockCount += 1
          for meaning in definition.meanings { collect(meaning) }
        }
      case .paragraph, .heading, .codeBlock, .rule, .pageBreak: otherBlockCount += 1
      }
    }
  }
}

extension CoderSet {
  /// The bridges between tables and formatted text.
  public static let richTextTables = richTextTables(number: nil)

  /// Returns the bridges between tables and formatted text, using one table of the text.
  ///
  /// - Parameter number: the number of the table in the text, from 1; nil for the first.
  /// - Returns: the coders.
  public static func richTextTables(number: Int?) -> CoderSet {
    CoderSet(bridges: [
      ValueBridge(
        "table to rich text", from: .table, to: .richText, mayLose: [.types, .nulls],
        streaming: { TableRows() }, events: { try $0.emit($1) }, collect: { try RichText.collected($0) }),
      ValueBridge(
        "first table of rich text", from: .richText, to: .table,
        mayLose: [.tables, .formatting, .layout, .links, .images, .metadata], takes: .some
      ) { try Table.first(in: $0, number: number) },
    ])
  }
}
