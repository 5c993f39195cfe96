import ArgumentParsing
import ProfferActions

/// A limit, given on the command line, on the number of bytes that a command writes.
///
/// The content of a bundle can be much larger than the bundle itself. A bundle stores equal files once, and
/// can refer to each of them any number of times.
struct LargestSize: Sendable {
  /// The number of bytes; nil if no limit was given.
  var byteCount: UInt64?

  /// Returns the option that limits the size in every command that extracts the files of a bundle.
  static func parameter<Arguments>(
    to path: PropertyPath<Arguments, LargestSize>
  ) -> CommandParameter<Arguments> {
    option(
      "--max-size", "SIZE", to: path, as: argument,
      help: "The most that is written: bytes, or 5M, 20G; by default 1G or 100 times the size of the bundle.")
  }

  /// Parses a number of bytes, which can end in K, M, G or T.
  static var argument: ArgumentValue<LargestSize> {
    .text { text throws(ArgumentProblem) in
      let units: KeyValuePairs<Character, UInt64> = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
      let unit = units.first { text.last?.uppercased() == String($0.key) }
      let digits = unit == nil ? text[...] : text.dropLast()
      guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let number = UInt64(digits)
      else { throw ArgumentProblem("expected a number of bytes, such as 500000, 5M or 20G") }
      let (byteCount, overflow) = number.multipliedReportingOverflow(by: unit?.value ?? 1)
      return LargestSize(byteCount: overflow ? .max : byteCount)
    }
  }

  /// Runs a function that extracts the files of a bundle.
  ///
  /// If the limit is exceeded, the error names the option.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      guard let described = ActionError.described(error), described.code.rawValue == "expandsTooFar" else {
        throw error
      }
      throw ActionError.failure("\(error); raise the limit with --max-size", cause: error)
    }
  }
}
