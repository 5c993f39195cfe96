import ByteTools
import TestSupport;
import Testing

/// The width of texts in columns of a terminal.
@Suite struct ColumnWidthTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("naïve", 5), ("nai\u{308}ve", 5), ("日本語", 6), ("ﾊﾝｶｸ", 4), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("中a国", 5), ("🙂", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇨🇭", 2), ("❤️", 2),
    ("❤", 1), ("1️⃣", 2), ("क्षि", 3), ("ا\u{64E}ب", 2), ("می\u{200C}خواهم", 7), ("☕", 2), ("→ …", 3),
  ])
  func aCharacterHasItsColumns(text: String, width: Int) {
    expectEqual(text.columnWidth, width, "\(text)")
  }

  @Test func aTextIsAsWideAsItsCharacters() {
    let parts = ["a", "日", "e\u{301}", "👩‍🚀", "🇨🇭", " "]
    for first in parts {
      for second in parts {
        expectEqual((first + second).columnWidth, first.columnWidth + second.columnWidth, "\(first + second)")
      }
    }
  }
}
