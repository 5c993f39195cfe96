import Foundation

/// The places of a page that have names, and those that links in it lead to.
struct HTMLPlaces {
  private var names: Set<String> = []
  private var targets: Set<String> = []

  /// What a report says of places that are lost.
  static let detail = "places that links lead to"

  /// Remembers a place by its name.
  mutating func add(_ name: String) { names.insert(name) }

  /// Remembers where a link leads, if that is in the page.
  mutating func addTarget(of address: String) {
    guard address.hasPrefix("#"), address.utf8.count > 1 else { return }
    let name = String(address.dropFirst())
    targets.insert(name)
    if let decoded = name.removingPercentEncoding, decoded != name { targets.insert(decoded) }
  }

  /// How many places there are that links lead to.
  var lostCount: Int { names.intersection(targets).count }
}
