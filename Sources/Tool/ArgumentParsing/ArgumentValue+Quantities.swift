extension ArgumentValue where Value == Duration {
  /// Parses a time in seconds, which may have a fraction.
  package static var seconds: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      guard text.first?.isNumber == true, let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000
      else {
        throw ArgumentProblem("expected a number of seconds, such as 30 or 0.5")
      }
      return .milliseconds(Int64(max(1, seconds * 1000)))
    }
  }
}

extension ArgumentValue where Value == UInt64 {
  /// Parses a number of bytes, which can end in K, M, G or T.
  package static var byteCount: ArgumentValue {
    .text { text throws(ArgumentProblem) in
      let units: KeyValuePairs<Character, UInt64> = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
      let unit = units.first { text.last?.uppercased() == String($0.key) }
      let digits = unit == nil ? text[...] : text.dropLast()
      guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let number = UInt64(digits)
      else { throw ArgumentProblem("expected a number of bytes, such as 500000, 5M or 20G") }
      let (byteCount, overflow) = number.multipliedReportingOverflow(by: unit?.value ?? 1)
      return overflow ? .max : byteCount
    }
  }
}
