import Foundation

/// The number of repetitions of tests with random values, times or places.
///
/// A failure prints the seed of the random values (`SeededGenerator.testSeed()`). `PROFFER_TEST_LONG` selects
/// the long form of all tests, which takes two to three times as long.
package enum Repetitions {
  /// Whether the long form is selected.
  package static let areLong = ProcessInfo.processInfo.environment["PROFFER_TEST_LONG"] != nil

  /// The number of repetitions: small, except in the long form.
  ///
  /// - Parameter variable: the name of an environment variable that overrides the number.
  package static func count(_ few: Int, long many: Int, setBy variable: String? = nil) -> Int {
    if let variable, let number = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) {
      return number
    }
    return areLong ? many : few
  }

  /// A few randomly chosen elements of a collection in their original order; all elements in the long form.
  package static func some<Elements: Collection>(
    _ few: Int, of all: Elements, using generator: inout SeededGenerator
  ) -> [Elements.Element] {
    guard !areLong, few < all.count else { return Array(all) }
    return (0..<all.count).shuffled(using: &generator).prefix(few).sorted().map { place in
      all[all.index(all.startIndex, offsetBy: place)]
    }
  }
}
