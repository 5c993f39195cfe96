import ImageCoders
import ProfferConversions
import TestSupport;
import Testing

@Suite struct ImageLimitTests {
  @Test(arguments: [(0, 1), (1, 0), (60_000, 60_000), (Int.max, 2), (1 << 29, 1)])
  func anImageBeyondTheLimitsIsRefused(width: Int, height: Int) {
    let error = expectThrows(CoderError.self) {
      try ImageLimits().check(width: width, height: height, channels: .rgba, depth: .eight)
    }
    expectEqual(error?.code, width == 0 || height == 0 ? .damagedImage : .imageTooLarge)
  }
}
