import JSONText
import TestSupport
import Testing

@Suite struct JSONLimitTests {
  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func nestingOfHundredThousandIsRefusedByName(opening: String) {
    let text = Array(String(repeating: opening, count: 100_000).utf8)
    expectThrows(JSONError.self) { try JSONNode.parse(text) }
    let error = expectThrows(JSONError.self) { try JSONScanner.scan(text) { try $0.skipValue() } }
    expectEqual(error?.code, .tooDeep)
  }

  @Test func depthIsCountedExactly() throws {
    let limits = JSONLimits(depth: 3)
    _ = try JSONNode.parse(Array("[[[]],[[0]]]".utf8), limits: limits)
    let error = expectThrows(JSONError.self) { try JSONNode.parse(Array("[[[[]]]]".utf8), limits: limits) }
    expectEqual(error?.code, .tooDeep)
    expectEqual(error?.offset, 3)
  }

  @Test func byteLimitIsExact() throws {
    _ = try JSONNode.parse(Array("[12]".utf8), limits: JSONLimits(byteCount: 4))
    let error = expectThrows(JSONError.self) {
      try JSONNode.parse(Array("[123]".utf8), limits: JSONLimits(byteCount: 4))
    }
    expectEqual(error?.code, .tooLarge)
  }

  @Test func scannerItselfNeedsNoStackForDepth() throws {
    let depth = 100_000
    let text = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    let range = try JSONScanner.scan(text, limits: JSONLimits(depth: depth)) { try $0.skipValue() }
    expectEqual(range, 0..<2 * depth)
  }

  @Test(arguments: [
    "[1,22,333]", "{\"a\":\"bb\",\"c\":[true,null]}", "\"\\u00e9 \\ud83d\\ude00 long enough\"",
  ])
  func everyCutIsRefused(text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      expectThrows(JSONError.self, "cut to \(count)") { try JSONNode.parse(Array(bytes.prefix(count))) }
    }
  }

  @Test func timeGrowsWithLength() throws {
    let growth = try ProcessorTime.growth(to: 8_000) { count in
      let element = "{\"name\":\"a \\\"quoted\\\" n\u{E9}me\",\"size\":12345,\"k\":[1,2,3,true,null]}"
      return Array("[\(Array(repeating: element, count: count).joined(separator: ","))]".utf8)
    } _: {
      _ = try JSONNode.parse($0)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func manyKeysInOneObjectTakeLinearTime() throws {
    let growth = try ProcessorTime.growth(to: 16_000) { count in
      Array("{\((0..<count).map { "\"key\($0)\":0" }.joined(separator: ","))}".utf8)
    } _: {
      _ = try JSONNode.parse($0)
    }
    expect(growth.isLinear, "\(growth)")
  }
}
