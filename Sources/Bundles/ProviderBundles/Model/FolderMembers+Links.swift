import ProfferFileSystem

// A link of a packed folder must resolve inside the folder, wherever the folder is unpacked. The path of the
// link is therefore resolved in the same way as in the kernel: `..` after a link is the parent of the link's
// target. Shortening `a/../b` to `b` instead would accept links that leave the folder.
//
// A path may lead through forty other links of four thousand bytes each. Following these links again for
// every link would take minutes for a manifest of half a megabyte. Each link is therefore resolved only once.
// If an unresolved link is on the path of another link, the unresolved link is resolved first. The
// interrupted link waits on an explicit stack.

extension FolderMembers {
  /// Checks the names and links of a list of members, both when the list is packed and when it is read.
  ///
  /// - Parameter folder: the path of the packed folder, shown in messages.
  static func check(_ records: [Record], of folder: FilePath? = nil) throws(BundleError) {
    var links = try LinkResolution(records)
    guard let number = records.indices.first(where: { links.isDangling($0) }) else { return }
    let names = names(of: number, in: records)
    let link = folder.map { $0.appending(names).description } ?? printablePath(names)
    throw BundleError(
      .linkLeadsOut,
      """
      the link \(link) points to \
      \(PrintableText.escaped(records[number].target ?? [])), which is outside its folder; remove the link or \
      pack its target
      """)
  }

  /// Returns the indices of the links that do not resolve inside the folder.
  ///
  /// If a link does not resolve, neither do the links whose paths contain it. After all returned links are
  /// removed, the remaining links resolve.
  static func danglingLinks(among records: [Record]) throws(BundleError) -> [Int] {
    var links = try LinkResolution(records)
    return records.indices.filter { links.isDangling($0) }
  }
}

/// Resolves the links among the members of a packed folder.
struct LinkResolution {
  /// The location of a member: its folder and its name.
  private struct Place: Hashable {
    /// The index of the folder; nil for the packed folder.
    let folder: Int?
    let name: FileName
  }

  /// The file or folder at the end of a path.
  private enum End {
    case file
    /// A folder and its index; nil for the packed folder.
    case folder(Int?)
  }

  private enum Outcome {
    /// The link is being resolved. If a path meets this link now, the path is circular.
    case begun
    /// The link does not resolve inside the packed folder.
    case dangling
    case leads(to: End, links: Int)
  }

  /// The path of a link while it is being followed.
  private struct Walk {
    let link: Int
    var folder: Int?
    /// The remaining components in reverse order.
    var ahead: [ArraySlice<UInt8>]
    /// The number of links on the path so far.
    var links = 0
  }

  /// The maximum number of links on one path, as in the kernel.
  private static let longestChain = 40

  private let records: [FolderMembers.Record]
  private var numbers: [Place: Int] = [:]
  private var outcomes: [Int: Outcome] = [:]

  /// - Throws: a ``BundleError`` if a name occurs twice in a folder.
  init(_ records: [FolderMembers.Record]) throws(BundleError) {
    self.records = records
    numbers.reserveCapacity(records.count)
    for (number, record) in records.enumerated()
    where numbers.updateValue(number, forKey: Place(folder: record.parent, name: record.name)) != nil {
      let path = FolderMembers.printablePath(FolderMembers.names(of: number, in: records))
      throw BundleError(.malformedManifest, "\(path) is listed twice")
    }
  }

  /// Returns whether a member is a link that does not resolve inside the packed folder.
  mutating func isDangling(_ number: Int) -> Bool {
    guard let target = records[number].target else { return false }
    if outcomes[number] == nil { resolve(number, target) }
    if case .leads = outcomes[number] { return false }
    return true
  }

  /// Returns the target of a link, with the new names of the members on its path.
  ///
  /// The target of a link that does not resolve is returned unchanged.
  ///
  /// - Parameter name: returns the new name of the member at an index.
  mutating func path(of link: Int, _ target: [UInt8], naming name: (Int) -> FileName) -> [UInt8] {
    if isDangling(link) { return target }
    var folder = records[link].parent
    let components = target.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      component -> [UInt8] in
      if component.isEmpty || component == [UInt8(ascii: ".")] { return Array(component) }
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        folder = folder.flatMap { records[$0].parent }
        return Array(component)
      }
      guard let own = FileName(bytes: component), let next = numbers[Place(folder: folder, name: own)] else {
        preconditionFailure("a link that is not dangling leads through members")
      }
      switch (records[next].content, outcomes[next]) {
      case (.folder, _): folder = next
      case (.link, .leads(.folder(let end), _)): folder = end
      default: break
      }
      return name(next).bytes
    }
    return Array(components.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Resolves the links on the path of a link, and then the link itself.
  private mutating func resolve(_ number: Int, _ target: [UInt8]) {
    var open = [begin(number, target)]
    while var walk = open.popLast() {
      if let next = go(&walk) {
        open += [walk, begin(next, records[next].target ?? [])]
      }
    }
  }

  private mutating func begin(_ link: Int, _ target: [UInt8]) -> Walk {
    outcomes[link] = .begun
    guard !target.isEmpty, target.first != UInt8(ascii: "/") else {
      // An empty or absolute target does not resolve. The empty name ensures this, because no member has an
      // empty name.
      return Walk(link: link, folder: nil, ahead: [[]])
    }
    return Walk(
      link: link, folder: records[link].parent, ahead: target.split(separator: UInt8(ascii: "/")).reversed())
  }

  /// Follows a path until it ends or meets an unresolved link.
  ///
  /// - Returns: the index of the link that must be resolved first; nil if the outcome is known.
  private mutating func go(_ walk: inout Walk) -> Int? {
    outcomes[walk.link] = .dangling
    while let component = walk.ahead.popLast() {
      if component == [UInt8(ascii: ".")] { continue }
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        guard let inside = walk.folder else { return nil }
        walk.folder = records[inside].parent
        continue
      }
      guard let name = FileName(bytes: component), let next = numbers[Place(folder: walk.folder, name: name)]
      else { return nil }
      var end = End.file
      switch records[next].content {
      case .folder: end = .folder(next)
      case .file: break
      case .link:
        switch outcomes[next] {
        case nil:
          walk.ahead.append(component)
          outcomes[walk.link] = .begun
          return next
        case .begun, .dangling: return nil
        case .leads(let to, let links):
          walk.links += links + 1
          guard walk.links <= LinkResolution.longestChain else { return nil }
          end = to
        }
      }
      switch end {
      case .folder(let number): walk.folder = number
      case .file:
        if walk.ahead.isEmpty { outcomes[walk.link] = .leads(to: .file, links: walk.links) }
        return nil
      }
    }
    outcomes[walk.link] = .leads(to: .folder(walk.folder), links: walk.links)
    return nil
  }
}
