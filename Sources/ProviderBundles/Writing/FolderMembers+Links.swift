import FileSystem

extension FolderMembers {
  /// How many links one path may lead through, as in the kernel.
  private static let longestChain = 40

  /// The one check of a list of members, for packing and reading alike.
  static func check(_ members: [Member]) throws(BundleError) {
    var contents: [[FileName]: Member.Content] = [:]
    for member in members {
      guard !member.names.isEmpty else {
        throw BundleError(.malformedManifest, "a folder member has no name")
      }
      let parent = Array(member.names.dropLast())
      if !parent.isEmpty, contents[parent] != .folder {
        throw BundleError(.malformedManifest, "\(member.printablePath) stands before the folder it is in")
      }
      guard contents.updateValue(member.content, forKey: member.names) == nil else {
        throw BundleError(.malformedManifest, "\(member.printablePath) stands twice in its folder")
      }
    }
    for member in members {
      guard case .link(let target) = member.content else { continue }
      guard leadsInside(target, from: member.names, in: contents) else {
        throw BundleError(
          .linkLeadsOut,
          """
          the link \(member.printablePath) leads to \(PrintableText.escaped(target)), which is not inside its folder; \
          remove the link or pack what it points at
          """)
      }
    }
  }

  /// Whether a link's target is a member or the folder itself.
  ///
  /// The path is walked as the kernel walks it: `..` after a link is the parent of the link's target, so that folding
  /// the text `a/../b` would call links safe that are not.
  private static func leadsInside(
    _ target: [UInt8], from link: [FileName], in contents: [[FileName]: Member.Content]
  ) -> Bool {
    var place = Array(link.dropLast())
    var ahead = components(of: target)
    var linksPassed = 0
    guard !target.isEmpty, target.first != UInt8(ascii: "/") else { return false }
    while let component = ahead.popLast() {
      if component == [UInt8(ascii: ".")] { continue }
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        guard !place.isEmpty else { return false }
        place.removeLast()
        continue
      }
      guard let name = FileName(bytes: component) else { return false }
      let next = place + [name]
      switch contents[next] {
      case .folder: place = next
      case .file: return ahead.isEmpty
      case .link(let further):
        linksPassed += 1
        guard linksPassed <= longestChain, further.first != UInt8(ascii: "/") else { return false }
        ahead += components(of: further)
      case nil: return false
      }
    }
    return true
  }

  /// The components of a path, the first one last.
  private static func components(of path: [UInt8]) -> [[UInt8]] {
    path.split(separator: UInt8(ascii: "/")).reversed().map(Array.init)
  }
}
