import FileSystem
import ProviderBundles
import UniformTypes

/// Which of several items answers when one answer is wanted.
enum RepresentationSelection {
  /// The one item that fits.
  ///
  /// - Parameter converting: whether an item that fits only by conversion counts.
  /// - Throws: an ``HonestNo`` that names what is offered when nothing fits, a ``Failure`` that names the items when
  ///   several do.
  static func single(
    among choices: [RepresentationChoice], wanted: UTType, in bundle: ProviderBundle, converting: Bool
  ) throws -> RepresentationChoice {
    var fitting = choices.filter { $0.chosen != nil }
    if fitting.isEmpty && converting { fitting = choices.filter { $0.plan != nil } }
    if let choice = fitting.first, fitting.count == 1 { return choice }
    guard fitting.isEmpty else {
      let numbers = fitting.map { "\($0.number) (\($0.name))" }.joined(separator: ", ")
      throw Failure(
        "several items of \(bundle.path) fit \(wanted.identifier): \(numbers); choose one with --item N")
    }
    let offered = choices.flatMap { $0.considered.map(\.representation.typeIdentifier) }
    let list = uniqued(offered).joined(separator: ", ")
    let hint =
      choices.contains { $0.plan != nil } ? "; --convert would make it" : "; no conversion leads there"
    let remedy = converting ? "; no conversion leads there" : hint
    let place = choices.count == 1 && bundle.itemCount > 1 ? "item \(choices[0].number) of " : ""
    guard !offered.isEmpty else {
      throw HonestNo("\(place)\(bundle.path) offers nothing here; --team or --group may show more")
    }
    throw HonestNo("\(place)\(bundle.path) offers \(list), and none of it fits \(wanted.identifier)\(remedy)")
  }

  private static func uniqued(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
