import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// Aliases, merges, and the limits on what they repeat.
@Suite struct YAMLExpansionTests {
  /// Levels, each with nine aliases to the level before: nine levels expand to 9⁹ values.
  private static func bomb(levels: Int) -> String {
    "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
      + (1..<levels).map { level in
        "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
      }.joined()
  }

  @Test(.timeLimit(.minutes(10))) func aBombOfAliasesIsRefusedInLinearTime() throws {
    let error = refusal(Self.bomb(levels: 9))
    expectEqual(error?.code, .tooLarge)
    expectEqual(error?.reason, "the aliases expand the value to more than 10 times the size of the text")
    let growth = ProcessorTime.growth(to: 72, of: Self.bomb) { _ = refusal($0) }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func theLimitsOfExpansionAreArguments() throws {
    let long =
      "a: &a \(String(repeating: "x", count: 500))\nb: [\(Array(repeating: "*a", count: 100).joined(separator: ","))]\n"
    expectNil(refusal(long))
    expectEqual(
      refusal(long, YAMLOptions(expansion: YAMLExpansionLimits(unlimitedByteCount: 1000)))?.code, .tooLarge)
    expectNil(
      refusal(long, YAMLOptions(expansion: YAMLExpansionLimits(ratio: 80, unlimitedByteCount: 1000))))
  }

  @Test func aliasesCountTowardTheDepth() {
    // Each value contains the one before, so that the depth grows with the number of lines.
    let text = "- &a0 []\n" + (1..<600).map { "- &a\($0) [*a\($0 - 1)]\n" }.joined()
    expectEqual(refusal(text)?.code, .tooDeep)
  }

  @Test(arguments: ["[", "{a: ", "- ", "[a, {b: ", "a:\n"])
  func deepNestingIsRefused(unit: String) {
    var text = String(repeating: unit, count: 20_000)
    if unit == "a:\n" { text = (0..<600).map { String(repeating: " ", count: $0) + unit }.joined() }
    expectEqual(refusal(text)?.code, .tooDeep)
  }
}
