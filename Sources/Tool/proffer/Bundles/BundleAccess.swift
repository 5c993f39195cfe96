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

extension ProviderBundleWriter {
  /// A writer with the settings of the environment.
  ///
  /// - Parameter bar: shows how much is stored.
  static func program(
    in context: ActionContext,
    showing bar: ProgressBar, omittingTimes omitsTimes: Bool = false
  ) throws -> ProviderBundleWriter {
    var writer = ProviderBundleWriter(spoolFolder: context.folders.temporary)
    writer.didStore = { bar.add($0) }
    writer.includesTimes = !omitsTimes
    writer.latestTime = try context.latestTime
    return writer
  }

  /// Changes a bundle in its place, and shows how much of the new one is stored.
  ///
  /// - Parameters:
  ///   - command: the name of the command.
  ///   - previews: makes previews of new items.
  static func edit(
    _ path: FilePath, as command: String, in context: ActionContext, omittingTimes omitsTimes: Bool = false,
    previews: PreviewMaking? = nil, _ change: (inout BundleDraft) throws -> Void
  ) throws {
    let bar = ProgressBar(command)
    defer { bar.clear() }
    var writer = try program(in: context, showing: bar, omittingTimes: omitsTimes)
    writer.previews = previews
    try writer.edit(path) { draft in
      try change(&draft)
      bar.expect(draft)
    }
  }

  /// Writes a bundle to the place that a command names: as a file, as a folder, or to standard output.
  ///
  /// - Parameter output: nil is standard output.
  func write(_ list: PackingList, to output: PathArgument?, asFolder: Bool, replacing: Bool) throws {
    guard case .path(let path) = output else { return try write(list, toStream: .standardOutput) }
    if asFolder {
      try OutputPlace(path).explainingReplacement {
        try writeFolder(list, to: path, replacing: replacing)
      } where: { kind in
        try kind == .folder && ProviderBundleWriter.isReplaceable(folder: path)
      }
    } else {
      try OutputPlace(path).explainingReplacement { try write(list, to: path, replacing: replacing) }
    }
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
