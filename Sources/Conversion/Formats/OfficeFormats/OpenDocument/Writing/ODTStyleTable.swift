/// The automatic styles of one family: paragraphs and text with equal formats share a style.
struct ODTStyleTable<Format: Hashable> {
  private let prefix: String
  /// The formats in the order of their first use; the first is the style with the number 1.
  private(set) var formats: [Format] = []
  private var names: [Format: String] = [:]

  /// - Parameter prefix: the beginning of the names of the styles, which numbers follow.
  init(prefix: String) { self.prefix = prefix }

  /// Returns the name of the style with a format.
  mutating func name(of format: Format) -> String {
    if let name = names[format] { return name }
    formats.append(format)
    let name = name(number: formats.count)
    names[format] = name
    return name
  }

  /// Returns the name of the style with a number, from 1.
  func name(number: Int) -> String { "\(prefix)\(number)" }

  /// The names and formats of the styles, in the order of their first use.
  var styles: [(name: String, format: Format)] {
    formats.enumerated().map { (name(number: $0 + 1), $1) }
  }
}
