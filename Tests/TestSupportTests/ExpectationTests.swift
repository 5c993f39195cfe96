import Foundation
import Synchronization
import TestSupport
import Testing

/// Values that are collected by closures.
private final class Collected<Value: Sendable>: Sendable {
  private let stored = Mutex<[Value]>([])

  var values: [Value] { stored.withLock { $0 } }

  func append(_ value: Value) { stored.withLock { $0.append(value) } }
}

/// The issues that a closure records, as texts.
private func issues(_ body: () throws -> Void) rethrows -> [String] {
  let found = Collected<String>()
  try withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    found.append(issue.comments.map(\.rawValue).joined(separator: "\n"))
    return true
  }
  return found.values
}

/// The only issue that a closure records.
private func issue(_ body: () throws -> Void) throws -> String {
  let found = try issues(body)
  try #require(found.count == 1, "\(found)")
  return found[0]
}

@Suite struct ExpectationTests {
  private struct Flaw: Error, Equatable {
    var number = 1
  }

  private struct Other: Error {}

  private struct Sample: Equatable {
    var name: String
    var values: [Int]
  }

  @Test func expectationsThatAreMetRecordNothing() throws {
    let found = try issues {
      expect(true)
      expectEqual("a", "a")
      expectEqual([1, 2], [1, 2])
      expectEqual(Int?.some(1), 1)
      expectNotEqual(1, 2)
      expectNil(Int?.none)
      expectNotNil(Int?.some(1))
      expectEmpty("")
      expectLess(1, 2)
      expectAtMost(2, 2)
      expectGreater(2, 1)
      expectAtLeast(2, 2)
      try requireEqual(1, 1)
      expectThrows(Flaw.self) { throw Flaw() }
      expectThrows((any Error).self) { throw Other() }
    }
    #expect(found == [])
    #expect(try require(Int?.some(3)) == 3)
    #expect(expectThrows(Flaw.self) { throw Flaw(number: 4) }?.number == 4)
    #expect(try requireThrows(Flaw.self) { throw Flaw(number: 5) }.number == 5)
  }

  @Test func everyExpectationThatIsNotMetRecordsOneIssue() throws {
    let rows: [(() -> Void, String)] = [
      ({ expect(false) }, "the condition is false"),
      ({ expectEqual(1, 2) }, "1 is not equal to 2"),
      ({ expectEqual("1", "2") }, #""1" is not equal to "2""#),
      ({ expectEqual(Int?.none, 2) }, "nil is not equal to 2"),
      ({ expectEqual(Int?.some(1), 2) }, "1 is not equal to 2"),
      ({ expectEqual([1], []) }, "[1] is not equal to []"),
      ({ expectEqual(Data([1, 2]), Data([3])) }, "[1, 2] is not equal to [3]"),
      ({ expectNotEqual("a", "a") }, #"both values are "a""#),
      ({ expectNil(Int?.some(1)) }, "1 is not nil"),
      ({ expectNotNil(Int?.none) }, "the value is nil"),
      ({ expectEmpty(["a"]) }, #"["a"] is not empty"#),
      ({ expectLess(2, 2) }, "2 is not less than 2"),
      ({ expectAtMost(3, 2) }, "3 is greater than 2"),
      ({ expectGreater(2, 2) }, "2 is not greater than 2"),
      ({ expectAtLeast(1, 2) }, "1 is less than 2"),
      ({ expectThrows(Flaw.self) {} }, "no error was thrown, expected Flaw"),
      ({ expectThrows(Flaw.self) { 7 } }, "no error was thrown, expected Flaw: 7 was returned"),
      (
        { expectThrows(Flaw.self) { throw Other() } },
        "an error of type Other was thrown, expected Flaw: Other()"
      ),
    ]
    for (body, words) in rows {
      #expect(try issue(body).split(separator: "\n").first.map(String.init) == words)
    }
  }

  @Test func comparisonsWithValuesWithoutAnOrderFail() throws {
    for body in [
      { expectLess(Double.nan, 1) }, { expectAtMost(Double.nan, 1) }, { expectGreater(Double.nan, 1) },
      { expectAtLeast(Double.nan, 1) }, { expectEqual(Double.nan, Double.nan) },
    ] {
      #expect(issues(body).count == 1)
    }
  }

  @Test func theCommentAndTheSourceArePrinted() throws {
    let found = try issue {
      expect(
        [1].isEmpty,
        "said \([2])")
    }
    #expect(
      found == #"""
        the condition is false
        said [2]
        expect(
          [1].isEmpty,
          "said \([2])")
        """#)
    let text = try issue { expectEqual(1, 2, [3]) }
    #expect(
      text == """
        1 is not equal to 2
        [3]
        let text = try issue { expectEqual(1, 2, [3]) }
        """)
  }

  // MARK: - Differences

  @Test func longTextsAreComparedByLines() throws {
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let found = try issue { expectEqual(text, text.replacing("line 17", with: "row 17")) }
    #expect(found.contains(#"line 17: "line 17", expected "row 17""#), "\(found)")
    let shorter = try issue { expectEqual(text, text + "\nline 31") }
    #expect(shorter.contains(#"line 31: none, expected "line 31""#), "\(shorter)")
  }

  @Test func longCollectionsAreComparedByElements() throws {
    let found = try issue { expectEqual(Array(0..<50), Array(0..<20) + [7] + Array(21..<49)) }
    #expect(found.contains("element 20: 20, expected 7; 50 elements, expected 49"), "\(found)")
    let bytes = try issue { expectEqual(Data(repeating: 1, count: 90), Data(repeating: 1, count: 89) + [2]) }
    #expect(bytes.contains("element 89: 1, expected 2"), "\(bytes)")
  }

  @Test func setsAndDictionariesAreComparedByMembers() throws {
    let names = Set((1...30).map { "name \($0)" })
    let found = try issue { expectEqual(names, names.subtracting(["name 3"]).union(["other"])) }
    #expect(found.contains(#"not expected: "name 3""#) && found.contains(#"missing: "other""#), "\(found)")
    let table = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
    let row = try issue { expectEqual(table, table.merging(["name 5": 2]) { $1 }) }
    #expect(row.contains("missing: (key: \"name 5\", value: 2)"), "\(row)")
  }

  @Test func otherLongValuesAreComparedByTheirText() throws {
    let sample = Sample(name: String(repeating: "a", count: 90), values: [1, 2])
    let found = try issue { expectEqual(sample, Sample(name: sample.name, values: [1, 3])) }
    #expect(found.contains("values: [1, 2]") && found.contains("values: [1, 3]"), "\(found)")
  }

  @Test func valuesOfTheSameTextAreShownWithMore() throws {
    let found = try issue { expectEqual(AnyHashable(Unicode.Scalar(49)), AnyHashable(1)) }
    #expect(!found.hasPrefix("1 is not equal to 1"), "\(found)")
  }

  // MARK: - Requirements

  @Test func aRequirementThatIsNotMetEndsTheTestWithOneIssue() throws {
    let rows: [(() throws -> Void, String)] = [
      ({ _ = try require(Int?.none, "no number") }, "the value is nil"),
      ({ try requireEqual(1, 2) }, "1 is not equal to 2"),
      ({ try requireThrows(Flaw.self) {} }, "no error was thrown, expected Flaw"),
    ]
    for (body, words) in rows {
      var isEnded = true
      let found = try issue {
        try body()
        isEnded = false
      }
      #expect(isEnded && found.hasPrefix(words), "\(found)")
    }
  }

  // MARK: - Asynchronous functions and other threads

  @Test func asynchronousFunctionsMayThrow() async throws {
    func fail(_ error: (any Error)?) async throws {
      await Task.yield()
      if let error { throw error }
    }
    let error = await expectThrows(Flaw.self) { try await fail(Flaw(number: 2)) }
    #expect(error?.number == 2)
    #expect(try await requireThrows(Flaw.self) { try await fail(Flaw(number: 3)) }.number == 3)
    let found = Collected<String>()
    try await withKnownIssue {
      await expectThrows(Flaw.self) { try await fail(nil) }
      await expectThrows(Flaw.self) { try await fail(Other()) }
      try await requireThrows(Flaw.self) { try await fail(nil) }
    } matching: { issue in
      found.append(issue.comments.map(\.rawValue).joined())
      return true
    }
    #expect(found.values.count == 3)
  }

  @MainActor @Test func anAsynchronousFunctionStaysOnItsActor() async {
    var count = 0
    await expectThrows(Flaw.self) {
      MainActor.assertIsolated()
      count += 1
      await Task.yield()
      throw Flaw()
    }
    #expect(count == 1)
  }

  @Test func thePlaceOfACallerCanBeGiven() throws {
    let place = #_sourceLocation
    let found = Collected<SourceLocation?>()
    withKnownIssue {
      expect(false, sourceLocation: place)
      expectEqual(1, 2)
    } matching: { issue in
      found.append(issue.sourceLocation)
      return true
    }
    let places = found.values
    #expect(places.first == place)
    #expect(places.last??.line == place.line + 4)
  }
}
