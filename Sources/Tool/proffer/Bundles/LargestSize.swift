import ArgumentParsing
import ProviderBundles

/// The most bytes that a command writes out of a bundle, as the command line has it.
///
/// A bundle stores equal files once and may name them any number of times.
struct LargestSize: Sendable {
  /// The number of bytes; nil where none was given.
  var byteCount: UInt64?

  /// The option of every command that writes out what a bundle names.
  static func option<Arguments>(
    to path: PropertyPath<Arguments, LargestSize>
  ) -> Option<Arguments> {
    Option(
      "--max-size", "SIZE", to: path, as: argument,
      help: "Write at most this: bytes, or 5M, 20G; else 1G or 100 times what the bundle stores.")
  }

  private static var argument: ArgumentValue<LargestSize> {
    .text { text throws(ArgumentProblem) in
      let units: KeyValuePairs<Character, UInt64> = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
      let unit = units.first { text.last?.uppercased() == String($0.key) }
      let digits = unit == nil ? text[...] : text.dropLast()
      guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let number = UInt64(digits)
      else { throw ArgumentProblem("expected a number of bytes, or one with K, M, G or T after it") }
      let (byteCount, overflow) = number.multipliedReportingOverflow(by: unit?.value ?? 1)
      return LargestSize(byteCount: overflow ? .max : byteCount)
    }
  }

  /// What a bundle may ask of the command.
  var limits: BundleLimits {
    var limits = BundleLimits.standard
    if let byteCount {
      limits.expandedByteCount = byteCount
      limits.expansionFactor = nil
    }
    return limits
  }

  /// Does something that writes out what a bundle names; where that is too much, the error names the option.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as BundleError where error.code == .expandsTooFar {
      throw BundleError(error.code, "\(error.message); --max-size allows more", cause: error)
    }
  }
}
