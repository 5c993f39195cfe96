import Foundation
import TestSupport;
import Testing

@testable import ConfigurationFormats
@testable import ProfferConversions
@testable import StructuredFormats

/// JSON5 that is read in parts.
@Suite struct JSON5ReaderTests {
  static func read(_ text: String) throws -> StructuredValue {
    try StructuredValue.readJSON5(Data(text.utf8)).value
  }

  @Test(arguments: ["{a: 1, b: [2, {'c': .5, }, ], /* d */}", "[[[]], {}, {a: {b: {c: 1}}}, 'x']", "'alone'"])
  func eventsFormTheSameValue(text: String) throws {
    let whole = try StructuredValue.readJSON5(Data(text.utf8))
    for heldCount in 0...8 {
      let streamed = try StructuredValue.collected {
        try StructuredValue.streamJSON5(Data(text.utf8), .json5, wholeUpTo: 0, holding: heldCount, emit: $0)
      }
      expectEqual(streamed.value, whole.value)
      expectEqual(streamed.losses, whole.losses)
    }
  }

  @Test func valuesInCompleteContainersCountAsHeld() throws {
    let part = "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"
    var events: [StructuredValueEvent] = []
    _ = try StructuredValue.streamJSON5(
      Data("[\(part), \(part), \(part)]".utf8), .json5, wholeUpTo: 0, holding: 5
    ) { events.append($0) }
    let scalarCounts = events.map { event in
      if case .value(let value) = event { value.scalarCount } else { 0 }
    }
    expectEqual(scalarCounts.reduce(0, +), 27)
    expect(scalarCounts.allSatisfy { $0 <= 5 }, scalarCounts)
  }

  @Test func aWriterThatKeepsTheLastMemberReceivesTheWholeValue() throws {
    var eventCount = 0
    _ = try StructuredValue.streamJSON5(Data("{a: 1, a: [2]}".utf8), .json5, wholeUpTo: 0, holding: 0) {
      event in
      if case .beginning(let keepLast) = event { return keepLast() }
      eventCount += 1
      expectEqual(eventCount, 1)
    }
    expectEqual(eventCount, 1)
  }
}

/// The limits of JSON5, and texts that end in the middle.
@Suite struct JSON5ErrorTests {
  @Test func hexadecimalNumbersHaveALimit() throws {
    try expectEqual(JSON5ReaderTests.read("0x" + String(repeating: "0", count: 9_999) + "1"), 1)
    try expectEqual(JSON5ReaderTests.read("0x" + String(repeating: "f", count: 256)).kindName, "an integer")
    expectCoderError(.invalidNumber) { try JSON5ReaderTests.read("0x" + String(repeating: "f", count: 257)) }
  }

  @Test func depthHasALimit() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    try expectEqual(JSON5ReaderTests.read(deep).elements?.count, 1)
    expectCoderError(.tooDeep, at: .line(1, column: 513)) { try JSON5ReaderTests.read("[" + deep + "]") }
  }

  @Test func everyBeginningOfATextIsReadOrIsAnError() {
    let line = #"{a: [0x1F, -.5e+1, "\u00e9\ud83d\ude00", 'x\"#
    let text = Array("\(line)\n', NaN,], /* c */ 'ü': null, // d".utf8)
    for count in 0...text.count {
      expectCoderErrorOrValue { try StructuredValue.readJSON5(Data(text[..<count])) }
      expectCoderErrorOrValue { try StructuredValue.readJSONWithComments(Data(text[..<count])) }
    }
  }
}

extension StructuredValue {
  /// The number of values in the value, at any depth, that are not containers.
  var scalarCount: Int {
    switch self {
    case .array(let elements): elements.reduce(0) { $0 + $1.scalarCount }
    case .dictionary(let members): members.reduce(0) { $0 + $1.value.scalarCount }
    default: 1
    }
  }
}
