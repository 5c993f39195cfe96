import TestSupport
import Testing

@testable import TransferWindows

@Suite struct WindowThemeTests {
  @Test(arguments: [false, true]) func everyTextHasAContrastOfAtLeastFourAndAHalf(isDark: Bool) {
    for pair in WindowTheme(.init(isDark: isDark)).textPairs {
      expectAtLeast(pair.text.contrast(to: pair.ground), 4.5, "\(pair)")
    }
  }

  @Test(arguments: [false, true]) func textIsLegibleWithEveryAccentColor(isDark: Bool) {
    let seed = SeededGenerator.testSeed(for: "\(isDark)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let accent = WindowColor(UInt32.random(in: 0...0xFFFFFF, using: &random))
      for pair in WindowTheme(.init(isDark: isDark, accent: accent)).textPairs {
        expectAtLeast(pair.text.contrast(to: pair.ground), 4.5, "seed \(seed), accent \(accent), \(pair)")
      }
    }
  }

  @Test func theContrastOfBlackAndWhiteIsTwentyOne() {
    expectLess(abs(WindowColor.black.contrast(to: .white) - 21), 0.001)
    expectEqual(WindowColor.white.contrast(to: .white), 1)
  }
}
