import FileSystem
import ZipArchives

extension FolderMembers {
  /// How many links one path may lead through, as in the kernel.
  private static let longestChain = 40

  /// The one check of a list of members, for packing and reading alike.
  ///
  /// - Parameter folder: what messages call the packed folder.
  static func check(_ records: MemberRecords, of folder: FilePath? = nil) throws(BundleError) {
    let index = try index(of: records)
    if let number = (0..<records.count).first(where: { isDangling($0, in: records, index) }) {
      let names = records.names(of: number)
      let link = folder.map { $0.appending(names).description } ?? printablePath(names)
      throw BundleError(
        .linkLeadsOut,
        """
        the link \(link) leads to \
        \(PrintableText.escaped(records.target(of: number) ?? [])), which is not inside its folder; remove the link or \
        pack what it points at
        """)
    }
  }

  /// The numbers of the links that lead out of the folder or nowhere.
  ///
  /// Those that lead through such a link are among them: the path of a link is walked through all others. So no other link
  /// dangles when these are taken out.
  static func danglingLinks(among records: MemberRecords) throws(BundleError) -> [Int] {
    let index = try index(of: records)
    return (0..<records.count).filter { isDangling($0, in: records, index) }
  }

  /// The members by their keys, of which no two are the same.
  private static func index(of records: MemberRecords) throws(BundleError) -> NameIndex {
    var index = NameIndex(capacity: records.count)
    let repeated = records.withKeys { keyOf in
      (0..<records.count).first { index.insert($0, keyOf($0), nameOf: keyOf) != nil }
    }
    if let repeated {
      let path = printablePath(records.names(of: repeated))
      throw BundleError(.malformedManifest, "\(path) stands twice in its folder")
    }
    return index
  }

  /// Whether a member is a link that leads out of the packed folder or nowhere.
  private static func isDangling(_ number: Int, in records: MemberRecords, _ index: NameIndex) -> Bool {
    guard let target = records.target(of: number) else { return false }
    return !leadsInside(target, from: records.parent(of: number), in: records, index)
  }

  /// Whether a link's target is a member or the folder itself.
  ///
  /// The path is walked as the kernel walks it: `..` after a link is the parent of the link's target, so that folding
  /// the text `a/../b` would call links safe that are not.
  ///
  /// - Parameter folder: the number of the folder that the link is in; nil for the packed folder.
  private static func leadsInside(
    _ target: [UInt8], from folder: Int?, in records: MemberRecords, _ index: NameIndex
  ) -> Bool {
    guard !target.isEmpty, target.first != UInt8(ascii: "/") else { return false }
    var folder = folder
    var ahead = components(of: target)
    var linksPassed = 0
    while let component = ahead.popLast() {
      if component == [UInt8(ascii: ".")] { continue }
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        guard let inside = folder else { return false }
        folder = records.parent(of: inside)
        continue
      }
      guard let next = number(of: component, in: folder, of: records, index) else { return false }
      switch records.kind(of: next) {
      case .folder: folder = next
      case .file, .executableFile: return ahead.isEmpty
      case .link:
        linksPassed += 1
        guard linksPassed <= longestChain, let further = records.target(of: next),
          further.first != UInt8(ascii: "/")
        else { return false }
        ahead += components(of: further)
      }
    }
    return true
  }

  /// The number of the member of a name in a folder; nil when there is none.
  private static func number(
    of name: ArraySlice<UInt8>, in folder: Int?, of records: MemberRecords, _ index: NameIndex
  ) -> Int? {
    MemberRecords.key(of: name, in: folder).withUnsafeBytes { key in
      records.withKeys { index.number(of: key, nameOf: $0) }
    }
  }

  /// The components of a path, the first one last.
  private static func components(of path: [UInt8]) -> [ArraySlice<UInt8>] {
    path.split(separator: UInt8(ascii: "/")).reversed()
  }
}
