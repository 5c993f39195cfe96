/// Recognises texts that consist of records: SubRip subtitles and differences of files.
struct RecordProbe {
  let lines: TextLines

  var match: SignatureMatch? { subtitles ?? differences }

  // MARK: Subtitles

  /// SubRip subtitles: a number, and a line with two times.
  private var subtitles: SignatureMatch? {
    guard lines.lines.count >= 2, (1...6).contains(lines.lines[0].count),
      lines.lines[0].bytes.allSatisfy(\.isDigit), let index = lines.firstWritten(from: 1)
    else { return nil }
    let times = lines.lines[index]
    guard let next = endOfTime(times, from: 0), times.has(" --> ", at: next),
      endOfTime(times, from: next + 5) != nil
    else { return nil }
    return SignatureMatch(
      "io.proffer.subrip", .likely, "numbered subtitle with its times", agreedByteCount: 8)
  }

  /// Returns the end of a time such as `00:00:01,500`; nil if there is none.
  private func endOfTime(_ line: TextLine, from start: Int) -> Int? {
    var offset = start
    for (digits, separator) in Self.partsOfTime {
      let first = offset
      while line[offset].isDigit { offset += 1 }
      guard digits.contains(offset - first) else { return nil }
      guard separator != 0 else { return offset }
      guard line[offset] == separator else { return nil }
      offset += 1
    }
    return offset
  }

  /// The numbers of digits in the parts of a time, and the character after each part.
  private static let partsOfTime: [(digits: ClosedRange<Int>, separator: UInt8)] = [
    (1...3, UInt8(ascii: ":")), (2...2, UInt8(ascii: ":")), (2...2, UInt8(ascii: ",")), (1...3, 0),
  ]

  // MARK: Differences

  /// Differences of files in the unified, context or normal form.
  ///
  /// A description may precede the first difference. The first difference must have as many lines as its
  /// heading states.
  private var differences: SignatureMatch? {
    let all = lines.lines
    var index = 0
    while index < min(all.count, 256) {
      let line = all[index]
      if line.indent == 0 || index == 0 {
        if line.has("```") || line.has("~~~") { return nil }
        let isDifference =
          line.has("--- ") && index + 2 < all.count && all[index + 1].has("+++ ")
          && isUnified(from: index + 2)
          && (index < 2 || areDifferences(from: index))
          || line.has("*** ") && index + 3 < all.count && all[index + 1].has("--- ")
            && all[index + 2].has("***************") && all[index + 3].has("*** ")
          || index == 0 && isNormal
        if isDifference {
          return SignatureMatch("public.patch-file", .likely, "a diff of files", agreedByteCount: 7)
        }
      }
      index += 1
    }
    return nil
  }

  /// Returns whether nearly all lines from an index on are lines of differences.
  ///
  /// A manual may show a difference as an example, and then continue with sentences.
  private func areDifferences(from index: Int) -> Bool {
    let others = lines.lines[index...].count { line in
      guard line.indent == 0, line.first.isLetter else { return false }
      return !Self.wordsOfDifferences.contains { line.has($0) }
    }
    return others <= 2
  }

  /// The words at the beginning of lines between differences.
  private static let wordsOfDifferences: [StaticString] = [
    "diff ", "index ", "Index: ", "new file", "deleted", "old mode", "new mode", "similarity", "rename",
    "copy",
    "Binary", "Only in", "GIT binary",
  ]

  /// Returns whether a line begins a part in the unified form that has as many lines as the heading states.
  private func isUnified(from index: Int) -> Bool {
    let heading = lines.lines[index]
    guard heading.has("@@ -") else { return false }
    var offset = 4
    guard var old = count(in: heading, at: &offset), heading.has(" +", at: offset) else { return false }
    offset += 2
    guard var new = count(in: heading, at: &offset), heading.has(" @@", at: offset) else { return false }
    for line in lines.lines[(index + 1)...] {
      if old <= 0 && new <= 0 { return true }
      // White space at the beginning of a line is not part of its bytes.
      if line.indent > 0 || line.isBlank {
        old -= 1
        new -= 1
      } else if line.first == UInt8(ascii: "-") {
        old -= 1
      } else if line.first == UInt8(ascii: "+") {
        new -= 1
      } else if line.first != UInt8(ascii: "\\") {
        return false
      }
    }
    return old <= 0 && new <= 0 || !lines.isWhole
  }

  /// Returns the number of lines in a range such as `12,7` or `12`, and advances the offset past the range.
  private func count(in line: TextLine, at offset: inout Int) -> Int? {
    guard let first = number(in: line, at: &offset) else { return nil }
    guard line[offset] == UInt8(ascii: ",") else { return first >= 0 ? 1 : nil }
    offset += 1
    return number(in: line, at: &offset)
  }

  private func number(in line: TextLine, at offset: inout Int) -> Int? {
    let start = offset
    var number = 0
    while line[offset].isDigit, offset - start < 9 {
      number = number * 10 + Int(line[offset] - UInt8(ascii: "0"))
      offset += 1
    }
    return offset > start ? number : nil
  }

  /// Whether the text is in the normal form: a command such as `3,5c3`, and lines after `<` and `>`.
  private var isNormal: Bool {
    var offset = 0
    let command = lines.lines[0]
    guard lines.lines.count >= 2, count(in: command, at: &offset) != nil,
      [UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "d")].contains(command[offset])
    else { return false }
    let isAddition = command[offset] == UInt8(ascii: "a")
    offset += 1
    guard count(in: command, at: &offset) != nil, offset == command.count else { return false }
    let next = lines.lines[1]
    return next.first == UInt8(ascii: isAddition ? ">" : "<") && (next.count == 1 || next[1] == 0x20)
  }
}
