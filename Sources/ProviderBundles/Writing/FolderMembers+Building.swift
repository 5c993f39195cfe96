package import FileSystem
package import JSONText

extension FolderMembers {
  /// Puts a list of members together, which is checked at its end.
  package struct Builder {
    private var records = MemberRecords()

    package init() {}

    /// How many members there are so far, which is the number of the next one.
    package var count: Int { records.count }

    /// Adds a member.
    ///
    /// - Parameter parent: the number of the folder it is in, which was added before; nil for the packed folder itself.
    package mutating func append(
      _ name: FileName, in parent: Int?, _ content: Member.Content, modification: FileTime?,
      unknownMembers: [JSONMember] = []
    ) {
      records.append(
        name, in: parent, content, modification: modification, unknownMembers: unknownMembers)
    }

    /// The list.
    ///
    /// - Throws: a ``BundleError`` when a member stands twice in its folder, or a link leads out of the packed folder or
    ///   nowhere.
    package func finish() throws(BundleError) -> FolderMembers {
      try FolderMembers.check(records)
      return FolderMembers(checked: records)
    }
  }

  /// The list without some of its files and links.
  ///
  /// - Parameter isKept: is asked for each file and link; folders stay.
  /// - Throws: what it throws, and a ``BundleError`` when a link leads to what is gone.
  func filtered(_ isKept: (Member.Content) throws -> Bool) throws -> FolderMembers {
    var kept = Builder()
    var newNumbers: [Int] = []
    for number in indices {
      let record = records[number]
      newNumbers.append(kept.count)
      guard try record.content == .folder || isKept(record.content) else { continue }
      kept.append(
        record.name, in: record.parent.map { newNumbers[$0] }, record.content,
        modification: record.modification, unknownMembers: record.unknownMembers)
    }
    return try kept.finish()
  }
}
