import ByteTools
import Foundation
import SystemPackages
import Testing

@testable import TestSupport

/// Tests whose needs are missing.
///
/// Each test plays such a test itself, so that none is skipped.
struct RequirementTests {
  private static let absent = Need("absent", in: SystemPackage("Absent", [.apt: "absent1 absent-tools"])) {
    false
  }
  private static let present = Need("present") { true }
  private static let right = Need("a right", isPossible: false) { false }

  private let folder: TemporaryFolder
  private let recorder: SkipRecorder

  init() throws {
    folder = try TemporaryFolder()
    recorder = SkipRecorder(file: folder.path("skipped"))
  }

  /// The type of the error with which a trait prepares this test; nil if the test runs.
  private func end(of needs: [Need], isRequired: Bool = false) async throws -> String? {
    let test = try #require(Test.current)
    do {
      try await Requirement(needs: needs, isRequired: isRequired, recorder: recorder).prepare(for: test)
      return nil
    } catch { return "\(type(of: error))" }
  }

  @Test func aTestWhoseNeedsAreMetRuns() async throws {
    for isRequired in [false, true] {
      #expect(try await end(of: [Self.present], isRequired: isRequired) == nil)
      #expect(try await end(of: [], isRequired: isRequired) == nil)
    }
    #expect(recorder.summary == nil && !FileManager.default.fileExists(atPath: folder.path("skipped")))
  }

  @Test func aTestWithAMissingNeedIsSkippedAndRecorded() async throws {
    // The error with which Swift Testing skips a test.
    #expect(try await end(of: [Self.present, Self.absent, Self.right]) == "SkipInfo")
    let test = try #require(Test.current)
    let line = String(decoding: try folder.read("skipped"), as: UTF8.self)
    #expect(line == "\(test.id)\tabsent\ta right\n")
    #expect(line.contains("TestSupportTests.RequirementTests/aTestWithAMissingNeedIsSkippedAndRecorded()"))
    #expect(
      recorder.summary?.hasPrefix("1 test was skipped because these are missing: a right, absent") == true)
  }

  @Test func aMissingNeedThatIsRequiredIsAFailure() async throws {
    #expect(try await end(of: [Self.absent], isRequired: true) == "MissingNeeds")
    #expect(recorder.summary == nil)
    let text = "\(MissingNeeds(needs: [Self.absent]))"
    #expect(text.contains("are missing: absent (install") && text.contains("absent1"))
  }

  @Test func aRightThatTheUserCannotHaveIsNeverAFailure() async throws {
    #expect(try await end(of: [Self.right], isRequired: true) == "SkipInfo")
    #expect(recorder.summary == "1 test was skipped because these are missing: a right")
  }

  @Test func theLineNamesEachPackageOnceAndCountsTheTests() {
    var tests = SkippedTests()
    #expect(tests.summary(on: SystemDistribution(name: "debian", version: "12")) == nil)
    tests.add("one", missing: [.libpng, Self.absent])
    tests.add("two", missing: [.libpng])
    tests.add("three", missing: [Self.right, .program("man")])
    let names = "3 tests were skipped because these are missing: a right, absent, libpng, man"
    #expect(
      tests.summary(on: SystemDistribution(name: "debian", version: "12"))
        == "\(names); “apt install absent-tools absent1 libpng16-16 man-db” enables 2")
    #expect(
      tests.summary(on: SystemDistribution(name: "debian", version: "13"))
        == "\(names); “apt install absent-tools absent1 libpng16-16t64 man-db” enables 2")
    #expect(tests.summary(on: SystemDistribution(name: "arch")) == "\(names); “pacman -S libpng” enables 1")
    #expect(tests.summary(on: nil) == names)
  }

  @Test func aPrerequisiteIsReportedInPlaceOfTheNeed() async {
    let need = Need("beyond", after: [Self.present, Self.absent]) {
      Issue.record("checked without its prerequisites")
      return true
    }
    #expect(await need.missing().map(\.name) == ["absent"])
    #expect(await Need.missing(of: [need, Self.absent, Self.right]).map(\.name) == ["absent", "a right"])
  }

  @Test func aNeedIsCheckedOnce() async {
    let count = Locked(0)
    let need = Need("counted") {
      count.withLock { $0 += 1 }
      return false
    }
    async let first = need.missing()
    async let second = need.missing()
    #expect(await [first, second].map(\.count) == [1, 1])
    #expect(count.withLock { $0 } == 1)
  }

  @Test func aProgramIsFoundInTheSearchPathOfTheTests() async throws {
    #expect(InstalledProgram("sh")?.path.hasSuffix("/sh") == true)
    #expect(InstalledProgram("no-such-program") == nil)
    #expect(await Need.program("sh").missing().isEmpty)
    #expect(await Need.program("no-such-program").missing().map(\.name) == ["no-such-program"])
    #expect(await Need.python("sys", in: "python3").missing().isEmpty)
  }
}
