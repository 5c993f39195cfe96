import Foundation

/// How often a test repeats what it does with random values, at random moments or at random places.
///
/// A failure prints the seed that they are made from (`SeededGenerator.testSeed()`). `PROFFER_TEST_LONG` asks for the long form
/// of all tests, which takes two to three times as long.
package enum Repetitions {
  /// Whether the long form is asked for.
  package static let areLong = ProcessInfo.processInfo.environment["PROFFER_TEST_LONG"] != nil

  /// The number of repetitions: few unless the long form is asked for.
  ///
  /// - Parameter variable: the name of an environment variable that sets the number.
  package static func count(_ few: Int, long many: Int, setBy variable: String? = nil) -> Int {
    if let variable, let number = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) {
      return number
    }
    return areLong ? many : few
  }

  /// Some elements of a collection that are chosen at random, in their order; all in the long form.
  package static func some<Elements: Collection>(
    _ few: Int, of all: Elements, using generator: inout SeededGenerator
  ) -> [Elements.Element] {
    guard !areLong, few < all.count else { return Array(all) }
    return (0..<all.count).shuffled(using: &generator).prefix(few).sorted().map { place in
      all[all.index(all.startIndex, offsetBy: place)]
    }
  }
}
