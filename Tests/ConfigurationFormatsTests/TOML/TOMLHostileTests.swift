import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

@testable import ConfigurationFormats

/// Documents that are large or deep in one respect.
struct TOMLHostileTests {
  private func read(_ text: String, limits: ReadingLimits = .standard) throws -> StructuredValue {
    try StructuredValue.readTOML(Data(text.utf8), limits: limits).value
  }

  private static let limit = StructuredValue.standardDepthLimit

  @Test(arguments: [("[", "]"), ("{a = ", "}"), ("{a.b = ", "}"), ("[{b = ", "}]")])
  func valuesThatAreTooDeepAreRefused(open: String, close: String) throws {
    for count in [1000, 100_000] {
      let text = "a = " + String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
      let error = try requireThrows(CoderError.self) { try read(text) }
      expectEqual(error.code, .tooDeep, "\(error)")
    }
  }

  @Test(arguments: ["a = [", "[", "[["])
  func longKeysAreTooDeep(start: String) throws {
    let parts = String(repeating: "a.", count: 100_000)
    let text =
      switch start {
      case "[": "[\(parts)a]"
      case "[[": "[[\(parts)a]]"
      default: "\(parts)a = 1"
      }
    let error = try requireThrows(CoderError.self) { try read(text) }
    expectEqual(error.code, .tooDeep)
  }

  @Test func theDepthLimitIsExact() throws {
    func nested(_ count: Int) -> String {
      "a = " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    _ = try read(nested(Self.limit - 1))
    let refusal = expectThrows(CoderError.self) { try read(nested(Self.limit)) }
    expectEqual(refusal?.code, .tooDeep)
    // A higher limit does not raise the limit of the format, because values are read by recursion.
    let other = expectThrows(CoderError.self) {
      try read(nested(Self.limit), limits: ReadingLimits(depth: .max))
    }
    expectEqual(other?.code, .tooDeep)
  }

  /// A document with a number of parts, which all are about as large.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable (Int) -> String
  }

  private static let shapes = [
    Shape(testDescription: "tables") { count in (0..<count).map { "[a.b.t\($0)]\n" }.joined() },
    Shape(testDescription: "tables in tables") { count in
      (0..<count).map { "[a\($0 % 300).b\($0)]\nc = 1\n" }.joined()
    },
    Shape(testDescription: "keys") { count in (0..<count).map { "key\($0) = 1\n" }.joined() },
    Shape(testDescription: "escaped keys") { count in (0..<count).map { "\"\\u0061\($0)\" = 1\n" }.joined() },
    Shape(testDescription: "dotted keys") { count in (0..<count).map { "a.b.k\($0) = 1\n" }.joined() },
    Shape(testDescription: "arrays of tables") { count in (0..<count).map { "[[a\($0)]]\nb = 1\n" }.joined()
    },
    Shape(testDescription: "elements") { count in String(repeating: "[[a]]\n[a.b]\nc = 1\n", count: count) },
    Shape(testDescription: "inline tables") { count in
      "a = [" + String(repeating: "{b.c = 1, b.d = {e = 2}},\n", count: count) + "]"
    },
    Shape(testDescription: "an inline table") { count in
      "a = {" + (0..<count).map { "k\($0).x = 1, " }.joined() + "z = 1}"
    },
    Shape(testDescription: "a long line") { count in
      "a = \"\(String(repeating: "0123456789", count: count))\""
    },
    Shape(testDescription: "a long array") { count in "a = [\(String(repeating: "1,", count: count))]" },
    Shape(testDescription: "a comment") { count in "#" + String(repeating: "comment ", count: count) },
    Shape(testDescription: "quotes") { count in "a = '''" + String(repeating: "' ", count: count) + " '''"
    },
    Shape(testDescription: "backslashes") { count in
      "a = \"\"\"" + String(repeating: "\\\n\n", count: count) + "\"\"\""
    },
  ]

  @Test(arguments: shapes)
  func theTimeIsLinear(shape: Shape) throws {
    let growth = try ProcessorTime.growth(to: 6000, of: { Data(shape.text($0).utf8) }) { data in
      let value = try StructuredValue.readTOML(data).value
      _ = try value.writeTOML()
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func manyTablesAreFoundByTheirNames() throws {
    let count = 200_000
    let text = (0..<count).map { "[t\($0)]\nv = \($0)\n" }.joined()
    let value = try read(text)
    expectEqual(value.members?.count, count)
    expectEqual(value.members?.last?.value["v"]?.integerValue, count - 1)
    expectThrows(CoderError.self) { try read(text + "[t77777]\n") }
  }

  @Test func theLimitOfElementsIsChecked() throws {
    expectThrows(CoderError.self) {
      try read("a = [\(String(repeating: "1,", count: 100))]", limits: ReadingLimits(elementCount: 50))
    }
  }
}
