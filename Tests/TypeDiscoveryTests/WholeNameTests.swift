import TestSupport;
import Testing
import UniformTypes

@testable import TypeDiscovery

/// Names that must not match as whole names.
///
/// The names that match are in `fixtures/types/names`.
@Suite struct WholeNameTests {
  private let detector = TypeDetector(registry: .standard)

  @Test(arguments: [
    ("dockerfile.png", "io.proffer.dockerfile"), ("Makefile.txt", "public.make-source"),
    ("gemfile", "public.ruby-script"),
  ])
  func otherNamesAreNotWholeNames(_ name: String, _ type: String) {
    expectNotEqual(detector.type(name: name, Array("words\n".utf8)).identifier, type)
  }

  @Test(arguments: [
    ("tsconfig.json", "{} // a\n"), ("tsconfig.json", "{}"), (".babelrc", "{}"), ("a.jsonc", "/* a */ {}"),
  ])
  func namesOfConfigurationsAreJSONWithComments(_ name: String, _ text: String) {
    expectEqual(detector.type(name: name, Array(text.utf8)).identifier, "io.proffer.json-with-comments")
  }

  @Test func bytesThatCannotBeTextDecideAgainstTheName() {
    let detection = detector.detection(name: ".env", Beginning.png)
    #expect(detection.type == .png && detection.isContradicted)
  }
}
