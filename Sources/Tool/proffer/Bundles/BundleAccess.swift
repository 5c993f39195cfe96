import ArgumentParsing
import ByteTools
import FileSystem
import ItemProviders
import ProviderBundles

extension PathArgument {
  /// Opens the bundle that the argument names; one that comes through a pipe is copied to a temporary file first.
  ///
  /// - Parameters:
  ///   - item: the number of the only item that is needed; nil opens all.
  ///   - limits: how much the bundle may take.
  func openBundle(item: Int? = nil, limits: BundleLimits = .standard) throws -> ProviderBundle {
    let items = item.map { $0 - 1..<$0 }
    switch (self, items) {
    case (.path(let path), let items?):
      return try ProviderBundle(opening: path, items: items, limits: limits)
    case (.path(let path), nil): return try ProviderBundle(opening: path, limits: limits)
    case (.standardStream, let items):
      return try ProviderBundle(
        reading: .standardInput, spoolingIn: ProgramEnvironment.temporaryFolder, items: items, limits: limits)
    }
  }
}

extension ProviderBundle {
  /// The items a command works on, with their numbers from 1: the one that the user named, or all.
  ///
  /// Each is made when it is read.
  func items(numbered number: Int?) throws -> LazyMapCollection<Range<Int>, (number: Int, item: BundledItem)>
  {
    try places(numbered: number).lazy.map { place in
      (number: place + 1, item: items[place - openedItems.lowerBound])
    }
  }

  /// The places, counted from 0, of the items a command works on.
  func places(numbered number: Int?) throws -> Range<Int> {
    guard let number else { return openedItems }
    guard openedItems.contains(number - 1) else {
      let count = itemCount == 1 ? "1 item" : "\(itemCount) items"
      throw ProgramError.failure(
        "there is no item \(number) in \(path), which has \(count)", name: "noSuchPlace")
    }
    return number - 1..<number
  }
}

extension PlaceArgument {
  /// Requires that an item has the representation that the place names.
  func requireRepresentation(of item: BundledItem, in bundle: ProviderBundle) throws {
    guard let index = representationIndex, index >= item.representations.count else { return }
    throw ProgramError.failure(
      "there is no representation \(self) in \(bundle.path): item \(self.item) has \(item.representations.count)",
      name: "noSuchPlace")
  }
}

extension BundledItem {
  /// What to call the item to a receiver that sees these of its representations: its suggested name, else the name of the
  /// first file; an item that is only for others is not named.
  func displayName(showing visible: [BundledRepresentation]) -> String {
    if visible.isEmpty, !representations.isEmpty { return "(for others)" }
    if let suggestedName { return PrintableText.escaped(suggestedName.utf8) }
    for representation in visible { if let name = representation.name { return name.description } }
    return "(no name)"
  }
}

extension ProviderBundleWriter {
  /// A writer with the settings of the environment, which shows how much it has stored until it is released.
  static func program(omittingTimes omitsTimes: Bool = false) throws -> ProviderBundleWriter {
    var writer = ProviderBundleWriter(spoolFolder: try ProgramEnvironment.temporaryFolder)
    let bar = Locked(ProgressBar("stored", unit: .bytes))
    writer.didStore = { byteCount in bar.withLock { $0.add(byteCount) } }
    writer.includesTimes = !omitsTimes
    writer.latestTime = try ProgramEnvironment.latestTime
    return writer
  }

  /// Writes a bundle to the place that a command names: as a file, as a folder, or to standard output.
  ///
  /// - Parameter output: nil is standard output.
  func write(_ list: PackingList, to output: PathArgument?, asFolder: Bool, replacing: Bool) throws {
    guard case .path(let path) = output else { return try write(list, toStream: .standardOutput) }
    if asFolder {
      try OutputPlace(path).explainingForce {
        try writeFolder(list, to: path, replacing: replacing)
      } where: { kind in
        try kind == .folder && ProviderBundleWriter.isReplaceable(folder: path)
      }
    } else {
      try OutputPlace(path).explainingForce { try write(list, to: path, replacing: replacing) }
    }
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

  private static var argument: ArgumentValue<LargestSize> {
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
      throw ProgramError.failure("\(error.message); raise the limit with --max-size", cause: error)
    }
  }
}
