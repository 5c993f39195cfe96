import OfficeFormats
import Testing

@Suite
struct OfficeLimitTests {
  @Test
  func standardLimitsAdmitOrdinaryDocuments() {
    let limits = OfficeLimits.standard
    #expect(
      limits == OfficeLimits(expandedByteCount: 268_435_456, entryCount: 10_000, styleCount: 4096, depth: 250)
    )
  }
}
