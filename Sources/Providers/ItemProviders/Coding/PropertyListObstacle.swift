import Foundation

/// The first member that keeps an item from being a property list, such as the null that a script put into
/// it: one such member would otherwise make a whole item unavailable without a word why.
struct PropertyListObstacle: CustomStringConvertible {
  private enum Step {
    case key(String)
    case place(Int)
  }

  /// A member that is still to be looked at, and where it was found.
  private struct Member {
    let value: Any
    let step: Step?
    /// The place of the member that holds it, in the list of all seen.
    let holder: Int?
  }

  /// The way to the member, `name[2].key`; empty for the item itself.
  let path: String
  /// The member's class.
  let className: String

  var description: String {
    path.isEmpty
      ? "an item of class \(className) is no property list"
      : "\(path) is of class \(className), which no property list holds"
  }

  /// Looks through an item with a list of what is left, so that depth costs no stack; nil for a property
  /// list.
  init?(in item: Any) {
    var members = [Member(value: item, step: nil, holder: nil)]
    var next = 0
    while next < members.count {
      let value = members[next].value
      if let dictionary = value as? [String: Any] {
        for key in dictionary.keys.sorted() {
          dictionary[key].map { members.append(Member(value: $0, step: .key(key), holder: next)) }
        }
      } else if let array = value as? [Any] {
        for (place, value) in array.enumerated() {
          members.append(Member(value: value, step: .place(place), holder: next))
        }
      } else if !PropertyListSerialization.propertyList(value, isValidFor: .binary) {
        path = Self.path(to: next, in: members)
        className = String(describing: type(of: value))
        return
      }
      next += 1
    }
    return nil
  }

  private static func path(to index: Int, in members: [Member]) -> String {
    var steps: [String] = []
    var current: Int? = index
    while let here = current {
      switch members[here].step {
      case .key(let key): steps.append((members[here].holder == 0 ? "" : ".") + key)
      case .place(let place): steps.append("[\(place)]")
      case nil: break
      }
      current = members[here].holder
    }
    return steps.reversed().joined()
  }
}
