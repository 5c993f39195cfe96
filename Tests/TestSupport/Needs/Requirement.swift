import Foundation
import SystemPackages
package import Testing

/// The needs of a test, or of each test of a suite.
///
/// A test is skipped if a need is missing, and the reason names the need. With `PROFFER_TEST_REQUIRE_ALL=1` the test
/// fails instead, unless no run by this user can meet the need.
package struct Requirement: TestTrait, SuiteTrait {
  let needs: [Need]
  /// Whether a missing need is a failure.
  var isRequired = ProcessInfo.processInfo.environment["PROFFER_TEST_REQUIRE_ALL"] == "1"
  var recorder = SkipRecorder.shared

  package var isRecursive: Bool { true }

  package func prepare(for test: Test) async throws {
    // Each test of a suite has the trait as well.
    guard !test.isSuite else { return }
    let missing = await Need.missing(of: needs)
    guard !missing.isEmpty else { return }
    if isRequired, missing.allSatisfy(\.isPossible) { throw MissingNeeds(needs: missing) }
    try recorder.add("\(test.id)", missing: missing)
    // A test can be skipped only by a trait of Swift Testing.
    let skip: ConditionTrait = .disabled("needs \(missing.map(\.name).joined(separator: ", "))")
    try await skip.prepare(for: test)
  }
}

extension Trait where Self == Requirement {
  /// Skips the test on a machine that lacks one of the needs, as in `.requires(.libpng, .program("man"))`.
  package static func requires(_ needs: Need...) -> Requirement { Requirement(needs: needs) }
}

/// The error of a test whose needs are missing and may not be missing.
struct MissingNeeds: Error, CustomStringConvertible {
  let needs: [Need]

  var description: String {
    let names = needs.map { need in need.package.map { "\(need.name) (\($0.instruction()))" } ?? need.name }
    return "PROFFER_TEST_REQUIRE_ALL is set, and these are missing: \(names.joined(separator: ", "))"
  }
}
