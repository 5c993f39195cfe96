/// The classes of users, other than the owner, that can read a file according to its permission bits.
package struct FileReaders: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The members of the file's group.
  package static let group = FileReaders(rawValue: 1)
  /// All other users.
  package static let others = FileReaders(rawValue: 2)
  /// The group and all other users.
  package static let everyone: FileReaders = [.group, .others]

  init(permissions: UInt16) {
    self = []
    if permissions & 0o040 != 0 { insert(.group) }
    if permissions & 0o004 != 0 { insert(.others) }
  }

  /// All permission bits of the classes that are not in the set.
  private var withheldPermissions: UInt16 {
    (contains(.group) ? 0 : 0o070) | (contains(.others) ? 0 : 0o007)
  }

  /// Returns the permissions without any bits of the classes that are not in the set.
  func limiting(_ permissions: UInt16) -> UInt16 { permissions & ~withheldPermissions }
}
