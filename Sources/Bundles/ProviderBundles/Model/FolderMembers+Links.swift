import ProfferFileSystem

// A link of a packed folder must resolve inside the folder, wherever the folder is unpacked. Its path is therefore
// walked as the kernel walks it: `..` after a link is the parent of the link's target, so that folding the text of
// `a/../b` would accept links that leave the folder. A path may lead through forty other links of four thousand bytes
// each; following those again for every link would take minutes for a manifest of half a megabyte. Each link is
// therefore resolved once, and links that are met on the way are resolved first, on a stack of their own.

extension FolderMembers {
  /// Checks a list of members, when it is packed and when it is read.
  ///
  /// - Parameter folder: the packed folder's name in messages.
  static func check(_ records: [Record], of folder: FilePath? = nil) throws(BundleError) {
    var links = try LinkResolution(records)
    guard let number = records.indices.first(where: { links.isDangling($0) }) else { return }
    let names = names(of: number, in: records)
    let link = folder.map { $0.appending(names).description } ?? printablePath(names)
    throw BundleError(
      .linkLeadsOut,
      """
      the link \(link) leads to \
      \(PrintableText.escaped(records[number].target ?? [])), which is not inside its folder; remove the link or \
      pack what it points at
      """)
  }

  /// The numbers of the links that lead out of the folder or nowhere.
  ///
  /// A link that leads through such a link is one of them, so that removing these leaves no other dangling link.
  static func danglingLinks(among records: [Record]) throws(BundleError) -> [Int] {
    var links = try LinkResolution(records)
    return records.indices.filter { links.isDangling($0) }
  }
}

/// Where the links among some members lead.
struct LinkResolution {
  /// The place of a member.
  private struct Place: Hashable {
    /// The number of the folder; nil for the packed folder.
    let folder: Int?
    let name: FileName
  }

  /// What is at the end of a path.
  private enum End {
    case file
    /// The number of a folder; nil for the packed folder.
    case folder(Int?)
  }

  private enum Outcome {
    /// The link is being resolved: a path that meets it leads to itself.
    case begun
    /// The link leads out of the packed folder or nowhere.
    case dangling
    case leads(to: End, links: Int)
  }

  /// One link's path, as far as it was followed.
  private struct Walk {
    let link: Int
    var folder: Int?
    /// The components that are left, the first one last.
    var ahead: [ArraySlice<UInt8>]
    /// The number of links the path led through.
    var links = 0
  }

  /// The number of links one path may lead through, as in the kernel.
  private static let longestChain = 40

  private let records: [FolderMembers.Record]
  private var numbers: [Place: Int] = [:]
  private var outcomes: [Int: Outcome] = [:]

  /// - Throws: a ``BundleError`` when a name occurs twice in a folder.
  init(_ records: [FolderMembers.Record]) throws(BundleError) {
    self.records = records
    numbers.reserveCapacity(records.count)
    for (number, record) in records.enumerated()
    where numbers.updateValue(number, forKey: Place(folder: record.parent, name: record.name)) != nil {
      let path = FolderMembers.printablePath(FolderMembers.names(of: number, in: records))
      throw BundleError(.malformedManifest, "\(path) is listed twice")
    }
  }

  /// Whether a member is a link that leads out of the packed folder or nowhere.
  mutating func isDangling(_ number: Int) -> Bool {
    guard let target = records[number].target else { return false }
    if outcomes[number] == nil { resolve(number, target) }
    if case .leads = outcomes[number] { return false }
    return true
  }

  /// The target of a link, adjusted to new names of the members on its path.
  ///
  /// - Parameter name: the new name of a member.
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

  /// Resolves a link, and first those that its path leads through.
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
      // No folder has a member without a name, so that this path leads nowhere.
      return Walk(link: link, folder: nil, ahead: [[]])
    }
    return Walk(
      link: link, folder: records[link].parent, ahead: target.split(separator: UInt8(ascii: "/")).reversed())
  }

  /// Follows a path to its end.
  ///
  /// - Returns: a link that has to be resolved first; nil when the outcome is known.
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
