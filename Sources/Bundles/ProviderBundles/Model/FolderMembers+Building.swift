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
    /// - Parameter folder: what messages call the packed folder; nil names members by their paths in it.
    /// - Throws: a ``BundleError`` when a member stands twice in its folder, or a link leads out of the packed folder or
    ///   nowhere.
    package func finish(of folder: FilePath? = nil) throws(BundleError) -> FolderMembers {
      try FolderMembers.check(records, of: folder)
      return FolderMembers(checked: records)
    }
  }

  /// The list without some of its files, and without the links that then lead nowhere.
  ///
  /// - Parameter isKept: is asked for each file.
  /// - Returns: the list, and the paths of those links below the packed folder, safe to print.
  /// - Throws: what it throws.
  func keepingFiles(
    where isKept: (BundledPayload) throws -> Bool
  ) throws -> (members: FolderMembers, lostLinks: [String]) {
    let kept = try taking { number in try records.payload(of: number).map(isKept) ?? true }
    let dangling = try FolderMembers.danglingLinks(among: kept.records)
    guard !dangling.isEmpty else { return (kept, []) }
    let lost = Set(dangling)
    return (
      kept.taking { !lost.contains($0) },
      dangling.map { FolderMembers.printablePath(kept.records.names(of: $0)) }
    )
  }

  /// The members of some numbers, among them all folders.
  private func taking(_ isTaken: (Int) throws -> Bool) rethrows -> FolderMembers {
    var taken = MemberRecords()
    var newNumbers: [Int] = []
    for number in indices {
      newNumbers.append(taken.count)
      guard try isTaken(number) else { continue }
      let record = records[number]
      taken.append(
        record.name, in: record.parent.map { newNumbers[$0] }, record.content,
        modification: record.modification, unknownMembers: record.unknownMembers)
    }
    return FolderMembers(checked: taken)
  }
}
