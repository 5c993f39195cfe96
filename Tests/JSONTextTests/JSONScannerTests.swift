import JSONText
import TestSupport;
import Testing

@Suite struct JSONScannerTests {
  @Test func tokensComeInOrder() throws {
    let text = Array(#"{"a":[1,"x\n",true],"b":null}"#.utf8)
    let tokens = try JSONScanner.scan(text) { scanner in
      var tokens: [String] = []
      while let token = try scanner.next() {
        switch token {
        case .beginObject: tokens.append("{")
        case .endObject: tokens.append("}")
        case .beginArray: tokens.append("[")
        case .endArray: tokens.append("]")
        case .key(let key): tokens.append("key \(scanner.decode(key))")
        case .string(let string): tokens.append("string \(scanner.decode(string)) \(string.hasEscapes)")
        case .number(let range): tokens.append("number \(scanner.text(range))")
        case .boolean(let value): tokens.append("\(value)")
        case .null: tokens.append("null")
        }
      }
      return tokens
    }
    expectEqual(
      tokens, ["{", "key a", "[", "number 1", "string x\n true", "true", "]", "key b", "null", "}"])
  }

  @Test func structureIsReadByPulling() throws {
    let text = Array(#" { "skip" : {"x":[1,{}]} , "items" : [ {"n":1}, 22, [] ] } "#.utf8)
    let found = try JSONScanner.scan(text) { scanner in
      var found: [String] = []
      try expectEqual(scanner.next(), .beginObject)
      while let key = try scanner.nextKey() {
        guard scanner.matches(key, "items") else {
          try scanner.skipValue()
          continue
        }
        try expectEqual(scanner.next(), .beginArray)
        while try scanner.nextElement() { found.append(scanner.text(try scanner.skipValue())) }
      }
      try scanner.finish()
      return found
    }
    expectEqual(found, ["{\"n\":1}", "22", "[]"])
  }

  @Test func skippedValueCanBeScannedLaterInItsPlace() throws {
    let text = Array("[1,\n {\"a\":tru}]".utf8)
    let error = expectThrows(JSONError.self) {
      try text.withUnsafeBytes { bytes in
        var scanner = JSONScanner(unsafeBytes: bytes, range: 5..<14)
        _ = try scanner.skipValue()
      }
    }
    expectEqual(error?.message, "line 2, column 7: expected a value; did you mean true?")
  }

  @Test func skippingAnEndedArrayIsAnError() throws {
    let error = expectThrows(JSONError.self) {
      try JSONScanner.scan(Array("[]".utf8)) { scanner in
        _ = try scanner.next()
        try scanner.skipValue()
      }
    }
    expectEqual(error?.code, .unexpectedCharacter)
    expectEqual(error?.offset, 1)
  }

  @Test func keyWithEscapesMatchesItsMeaning() throws {
    try JSONScanner.scan(Array(#"{"n\u0061me":0}"#.utf8)) { scanner in
      _ = try scanner.next()
      let key = try require(scanner.nextKey())
      #expect(scanner.matches(key, "name"))
      #expect(!scanner.matches(key, "n\\u0061me"))
      expectEqual(scanner.tokenStart, 1)
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("99999999999999999999", nil), ("1.0", nil),
    ("1e2", nil),
  ])
  func numberIsAnIntegerOnlyWhenWrittenAsOne(text: String, value: Int?) throws {
    try expectEqual(JSONNode.parse(Array(text.utf8)).integerValue, value)
    let scanned = try JSONScanner.scan(Array(text.utf8)) { scanner in
      scanner.integer(try scanner.skipValue())
    }
    expectEqual(scanned, value)
  }

  @Test func charactersOfAllLengthsAreFoundAtEveryPlaceInAWord() throws {
    for character in ["\\\"", "é", "€", "😀", "\\u20ac", "\\n"] {
      for before in 0..<20 {
        let text = "\"\(String(repeating: "x", count: before))\(character)yz\""
        try JSONScanner.scan(Array(text.utf8)) { scanner in
          try expectEqual(scanner.skipValue(), 0..<text.utf8.count, "\(text)")
          try scanner.finish()
        }
      }
    }
  }
}
