import OfficeFormats
import TestSupport;
import Testing

@Suite
struct OfficeLimitTests {
  @Test
  func standardLimitsAdmitOrdinaryDocuments() {
    let limits = OfficeLimits.standard
    expectEqual(
      limits, OfficeLimits(expandedByteCount: 268_435_456, entryCount: 10_000, styleCount: 4096, depth: 250)
    )
  }
}
