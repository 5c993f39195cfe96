import ProfferConversions
import RichTextFormats
import XMLText

/// Builds blocks from a sequence of paragraphs and tables.
///
/// The builder combines paragraphs into lists and quotations, and lines of code into code blocks.
struct WordBlockBuilder {
  private var stack = OpenBlocks(depthLimit: RichText.depthLimit)
  /// The number of nested blocks so far.
  private(set) var depth = 0
  /// The alignment of the enclosing cell, which the layouts of its paragraphs do not repeat.
  private let cellAlignment: RichText.Alignment?
  /// The indentation of the last item in each open list, by the depth of the list.
  private var indentations: [Int32] = []

  private init(cellAlignment: RichText.Alignment?) {
    self.cellAlignment = cellAlignment
  }

  /// Returns the blocks of a whole text.
  static func blocks(of pieces: [WordPiece], losses: inout LossCounter) -> [RichText.Block] {
    var builder = WordBlockBuilder(cellAlignment: nil)
    return builder.build(pieces, &losses)
  }

  /// Returns a cell with its content, and the number of nested blocks in it.
  static func cell(
    _ pieces: [WordPiece], losses: inout LossCounter
  ) -> (cell: RichText.TableCell, depth: Int) {
    // Cells of Word have no alignment. A cell is aligned if all its paragraphs have the same alignment.
    var alignments: [RichText.Alignment?] = []
    var emptyAlignments: [RichText.Alignment?] = []
    for case .paragraph(let paragraph) in pieces {
      let alignment = paragraph.form.layout.alignment
      if paragraph.content.isEmpty { emptyAlignments.append(alignment) } else { alignments.append(alignment) }
    }
    if alignments.isEmpty { alignments = emptyAlignments }
    let alignment = alignments.first.flatMap { first in
      alignments.allSatisfy { $0 == first } ? first : nil
    }
    var builder = WordBlockBuilder(cellAlignment: alignment)
    let blocks = builder.build(pieces, &losses)
    return (
      RichText.TableCell(blocks, alignment: alignment, isRowHeading: pieces.isRowHeading), builder.depth
    )
  }

  private mutating func build(_ pieces: [WordPiece], _ losses: inout LossCounter) -> [RichText.Block] {
    for index in pieces.indices {
      switch pieces[index] {
      case .paragraph(let paragraph):
        if paragraph.form.name.kind == .caption, index + 1 < pieces.count, case .table = pieces[index + 1] {
          // The caption becomes part of the next table.
          continue
        }
        if paragraph.isEmptyLine, !Self.keepsApart(index, in: pieces) {
          losses.add(.layout, "empty paragraphs")
        }
        add(paragraph, &losses)
        depth = max(depth, stack.depth)
      case .rule:
        stack.setContainers([])
        stack.append(.rule)
      case .pageBreak:
        stack.setContainers([])
        stack.append(.pageBreak)
      case .sectionEnd: break
      case .table(let table):
        var caption: [RichText.Inline] = []
        if index > 0, case .paragraph(let before) = pieces[index - 1], before.form.name.kind == .caption {
          caption = before.content
        }
        add(table, caption: caption, &losses)
      }
    }
    let blocks = stack.finish()
    losses.add(.formatting, RichText.List.outerNumberDetail, count: stack.lostNumberCount)
    losses.add(.formatting, RichText.nestingDetail, count: stack.tooDeepCount)
    return blocks
  }

  private mutating func add(_ table: WordTable, caption: [RichText.Inline], _ losses: inout LossCounter) {
    stack.setContainers(table.around)
    if stack.depth + table.depth > RichText.depthLimit {
      losses.add(.formatting, RichText.nestingDetail)
      stack.setContainers([])
    }
    if table.depth > RichText.depthLimit {
      losses.add(.tables, RichText.Table.nestingDetail)
      for cell in table.table.rows.joined() {
        for block in cell.blocks { stack.append(block) }
      }
      depth = max(depth, stack.depth + table.depth - 2)
    } else {
      depth = max(depth, stack.depth + table.depth)
      var result = table.table
      result.caption = caption
      stack.append(.table(result))
    }
  }

  /// Returns whether an empty paragraph is at the beginning or end of the text, or only separates lists,
  /// tables or similar blocks.
  private static func keepsApart(_ index: Int, in pieces: [WordPiece]) -> Bool {
    guard index > 0, index + 1 < pieces.count else { return true }
    return [pieces[index - 1], pieces[index + 1]].contains { piece in
      guard case .paragraph(let paragraph) = piece else { return true }
      let form = paragraph.form
      return form.item != nil || !form.name.containers.isEmpty || form.name.kind != .paragraph
    }
  }

  private mutating func add(_ paragraph: WordParagraph, _ losses: inout LossCounter) {
    let form = paragraph.form
    if let item = form.item {
      stack.beginItem(item, marker: item.marker, containers: form.name.containers)
      noteIndentation(form.leading)
    } else {
      stack.setContainers(containers(of: form))
    }
    let isContained = stack.depth > 0
    switch form.name.kind {
    case .code(let language):
      return stack.append(codeLine: codeLine(paragraph.content.runs, &losses), language)
    case .rule: return stack.append(.rule)
    case .term: return stack.append(term: paragraph.content)
    case .paragraph, .heading, .caption: break
    }
    var layout = form.layout
    if isContained {
      // The indentation is that of the enclosing list or quotation.
      (layout.indentation, layout.trailingIndentation, layout.firstLineIndentation) = (0, 0, 0)
    }
    if let cellAlignment, layout.alignment == cellAlignment { layout.alignment = nil }
    let content = RichText.Paragraph(paragraph.content, layout: layout)
    if case .heading(let level) = form.name.kind {
      stack.append(.heading(level: level, content))
    } else if content.content.isEmpty {
      stack.endSeries()
    } else {
      stack.append(.paragraph(content))
    }
  }

  private mutating func noteIndentation(_ leading: Int32) {
    while indentations.count > stack.depth { indentations.removeLast() }
    while indentations.count < stack.depth { indentations.append(.max) }
    if stack.depth > 0 { indentations[stack.depth - 1] = leading }
  }

  /// The maximum difference of two indentations that are treated as equal, in twentieths of a point.
  private static let nearness: Int32 = 100

  /// Returns the containers of a paragraph that does not begin an item.
  ///
  /// A paragraph that continues an item is in the innermost item with at most the same indentation.
  private func containers(of form: WordParagraph.Form) -> [ParagraphStyleName.Container] {
    let named = form.name.containers
    guard named == [.list] || named.isEmpty && form.continuesItem && form.leading > 0 else { return named }
    let open = stack.containers
    for depth in open.indices.reversed() where open[depth] == .list && depth < indentations.count {
      if indentations[depth] <= form.leading + Self.nearness { return Array(open[...depth]) }
    }
    return named
  }

  /// Returns the plain text of runs, as one or more lines of code.
  private func codeLine(_ runs: [RichText.Run], _ losses: inout LossCounter) -> String {
    var line = ""
    for run in runs {
      switch run.content {
      case .text(let text): line += text
      case .softBreak: line += " "
      case .hardBreak: line += "\n"
      case .attachment(let attachment): line += attachment.alternativeText
      case .anchor: losses.add(.links, LinkAnchors.detail)
      case .note(let blocks):
        losses.add(.formatting, "notes in code")
        line += " (\(blocks.words))"
      }
    }
    return line + "\n"
  }
}
