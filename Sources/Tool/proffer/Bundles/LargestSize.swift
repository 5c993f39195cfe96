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
      help:
        "Maximum size of the output, in bytes or with K, M, G or T (default: 1G or 100 times the bundle size)."
    )
  }

  /// Parses a number of bytes, which can end in K, M, G or T.
  static var argument: ArgumentValue<LargestSize> {
    let bytes = ArgumentValue<UInt64>.byteCount
    return ArgumentValue(bytes.kind) { word throws(ArgumentProblem) in .init(byteCount: try bytes.read(word))
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
