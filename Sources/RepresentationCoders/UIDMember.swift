/// How formats without UIDs write one: as a dictionary with this key alone.
enum UIDMember {
  static let key = "CF$UID"

  /// The UID that a dictionary stands for, if it stands for one.
  static func uid(_ members: [StructuredMember]) -> UInt64? {
    guard members.count == 1, let member = members.first, member.key == key,
      case .integer(let integer) = member.value
    else { return nil }
    return integer.uint64
  }
}
