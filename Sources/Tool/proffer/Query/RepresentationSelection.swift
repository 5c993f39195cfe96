import FileSystem
import ProviderBundles
import UniformTypes

/// Which of several items answers when one answer is wanted.
///
/// The items' choices are considered one by one, and only what a message may need is kept of them.
struct RepresentationSelection {
  /// How many items, and how many types, a message names.
  private static let namedCount = 10

  /// Items that fit in some way.
  private struct Fitting {
    private(set) var first: RepresentationChoice?
    private(set) var count = 0
    private(set) var names: [String] = []

    mutating func add(_ choice: RepresentationChoice) {
      if count == 0 { first = choice }
      if count < RepresentationSelection.namedCount { names.append("\(choice.number) (\(choice.name))") }
      count += 1
    }
  }

  private let wanted: UTType
  private let bundle: ProviderBundle
  private let isConverting: Bool
  private var fitting = Fitting()
  private var convertible = Fitting()
  private var offered: [String] = []
  private var offeredSet: Set<String> = []
  private var firstNumber = 0
  private var count = 0

  /// Begins with nothing considered.
  ///
  /// - Parameter isConverting: whether an item that fits only by conversion counts.
  init(of wanted: UTType, in bundle: ProviderBundle, converting isConverting: Bool) {
    self.wanted = wanted
    self.bundle = bundle
    self.isConverting = isConverting
  }

  /// Considers what the next item answers.
  mutating func consider(_ choice: RepresentationChoice) {
    if count == 0 { firstNumber = choice.number }
    count += 1
    if choice.chosen != nil { fitting.add(choice) }
    if choice.plan != nil { convertible.add(choice) }
    for (_, representation) in choice.considered
    where offeredSet.insert(representation.typeIdentifier).inserted {
      offered.append(representation.typeIdentifier)
    }
  }

  /// The one item that fits.
  ///
  /// - Throws: an ``NegativeResult`` that names what is offered when nothing fits, a ``Failure`` that names the items when
  ///   several do.
  func single() throws -> RepresentationChoice {
    let fitting = fitting.count == 0 && isConverting ? convertible : fitting
    if let choice = fitting.first, fitting.count == 1 { return choice }
    guard fitting.count == 0 else {
      let numbers = RepresentationSelection.list(fitting.names, of: fitting.count)
      throw Failure(
        "several items of \(bundle.path) fit \(wanted.identifier): \(numbers); choose one with --item N")
    }
    let canConvert = convertible.count > 0 && !isConverting
    let remedy = canConvert ? "; --convert would make it" : "; no conversion leads there"
    let place = count == 1 && bundle.itemCount > 1 ? "item \(firstNumber) of " : ""
    guard !offered.isEmpty else {
      throw NegativeResult("\(place)\(bundle.path) offers nothing here; --team or --group may show more")
    }
    let list = RepresentationSelection.list(
      Array(offered.prefix(RepresentationSelection.namedCount)), of: offered.count)
    throw NegativeResult(
      "\(place)\(bundle.path) offers \(list), and none of it fits \(wanted.identifier)\(remedy)")
  }

  private static func list(_ names: [String], of count: Int) -> String {
    names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
  }
}
