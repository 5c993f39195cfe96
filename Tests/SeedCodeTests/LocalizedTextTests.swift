#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import TestSupport
  import Testing

  struct LocalizedTextTests {
    /// The translation of a text with two inserted values.
    private func translation(_ format: String) throws -> String {
      let folder = try TemporaryFolder()
      try folder.write("\"%@ of %@\" = \"\(format)\";", to: "Localizable.strings")
      let bundle = try require(Bundle(path: folder.path))
      return String(localized: "\("a") of \("b")", bundle: bundle)
    }

    @Test func aTranslationNamesThePlacesOfItsValues() throws {
      try expectEqual(translation("%2$@: %1$@"), "b: a")
      try expectEqual(translation("%@: %@"), "a: b")
      try expectEqual(translation("%2$@: %@"), "b: %@")
    }

    // The place after the largest integer trapped.
    @Test func theLargestPlaceInATranslationDoesNotTrap() throws {
      try expectEqual(translation("%9223372036854775807$@ %@ %@ %1$@"), "%9223372036854775807$@ %@ %@ a")
    }
  }
#endif
