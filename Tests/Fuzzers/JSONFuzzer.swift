import JSONText

/// JSON: read token by token, skipped, and read as a tree that is written and read again.
struct JSONFuzzer: Fuzzer {
  let material = Material(
    seeds: [
      #"{"name": "a\n\u00e9\ud83d\ude00", "list": [1, -0.5e+3, true, false, null, {}], "x": {"y": [[]]}}"#,
      #"[0, 10, 1.25, 1E9, -7, "", "\\\"\/\b\f\r\t", {"a": {"a": {"a": 1}}}]"#, "\"text\"", " 12 ",
    ].map { Array($0.utf8) },
    words: [
      "{", "}", "[", "]", ",", ":", "\"", "\\u", "\\ud800", "\\udc00", "\\u0000", "\\", "true", "nul", "-",
      "0", ".",
      "e+", "1e99999", "\"a\":", "{\"a\":1}",
    ],
    pairs: [("[", "]"), ("{\"a\":", "}"), ("[0,", "]"), ("\"", "\"")],
    shapes: [
      GrowingShape(repeating: "["), GrowingShape(repeating: "{\"a\":"),
      GrowingShape("[", repeating: "[],", "0]"),
      GrowingShape("[", repeating: "1,", "1]"), GrowingShape("\"", repeating: "\\u0041", "\""),
      GrowingShape("", repeating: "9"), GrowingShape("0.", repeating: "1"), GrowingShape(repeating: "\n"),
      GrowingShape("{", repeating: "\"k\":0,", "\"k\":0}"), GrowingShape("\"", repeating: "é", "\""),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    let parsed = Self.result { () throws(JSONError) in try JSONNode.parse(input, duplicateKeys: .keep) }
    let stepped = Self.result { () throws(JSONError) in
      try JSONScanner.scan(input) { (scanner) throws(JSONError) in
        while try scanner.next() != nil {}
      }
    }
    let skipped = Self.result { () throws(JSONError) in
      try JSONScanner.scan(input) { (scanner) throws(JSONError) in
        try scanner.skipValue()
        try scanner.finish()
      }
    }
    try Finding.unless(
      parsed.error == stepped.error, "tree and tokens differ: \(parsed.summary) and \(stepped.summary)")
    try Finding.unless(
      parsed.error == skipped.error, "tree and skipping differ: \(parsed.summary) and \(skipped.summary)")
    let strict = Self.result { () throws(JSONError) in try JSONNode.parse(input) }
    try Finding.unless(
      strict.error == parsed.error || strict.error?.code == .duplicateKey,
      "refusing double keys changes more: \(parsed.summary) and \(strict.summary)")
    guard let node = parsed.value else { return }
    for style in [JSONWriter.Style.compact, .pretty] {
      let again = Self.result { () throws(JSONError) in
        try JSONNode.parse(node.write(style), duplicateKeys: .keep)
      }
      try Finding.unless(
        again.value == node, "after writing (\(style)) and reading, the value differs: \(again.summary)")
    }
  }

  private struct Outcome<Value> {
    var value: Value?
    var error: JSONError?

    var summary: String { error?.message ?? "a value" }
  }

  private static func result<Value>(_ read: () throws(JSONError) -> Value) -> Outcome<Value> {
    do {
      return Outcome(value: try read())
    } catch {
      return Outcome(error: error)
    }
  }
}
