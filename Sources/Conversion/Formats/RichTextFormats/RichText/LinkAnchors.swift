import Foundation

/// The anchors of a document, and the anchors that its links lead to.
///
/// A rich text has no anchors: one that a link leads to is reported as lost.
struct LinkAnchors {
  private var names: Set<String> = []
  private var targets: Set<String> = []

  /// The detail of the loss.
  static let detail = "places that links lead to"

  /// Adds an anchor.
  mutating func add(_ name: String) { names.insert(name) }

  /// Adds the destination of a link, if that is an anchor of the document.
  mutating func addTarget(of destination: String) {
    guard destination.hasPrefix("#"), destination.utf8.count > 1 else { return }
    let name = String(destination.dropFirst())
    targets.insert(name)
    if let decoded = name.removingPercentEncoding, decoded != name { targets.insert(decoded) }
  }

  /// Adds the anchors and links of a further part of the document.
  mutating func formUnion(_ other: LinkAnchors) {
    names.formUnion(other.names)
    targets.formUnion(other.targets)
  }

  /// How many anchors links lead to.
  var lostCount: Int { names.intersection(targets).count }
}
