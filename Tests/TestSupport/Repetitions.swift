import Foundation

/// How often a test repeats what it does with random values, at random moments or at random places.
///
/// Each run takes others, and prints the seed that they are made from. `PROFFER_TEST_LONG` asks for the long form of all
/// tests, which takes some five times as long.
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
}
