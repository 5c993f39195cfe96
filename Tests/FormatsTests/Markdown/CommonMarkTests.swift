import Foundation
import TestSupport;
import Testing

@testable import RichTextFormats

/// The examples of the CommonMark specification.
struct CommonMarkTests {
  private struct Example: Decodable {
    let example: Int
    let section: String
    let markdown: String
    let html: String
  }

  /// Examples that contain HTML tags, although they are not in the chapters on raw HTML.
  ///
  /// The specification passes these tags through; we read them as HTML, and keep their meaning.
  private static let rawHTML: Set<Int> = [21, 31, 201, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643]

  @Test func theSpecificationsExamplesReadAsTheirHTML() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("commonmark-0.31.2.json")
    let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: file))
    var passCount = 0
    for example in examples {
      let text = RichText(markdown: example.markdown, dialect: .commonMark).withEscapedAddresses
      let expected = ExpectedHTML.text(example.html)
      let agrees = expected.map { $0.withEscapedAddresses == text } ?? false
      if agrees { passCount += 1 }
      expectNotEqual(
        agrees, Self.rawHTML.contains(example.example),
        """
        example \(example.example), \(example.section)
        \(example.markdown.debugDescription)
        expected \(expected?.debugDescription ?? example.html)
        is       \(text.debugDescription)
        """)
    }
    expectEqual(examples.count, 588)
    expectAtLeast(Double(passCount), 0.97 * Double(examples.count), "\(passCount) of \(examples.count)")
  }
}
