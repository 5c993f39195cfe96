import ByteTools
import TestSupport;
import Testing

/// Byte counts formatted for people.
@Suite struct ByteCountTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (1_049, "1.0 kB"),
    (1_050, "1.1 kB"),
    (99_949, "99.9 kB"), (99_950, "100 kB"), (999_449, "999 kB"), (999_500, "1.0 MB"),
    (UInt64.max - 50, "18 EB"), (.max - 49, "18 EB"), (.max, "18 EB"),
  ])
  func aNumberHasThreeDigitsAndAUnit(count: UInt64, text: String) {
    expectEqual(ByteCount(count).text, text)
  }
}
