import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import Testing

/// Invalid texts are refused with the position of the mistake.
@Suite struct YAMLRefusalTests {
  @Test func aPrefixOfATextIsReadOrRefused() throws {
    let text = """
      %TAG !e! tag:example.com,2000:
      --- # comment
      a: &x {b: [1, "two\\n", 'three'], ? c : d}
      "key": !e!t |2-
         literal
      ? - *x
        - >+
         folded

      : last
      ...
      """
    for count in 0...text.utf8.count {
      let prefix = Data(text.utf8.prefix(count))
      expectCoderErrorOrValue { try StructuredValue.readYAML(prefix).value.writeJSON() }
      for byte in [UInt8(0x20), 0x0A, 0x3A, 0x22, 0x80] {
        expectCoderErrorOrValue { try StructuredValue.readYAML(prefix + [byte]) }
      }
    }
  }
}
