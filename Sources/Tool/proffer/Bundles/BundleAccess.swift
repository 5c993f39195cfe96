import ArgumentParsing
import ItemProviders
import JSONText
import ProfferActions
import ProfferFileSystem
import ProviderBundles

extension PathArgument {
  /// Opens the bundle that the argument names; one that comes through a pipe is copied to a temporary file first.
  ///
  /// - Parameters:
  ///   - item: the number of the only item that is needed; nil opens all.
  ///   - limits: how much the bundle may take.
  func openBundle(
    in context: ActionContext, item: Int? = nil, limits: BundleLimits = .standard
  ) throws -> ProviderBundle {
    var context = context
    context.limits = limits
    return try actionInput.openBundle(item: item, in: context)
  }
}

extension ProgressBar {
  /// Says that a draft will be stored.
  func expect(_ draft: BundleDraft) { expect { try draft.payloadByteCount() } }
}

/// What a command that writes a bundle prints as JSON: the bundle, and how many items it has now.
enum BundleResult {
  static func print(_ command: String, _ path: FilePath) throws {
    try Console.shared.print(JSONEnvelope.result(of: command, members(of: path)))
  }

  static func members(of path: FilePath) throws -> [JSONMember] {
    // Without items, only the directory and the manifest are read.
    let bundle = try ProviderBundle(opening: path, items: 0..<0)
    return JSONMember.name("bundle", path.bytes) + [JSONMember("items", .integer(bundle.itemCount))]
  }
}

/// The most bytes that a command writes out of a bundle, as the command line has it.
///
/// A bundle stores equal files once and may name them any number of times.
struct LargestSize: Sendable {
  /// The number of bytes; nil where none was given.
  var byteCount: UInt64?

  /// The option of every command that writes out what a bundle names.
  static func parameter<Arguments>(
    to path: PropertyPath<Arguments, LargestSize>
  ) -> CommandParameter<Arguments> {
    option(
      "--max-size", "SIZE", to: path, as: argument,
      help: "The most that is written: bytes, or 5M, 20G; by default 1G or 100 times the size of the bundle.")
  }

  /// A number of bytes.
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

  /// How much a bundle may take.
  var limits: BundleLimits {
    var limits = BundleLimits.standard
    if let byteCount {
      limits.expandedByteCount = byteCount
      limits.expansionFactor = nil
    }
    return limits
  }

  /// Runs a function that writes out what a bundle names; where that is too much, the error names the option.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as BundleError where error.code == .expandsTooFar {
      throw ActionError.failure("\(error.message); raise the limit with --max-size", cause: error)
    }
  }
}
