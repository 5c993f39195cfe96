import FileSystem
import TestSupport
import Testing

@testable import ProviderBundles

@Suite struct ManifestTimeTests {
  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
    (1_773_079_445, 250_000_000, "2026-03-09T18:04:05.25Z"),
    (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
    (253_402_300_799, 0, "9999-12-31T23:59:59Z"), (-2_203_891_200, 1, "1900-03-01T00:00:00.000000001Z"),
  ])
  func timesAreWrittenInUTC(seconds: Int64, nanoseconds: Int32, text: String) {
    let time = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    #expect(ManifestTime.text(time) == text)
    #expect(ManifestTime.time(text) == time)
  }

  @Test func everyTimeOfFourDigitYearsComesBack() {
    let seed = SeededGenerator.freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let time = FileTime(
        seconds: Int64.random(in: -62_135_596_800...253_402_300_799, using: &random),
        nanoseconds: Int32.random(in: 0...999_999_999, using: &random))
      #expect(ManifestTime.time(ManifestTime.text(time)) == time, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "", "Z", "2026-03-09", "2026-03-09T18:04:05", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-03-09T24:00:00Z", "2026-03-09 18:04:05Z", "2026-03-09T18:04:05.Z",
    "2026-03-09T18:04:05.1234567890Z",
    "2026-03-09T18:04:05+01:00", "+026-03-09T18:04:05Z", "２０２６-03-09T18:04:05Z",
  ])
  func anythingElseIsNoTime(text: String) {
    #expect(ManifestTime.time(text) == nil)
  }
}
