import Conversions
import Foundation

/// A link as a file holds it, with what else the file says and a URL alone cannot carry.
struct FoundLink {
  let url: URL
  /// What people call the target.
  var title: String?
  /// How many other remarks there are, such as an icon's place.
  var remarkCount = 0

  /// The URL, everything else reported as lost.
  var reading: Reading<URL> {
    var tally = LossCounter()
    if let title { tally.add(.metadata, "the title \(title.debugDescription)") }
    tally.add(.metadata, "remarks besides the address", count: remarkCount)
    return Reading(url, losses: tally.total)
  }
}
