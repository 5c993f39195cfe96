import Conversions
import Foundation
import Testing

@testable import RichTextFormats

struct HTMLValidityTests {
  @Test(.enabled(if: HTML5Library.isThere, "python3 with html5lib is needed as a witness"))
  func writtenHTMLHasNoParseErrors() throws {
    var random = RandomRichText(seed: 11, .everything)
    let documents = (0..<100).map { _ in random.richText().writeHTML().data }
    let complaint = try HTML5Library.complaint(about: documents)
    #expect(complaint == nil, "\(complaint ?? "")")
  }
}
