package import ProviderBundles
package import UniformTypes

/// Selects the single item of a bundle that matches a receiver.
///
/// The items are examined one after another. Only the first match and the information for error messages are
/// kept.
package struct ItemSelection {
  /// The maximum number of items or types that a message lists.
  private static let namedCount = 10

  /// A summary of matching items.
  private struct Fitting {
    private(set) var first: RepresentationChoice?
    private(set) var count = 0
    private(set) var names: [String] = []

    mutating func add(_ choice: RepresentationChoice) {
      if count == 0 { first = choice }
      if count < ItemSelection.namedCount { names.append("\(choice.number) (\(choice.name))") }
      count += 1
    }
  }

  /// The wanted type; nil accepts any type.
  private let wanted: UTType?
  private let bundle: ProviderBundle
  private let isConverting: Bool
  private var fitting = Fitting()
  private var convertible = Fitting()
  private var offered: [String] = []
  private var offeredSet: Set<String> = []
  private var firstNumber = 0
  private var count = 0

  /// - Parameter isConverting: whether an item that matches only after a conversion can be selected.
  private init(of wanted: UTType?, in bundle: ProviderBundle, converting isConverting: Bool) {
    self.wanted = wanted
    self.bundle = bundle
    self.isConverting = isConverting
  }

  /// Returns the choice for the only item that matches a receiver.
  ///
  /// Conversions are considered only if no item matches directly. An item that matches only after a
  /// conversion is returned if `isConverting` is true. Otherwise, the error has the code `needsConversion`.
  ///
  /// - Throws: a negative ``ActionError`` that lists the offered types if no item matches; a failure that
  ///   lists the items if several items match.
  package static func choice(
    among items: some Sequence<(number: Int, item: BundledItem)>, of wanted: UTType?,
    in bundle: ProviderBundle,
    by receiver: inout Receiver, converting isConverting: Bool
  ) throws -> RepresentationChoice {
    var selection = ItemSelection(of: wanted, in: bundle, converting: isConverting)
    for (number, item) in items { selection.consider(receiver.registeredChoice(of: item, number: number)) }
    if selection.fitting.count == 0 {
      for (number, item) in items {
        var choice = receiver.registeredChoice(of: item, number: number)
        choice.plan = try receiver.plan(for: choice)
        if choice.plan != nil { selection.convertible.add(choice) }
      }
    }
    return try selection.single()
  }

  /// Considers the next item, without conversion.
  private mutating func consider(_ choice: RepresentationChoice) {
    if count == 0 { firstNumber = choice.number }
    count += 1
    if choice.chosen != nil { fitting.add(choice) }
    for (_, representation) in choice.considered
    where offeredSet.insert(representation.typeIdentifier).inserted {
      offered.append(representation.typeIdentifier)
    }
  }

  private func single() throws -> RepresentationChoice {
    let fitting = fitting.count == 0 && isConverting ? convertible : fitting
    if let choice = fitting.first, fitting.count == 1 { return choice }
    let shown = Array(offered.prefix(ItemSelection.namedCount))
    let typeNames = TypeNames(shown + [wanted?.identifier].compactMap(\.self))
    guard fitting.count == 0 else {
      let numbers = ItemSelection.list(fitting.names, of: fitting.count)
      let verb = wanted.map { "several items of \(bundle.path) match \(typeNames[$0.identifier])" }
      throw ActionError.failure(
        "\(verb ?? "\(bundle.path) has several items"): \(numbers)", code: .severalItems)
    }
    let canConvert = convertible.count > 0 && !isConverting
    let verdict = canConvert ? "" : "; it cannot be converted to that type"
    let place = count == 1 && bundle.itemCount > 1 ? "item \(firstNumber) of " : ""
    guard !offered.isEmpty else {
      throw ActionError.negative(
        "\(place)\(bundle.path) offers nothing to this receiver", code: .notVisible)
    }
    let list = ItemSelection.list(shown.map { typeNames[$0] }, of: offered.count)
    let wantedName = wanted.map { typeNames[$0.identifier] } ?? ""
    throw ActionError.negative(
      "\(place)\(bundle.path) offers \(list), which does not match \(wantedName)\(verdict)",
      code: canConvert ? .needsConversion : .noMatch)
  }

  private static func list(_ names: [String], of count: Int) -> String {
    names.joined(separator: ", ") + (count > names.count ? " and \(count - names.count) more" : "")
  }
}
