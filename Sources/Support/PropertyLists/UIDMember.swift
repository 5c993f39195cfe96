/// How formats without UIDs write one: as a dictionary with this key alone.
package enum UIDMember {
  package static let key = "CF$UID"

  /// The UID that a dictionary stands for, if it stands for one.
  package static func uid(_ members: [PropertyListMember]) -> UInt64? {
    guard members.count == 1, let member = members.first, member.key == key else { return nil }
    return switch member.value {
    case .integer(let number): UInt64(exactly: number)
    case .largeInteger(let digits): UInt64(digits)
    default: nil
    }
  }
}
