/// Recognises comma-separated and tab-separated values, by records with the same number of fields.
///
/// Sentences and source code contain commas too, so a table must have further marks: quoted fields, a column
/// of numbers, or many columns.
struct DelimitedTextProbe {
  let data: PrefixBytes

  /// The number of bytes that are examined.
  private static let limit = TextLines.examinedByteCount

  var match: SignatureMatch? {
    // The first line contains the separator, so most texts are rejected here.
    let firstLine = data.bytes.prefix(2048).prefix { $0 != UInt8(ascii: "\n") }
    for (separator, type) in [
      (UInt8(ascii: "\t"), "public.tab-separated-values-text"),
      (UInt8(ascii: ","), "public.comma-separated-values-text"),
      (UInt8(ascii: ";"), "public.comma-separated-values-text"),
    ] where firstLine.contains(separator) {
      if isTable(separator) {
        return SignatureMatch(type, .likely, "records with the same number of fields", agreedByteCount: 3)
      }
    }
    return nil
  }

  /// The form of a field.
  private struct Field {
    var isNumber = false
    var isEmpty = false
    var isQuoted = false
    var hasSpaceBefore = false
    var first: UInt8 = 0
    var last: UInt8 = 0
  }

  private func isTable(_ separator: UInt8) -> Bool {
    var offset = 0
    var width = 0
    var recordCount = 0
    var (quotedCount, spacedCount, fieldCount) = (0, 0, 0)
    /// Whether each column contains only numbers after the first record.
    var areNumbers: [Bool] = []
    var areEmpty: [Bool] = []
    let count = min(data.count, Self.limit)
    while offset < count {
      guard let fields = record(at: &offset, separator, upTo: count) else {
        // The last record may be cut off.
        if offset >= count, !(data.isWhole && count == data.count) { break }
        return false
      }
      if offset >= count, !(data.isWhole && count == data.count) { break }
      if fields.count == 1, fields[0].isEmpty {
        // A table contains no blank lines, but may end with some.
        guard data.bytes[offset..<count].allSatisfy({ $0 <= 0x20 }) else { return false }
        break
      }
      if recordCount == 0 {
        width = fields.count
        guard width >= 2 else { return false }
        areNumbers = [Bool](repeating: true, count: width)
        areEmpty = [Bool](repeating: true, count: width)
      }
      guard fields.count == width, isPlausible(fields) else { return false }
      for (column, field) in fields.enumerated() {
        if recordCount > 0, !field.isNumber { areNumbers[column] = false }
        if !field.isEmpty { areEmpty[column] = false }
        if field.isQuoted { quotedCount += 1 }
        if column > 0 {
          fieldCount += 1
          if field.hasSpaceBefore { spacedCount += 1 }
        }
      }
      recordCount += 1
    }
    guard recordCount >= 3, !areEmpty.contains(true) else { return false }
    // After a comma, a space is usual in a sentence and unusual in a table.
    let isSpaced = separator != 0x09 && spacedCount * 2 > fieldCount
    if quotedCount * 3 >= recordCount { return true }
    if areNumbers.contains(true) { return !isSpaced || recordCount >= 5 || width >= 4 }
    if isSpaced { return false }
    return separator == 0x09 ? width >= 3 || recordCount >= 6 : width >= 4 || width == 3 && recordCount >= 5
  }

  /// Returns whether a record is not a statement of a programming language.
  private func isPlausible(_ fields: [Field]) -> Bool {
    guard let first = fields.first, let last = fields.last else { return false }
    if [UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "\\")].contains(last.last) { return false }
    return !first.isEmpty && ![UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{")].contains(first.first)
  }

  /// Reads one record, and advances the offset past its line break; nil if a quotation mark is misplaced.
  private func record(at offset: inout Int, _ separator: UInt8, upTo count: Int) -> [Field]? {
    var fields: [Field] = []
    while true {
      var field = Field()
      let start = offset
      while offset < count, data[offset] == 0x20 { offset += 1 }
      field.hasSpaceBefore = offset > start
      if offset < count, data[offset] == UInt8(ascii: "\"") {
        offset += 1
        while true {
          guard offset < count else { return nil }
          if data[offset] == UInt8(ascii: "\"") {
            offset += 1
            guard offset < count, data[offset] == UInt8(ascii: "\"") else { break }
          }
          offset += 1
        }
        field.isQuoted = true
        while offset < count, data[offset] == 0x20 { offset += 1 }
        guard offset >= count || data[offset] == separator || data[offset] == 0x0A || data[offset] == 0x0D
        else {
          return nil
        }
      } else {
        let first = offset
        while offset < count, data[offset] != separator, data[offset] != 0x0A, data[offset] != 0x0D {
          offset += 1
        }
        var end = offset
        while end > first, data[end - 1] == 0x20 { end -= 1 }
        field.isEmpty = end == first
        if end > first { (field.first, field.last) = (data[first], data[end - 1]) }
        field.isNumber = isNumber(first..<end)
      }
      fields.append(field)
      guard offset < count else { return fields }
      let byte = data[offset]
      offset += 1
      if byte == separator { continue }
      if byte == 0x0D, offset < count, data[offset] == 0x0A { offset += 1 }
      return fields
    }
  }

  /// Returns whether a field is a number, a date or a time.
  private func isNumber(_ range: Range<Int>) -> Bool {
    var digitCount = 0
    for place in range {
      if data[place].isDigit {
        digitCount += 1
      } else if !Self.numberMarks.contains(data[place]) {
        return false
      }
    }
    return digitCount > 0
  }

  private static let numberMarks = Array("+-.:/%eE, $".utf8)
}
