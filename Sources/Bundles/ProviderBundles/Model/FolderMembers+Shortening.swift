import ItemProviders
package import ProfferFileSystem

extension FolderMembers {
  /// A member whose name is too long for file systems, with the shortened name.
  package struct ShortenedName: Sendable, Equatable {
    /// The path of the member relative to the packed folder, safe to print.
    package let path: String
    /// The shortened name, under which the member is written.
    package let name: FileName
  }

  /// Returns the members with names that are short enough for file systems.
  ///
  /// A manifest may contain names of up to ``BundleLimits/nameByteCount`` bytes, but file systems allow only
  /// 255 bytes. Longer names are cut before their extension, and get a number if they collide with other
  /// names. The targets of links are changed accordingly.
  ///
  /// - Returns: the members, and the names that were shortened.
  package func shortened() throws -> (members: FolderMembers, names: [ShortenedName]) {
    let long = records.indices.filter { records[$0].name.bytes.count > FileNaming.longestNameByteCount }
    if long.isEmpty { return (self, []) }
    let newNames = FolderMembers.newNames(of: long, in: records)
    var links = try LinkResolution(records)
    var members = Builder()
    for (number, record) in records.enumerated() {
      var content = record.content
      if let target = record.target {
        content = .link(target: links.path(of: number, target) { newNames[$0] ?? records[$0].name })
      }
      members.append(
        newNames[number] ?? record.name, in: record.parent, content, modification: record.modification,
        unknownMembers: record.unknownMembers)
    }
    let names = long.compactMap { number in
      newNames[number].map {
        ShortenedName(path: FolderMembers.printablePath(self.names(of: number)), name: $0)
      }
    }
    return (try members.finish(), names)
  }

  /// Returns the shortened names of the members at the given indices; each name is unique in its folder.
  private static func newNames(of long: [Int], in records: [Record]) -> [Int: FileName] {
    struct Place: Hashable {
      let folder: Int?
      let name: FileName
    }
    var taken = Set(records.map { Place(folder: $0.parent, name: $0.name) })
    // The next number to try for each shortened name. With these numbers, many members with the same
    // shortened name take only linear time.
    var nextNumbers: [Place: Int] = [:]
    var newNames: [Int: FileName] = [:]
    for number in long {
      let wanted = FileNaming.shortened(records[number].name)
      let place = Place(folder: records[number].parent, name: wanted)
      var name = wanted
      while !taken.insert(Place(folder: place.folder, name: name)).inserted {
        let next = nextNumbers[place, default: 2]
        name = FileNaming.numbered(wanted, next)
        nextNumbers[place] = next + 1
      }
      newNames[number] = name
    }
    return newNames
  }
}

extension BundledRepresentation {
  /// Returns the members of a packed folder whose names are too long for file systems, with the shortened
  /// names.
  package func shortenedNames() throws -> [FolderMembers.ShortenedName] {
    guard case .folder(_, let members) = storage else { return [] }
    return try members.shortened().names
  }
}
