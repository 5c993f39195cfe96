import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport;
import Testing

@testable import ConfigurationFormats

/// The parts of a TOML document.
struct TOMLReadingTests {
  @Test func theBeginningsOfADocumentAreReadOrRefused() throws {
    let text = Data(
      "[a]\nb.c = [\"é\\u00e9\", {d.e = 1, f = '''x\n'''}] # end\r\n[[g]]\nh = 2024-01-01 00:00:00.5Z\n".utf8)
    for count in 0..<text.count {
      do {
        _ = try StructuredValue.readTOML(text.prefix(count))
      } catch let error as CoderError {
        expectNotNil(error.position)
      }
    }
  }
}
