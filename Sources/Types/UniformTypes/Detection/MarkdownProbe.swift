/// Recognises Markdown by several kinds of its marks.
///
/// Each mark also occurs in other texts: a number sign begins a comment, and a star begins an item of any
/// list. A text is Markdown if it has marks of different kinds and no marks of a similar language.
struct MarkdownProbe {
  let lines: TextLines

  var match: SignatureMatch? {
    var marks = Marks()
    return marks.read(lines.lines)
      ? SignatureMatch(
        "net.daringfireball.markdown", .likely, "headings, links and blocks of Markdown", agreedByteCount: 5)
      : nil
  }

  /// The marks of a text.
  private struct Marks {
    private var headingCount = 0
    private var headingLevels: Set<Int> = []
    private var underlinedCount = 0
    private var linkCount = 0
    private var fenceCount = 0
    private var tableCount = 0
    private var listCount = 0
    private var emphasisCount = 0
    private var codeCount = 0
    /// The lines that another language would contain.
    private var foreignCount = 0
    private var writtenCount = 0
    /// The lines that begin with a number sign and are not headings.
    private var commentCount = 0
    /// The lines that begin with two hyphens or semicolons, as the comments of some languages do.
    private var prefixedCount = 0

    /// Returns whether the lines are Markdown.
    mutating func read(_ lines: [TextLine]) -> Bool {
      /// The number of marks that opened the current block of code.
      var fence: Int?
      var start = 0
      if areFields(lines.prefix(3)) { return false }
      if lines[0].has("---"), lines[0].count == 3 {
        // Metadata in YAML may precede the document.
        guard
          let end = lines.indices.dropFirst().first(where: { lines[$0].has("---") && lines[$0].count == 3 })
        else { return false }
        start = end + 1
      } else {
        start = endOfTitleBlock(lines)
      }
      for index in start..<lines.count {
        let line = lines[index]
        if line.isBlank { continue }
        let mark = line.first
        if mark == UInt8(ascii: "`") {
          let count = line.bytes.prefix { $0 == mark }.count
          if let open = fence {
            if count >= open, count == line.count {
              fence = nil
              fenceCount += 1
            }
            continue
          }
          if count >= 3, !line.bytes.dropFirst(count).contains(mark) {
            fence = count
            continue
          }
        }
        if fence != nil { continue }
        // Indented lines are code or continue an item.
        if line.indent >= 4 { continue }
        writtenCount += 1
        guard !isForeign(line) else { return false }
        if line.has("--") || line.has(";;") { prefixedCount += 1 }
        readBlock(
          line, before: index + 1 < lines.count ? lines[index + 1] : nil,
          after: index > 0 ? lines[index - 1] : nil)
        readSpans(line)
        if foreignCount > 2 + writtenCount / 20 { return false }
      }
      return isMarkdown
    }

    /// Returns the number of lines in a title block of Pandoc; 0 if there is none.
    ///
    /// The lines with the title, the authors and the date each begin with a percent sign, and a blank line
    /// follows. In other languages, a percent sign begins a comment.
    private func endOfTitleBlock(_ lines: [TextLine]) -> Int {
      let count = lines.prefix(3).prefix { $0.has("%") }.count
      return count < lines.count && lines[count].isBlank ? count : 0
    }

    /// Returns whether three lines are header fields of a message or of a package.
    private func areFields(_ lines: ArraySlice<TextLine>) -> Bool {
      lines.count == 3
        && lines.allSatisfy { line in
          var end = 0
          while line[end].isWordByte || line[end] == UInt8(ascii: "-") { end += 1 }
          return end > 0 && line.has(": ", at: end)
        }
    }

    private var isMarkdown: Bool {
      let hasHeadings = headingCount + underlinedCount > 0
      // Comments of a script look like headings, but several of them follow each other.
      guard commentCount <= headingCount / 2, prefixedCount * 2 < writtenCount,
        foreignCount <= writtenCount / 20 + 1
      else { return false }
      let strongKinds = [linkCount > 0, fenceCount > 0, tableCount > 0].count { $0 }
      let weakKinds = [listCount > 1, emphasisCount > 0, codeCount > 0].count { $0 }
      if strongKinds >= 2 { return hasHeadings || weakKinds >= 1 }
      if strongKinds == 1 {
        let hasFurtherMark = hasHeadings && (fenceCount > 0 || weakKinds > 0)
        return headingCount > 0 || hasFurtherMark || weakKinds >= 2 || linkCount >= 3
      }
      return headingCount >= 2 && headingLevels.count >= 2 && weakKinds >= 1
    }

    /// Returns whether a line belongs to a similar language: reStructuredText, AsciiDoc, a wiki or a script.
    private func isForeign(_ line: TextLine) -> Bool {
      switch line.first {
      case UInt8(ascii: "."):
        return line.has(".. ")
          && (line.ends("::") || line.has(".. _") || line.holds(":: ") || line.has(".. |"))
          || line.has(".TH ") || line.has(".SH")
      case UInt8(ascii: ":"): return line.has(":toc:") || line.has(":author:") || line.has(":doctype:")
      case UInt8(ascii: "="):
        return line.count > 2 && (line.has("= ") || line.has("== ") || line.has("=== "))
          || line.has("=head") || line.has("=pod") || line.has("=over")
      case UInt8(ascii: "["): return line.has("[source") || line.has("[[")
      case UInt8(ascii: "#"):
        return line.has("#include") || line.has("#define") || line.has("#+") || line.has("#!")
          || line.has("#if ")
      case UInt8(ascii: "%"): return true
      case UInt8(ascii: "\""), UInt8(ascii: "'"): return line.has("\"\"\"") || line.has("'''")
      case UInt8(ascii: "\\"):
        return line.has("\\begin") || line.has("\\documentclass") || line.has("\\section")
      case UInt8(ascii: "<"):
        return line.has("<?") || line.has("<html") || line.has("<body") || line.has("<HTML")
      case UInt8(ascii: "/"): return line.has("//") || line.has("/*")
      default: return false
      }
    }

    private mutating func readBlock(_ line: TextLine, before next: TextLine?, after previous: TextLine?) {
      let isAfterBlank = previous?.isBlank ?? true
      let mark = line.first
      switch mark {
      case UInt8(ascii: "#"):
        let level = line.bytes.prefix { $0 == UInt8(ascii: "#") }.count
        let isHeading = level <= 6 && line[level] == 0x20 && line.count > level + 1
        if isHeading, isAfterBlank || previous?.first != UInt8(ascii: "#"),
          next?.first != UInt8(ascii: "#") || next?.isBlank == true
        {
          headingCount += 1
          headingLevels.insert(level)
        } else {
          commentCount += 1
        }
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        if line[1] == 0x20, line.count > 2 { listCount += 1 }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if line[1] == UInt8(ascii: "."), line[2] == 0x20 { listCount += 1 }
      case UInt8(ascii: "|"):
        if previous?.first == mark, line.holds("---"), isRuleOfTable(line) { tableCount += 1 }
      default:
        if line.first.isLetter, isAfterBlank, let next,
          next.isOnly("=", atLeast: 3) || next.isOnly("-", atLeast: 3)
        {
          underlinedCount += 1
        }
        // Statements of a program end in these characters; the words are those of several languages.
        if [UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}")].contains(line.last)
          || line.has("end") && line.count == 3
          || line.has("def ") && line.last == UInt8(ascii: ":")
        {
          foreignCount += 1
        }
      }
    }

    /// Returns whether a line separates the heading of a table from its rows: two or more cells of hyphens.
    private func isRuleOfTable(_ line: TextLine) -> Bool {
      let cells = line.bytes.split(separator: UInt8(ascii: "|"))
      return cells.count >= 2
        && cells.allSatisfy { cell in
          cell.allSatisfy { "-: ".utf8.contains($0) } && cell.split(separator: 0x20).count == 1
        }
    }

    /// Counts links, code and emphasis inside a line.
    private mutating func readSpans(_ line: TextLine) {
      let bytes = line.bytes
      var offset = 0
      while offset + 1 < bytes.count {
        switch bytes[offset] {
        case UInt8(ascii: "]"):
          if bytes[offset + 1] == UInt8(ascii: "("), isTarget(line, from: offset + 2) { linkCount += 1 }
        case UInt8(ascii: "*"):
          if bytes[offset + 1] == UInt8(ascii: "*"), line[offset + 2].isLetter { emphasisCount += 1 }
        case UInt8(ascii: "`"):
          let isSingle = bytes[offset + 1] != UInt8(ascii: "`") && bytes[offset + 1] != 0x20
          guard isSingle, let end = line.bytes[(offset + 1)...].firstIndex(of: UInt8(ascii: "`")) else {
            // Two marks are literal text of reStructuredText.
            if bytes[offset + 1] == UInt8(ascii: "`") { offset += 1 }
            break
          }
          codeCount += 1
          offset = end
        default: break
        }
        offset += 1
      }
    }

    /// Returns whether the text at an offset is the target of a link.
    private func isTarget(_ line: TextLine, from offset: Int) -> Bool {
      let start = min(offset, line.count)
      // The limit prevents searching a line with many brackets to its end for each bracket.
      guard let end = line.bytes[start..<min(start + 1024, line.count)].firstIndex(of: UInt8(ascii: ")")),
        end > offset
      else { return false }
      let target = line.bytes[offset..<end]
      if line.has("http", at: offset) || line.has("mailto:", at: offset) { return true }
      // The target is a path or a fragment: a call such as `a[i](x, y)` has other characters.
      return target.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "#") }
        && target.allSatisfy { $0.isWordByte || "/.#-_%~?=&+:".utf8.contains($0) || $0 >= 0x80 }
    }
  }
}
