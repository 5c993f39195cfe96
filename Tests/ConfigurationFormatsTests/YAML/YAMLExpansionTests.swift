import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// Aliases, merges, and the limits on what they repeat.
@Suite struct YAMLExpansionTests {
  @Test(arguments: [
    ("a: &x {b: [1]}\nc: *x\n", #"{"a":{"b":[1]},"c":{"b":[1]}}"#),
    ("a: &x 12\nb: [*x, *x]\n", #"{"a":12,"b":[12,12]}"#),
    ("a: &x 1\nb: &x 2\nc: *x\n", #"{"a":1,"b":2,"c":2}"#),
    ("&k a: 1\n*k : 2\nc: *k\n", #"{"a":1,"a":2,"c":"a"}"#),
    ("&r [&r a, *r]\n", #"["a","a"]"#), ("a: &e\nb: *e\n", #"{"a":null,"b":null}"#),
    ("a: &x\n  b: 1\nc: *x\n", #"{"a":{"b":1},"c":{"b":1}}"#),
  ])
  func aliasesRepeatTheValue(text: String, expected: String) throws { #expect(try json(text) == expected) }

  @Test(arguments: [
    ("a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\n  r: 4\n", #"{"a":{"p":1,"q":2},"b":{"p":1,"q":3,"r":4}}"#),
    ("b: {q: 3, <<: {p: 1, q: 2}}\n", #"{"b":{"q":3,"p":1}}"#),
    (
      "- &x {p: 1}\n- &y {p: 2, q: 3}\n- {<<: [*x, *y], r: 4}\n",
      #"[{"p":1},{"p":2,"q":3},{"p":1,"q":3,"r":4}]"#
    ),
    ("\"<<\": {a: 1}\n", #"{"<<":{"a":1}}"#),
  ])
  func mergesAddMembersThatTheMappingLacks(text: String, expected: String) throws {
    let reading = try StructuredValue.readYAML(Data(text.utf8))
    #expect(String(decoding: try reading.value.writeJSON().data, as: UTF8.self) == expected)
    #expect(
      reading.warnings
        == (text.contains("\"<<") ? [] : ["1 merge (<<) is replaced by copies of the merged members"]))
  }

  @Test func mergesOfOtherValuesAreRefused() {
    for text in ["<<: 1\n", "<<: [1]\n", "a: &x [[]]\nb: {<<: *x}\n"] {
      #expect(refusal(text)?.code == .invalidMerge, "\(text)")
    }
  }

  @Test func aValueInsideItselfIsRefused() {
    for text in ["&a [*a]\n", "&a {b: [*a]}\n", "a: &x\n  b: *x\n"] {
      #expect(refusal(text)?.code == .cycle, "\(text)")
    }
  }

  /// Levels, each with nine aliases to the level before: nine levels expand to 9⁹ values.
  private static func bomb(levels: Int) -> String {
    "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
      + (1..<levels).map { level in
        "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
      }.joined()
  }

  @Test(.timeLimit(.minutes(10))) func aBombOfAliasesIsRefusedInLinearTime() throws {
    let error = refusal(Self.bomb(levels: 9))
    #expect(error?.code == .tooLarge)
    #expect(error?.reason == "the aliases expand the value to more than 10 times the size of the text")
    let growth = ProcessorTime.growth(to: 72, of: Self.bomb) { _ = refusal($0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test func theLimitsOfExpansionAreArguments() throws {
    let text = "a: &a [1, 2, 3]\nb: [*a, *a, *a]\n"
    var limits = YAMLExpansionLimits(nodeCount: 12, ratio: 10)
    #expect(refusal(text, YAMLOptions(expansion: limits)) == nil)
    limits.nodeCount = 11
    let error = refusal(text, YAMLOptions(expansion: limits))
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "line 2, column 13: the aliases repeat more than 11 values")
    let long =
      "a: &a \(String(repeating: "x", count: 500))\nb: [\(Array(repeating: "*a", count: 100).joined(separator: ","))]\n"
    #expect(refusal(long) == nil)
    #expect(
      refusal(long, YAMLOptions(expansion: YAMLExpansionLimits(unlimitedByteCount: 1000)))?.code == .tooLarge)
    #expect(
      refusal(long, YAMLOptions(expansion: YAMLExpansionLimits(ratio: 80, unlimitedByteCount: 1000))) == nil)
  }

  @Test func aliasesCountTowardTheDepth() {
    // Each value contains the one before, so that the depth grows with the number of lines.
    let text = "- &a0 []\n" + (1..<600).map { "- &a\($0) [*a\($0 - 1)]\n" }.joined()
    #expect(refusal(text)?.code == .tooDeep)
    #expect(refusal("- &a [[1]]\n- [*a]\n", limits: ReadingLimits(depth: 4)) == nil)
    #expect(refusal("- &a [[1]]\n- [*a]\n", limits: ReadingLimits(depth: 3))?.code == .tooDeep)
  }

  @Test(arguments: [
    "[[[1]]]", "- - - 1\n", "a:\n  b:\n    c: 1\n", "{a: {b: {c: 1}}}", "- a:\n    b: 1\n", "[a: [1]]",
    "? a\n: - {}\n",
  ])
  func theDepthIsLimited(text: String) throws {
    #expect(refusal(text, limits: ReadingLimits(depth: 3)) == nil)
    #expect(refusal(text, limits: ReadingLimits(depth: 2))?.code == .tooDeep)
  }

  @Test(arguments: ["[", "{a: ", "- ", "[a, {b: ", "a:\n"])
  func deepNestingIsRefused(unit: String) {
    var text = String(repeating: unit, count: 20_000)
    if unit == "a:\n" { text = (0..<600).map { String(repeating: " ", count: $0) + unit }.joined() }
    #expect(refusal(text)?.code == .tooDeep)
  }
}
