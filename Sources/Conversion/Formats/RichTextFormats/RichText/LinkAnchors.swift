import Foundation

/// The places of a document that have names, and those that links in it lead to.
///
/// A rich text has no such places: what a reader finds of them is lost, as far as a link leads there.
struct LinkAnchors {
  private var names: Set<String> = []
  private var targets: Set<String> = []

  /// What a report says of places that are lost.
  static let detail = "places that links lead to"

  /// Remembers a place by its name.
  mutating func add(_ name: String) { names.insert(name) }

  /// Remembers where a link leads, if that is in the document.
  mutating func addTarget(of address: String) {
    guard address.hasPrefix("#"), address.utf8.count > 1 else { return }
    let name = String(address.dropFirst())
    targets.insert(name)
    if let decoded = name.removingPercentEncoding, decoded != name { targets.insert(decoded) }
  }

  /// Takes the places and links of a further part of the document.
  mutating func formUnion(_ other: LinkAnchors) {
    names.formUnion(other.names)
    targets.formUnion(other.targets)
  }

  /// How many places there are that links lead to.
  var lostCount: Int { names.intersection(targets).count }
}
