import ByteTools
import FileSystem

extension FolderMembers {
  /// The one check of a list of members, for packing and reading alike.
  ///
  /// - Parameter folder: what messages call the packed folder.
  static func check(_ records: MemberRecords, of folder: FilePath? = nil) throws(BundleError) {
    let index = try index(of: records)
    var walks = LinkWalks(records, index)
    if let number = (0..<records.count).first(where: { walks.isDangling($0) }) {
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
    var walks = LinkWalks(records, index)
    return (0..<records.count).filter { walks.isDangling($0) }
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
}

/// Where the links among some members lead, each found out once.
///
/// A path is walked as the kernel walks it: `..` after a link is the parent of the link's target, so that folding the text
/// `a/../b` would call links safe that are not. A link may lead through forty others of four thousand bytes each; walking
/// those anew for each link that leads to them would take minutes for a manifest of half a megabyte.
private struct LinkWalks {
  /// What is at the end of a path.
  private enum End {
    case file
    /// The number of a folder; nil for the packed folder.
    case folder(Int?)
  }

  private enum Outcome {
    /// It is being walked: what leads here leads to itself.
    case begun
    /// It leads out of the packed folder or nowhere.
    case dangling
    case leads(to: End, links: Int)
  }

  /// One link's path, as far as it was walked.
  private struct Walk {
    let link: Int
    var folder: Int?
    /// The components that are left, the first one last.
    var ahead: [ArraySlice<UInt8>]
    /// How many links the path led through.
    var links = 0
  }

  /// How many links one path may lead through, as in the kernel.
  private static let longestChain = 40

  private let records: MemberRecords
  private let index: NameIndex
  private var outcomes: [Int: Outcome] = [:]

  init(_ records: MemberRecords, _ index: NameIndex) {
    self.records = records
    self.index = index
  }

  /// Whether a member is a link that leads out of the packed folder or nowhere.
  mutating func isDangling(_ number: Int) -> Bool {
    guard let target = records.target(of: number) else { return false }
    if outcomes[number] == nil { resolve(number, target) }
    if case .leads = outcomes[number] { return false }
    return true
  }

  /// Finds out where a link leads, and those that it leads through.
  private mutating func resolve(_ number: Int, _ target: [UInt8]) {
    var open = [begin(number, target)]
    while var walk = open.popLast() {
      if let next = go(&walk) {
        open += [walk, begin(next, records.target(of: next) ?? [])]
      }
    }
  }

  private mutating func begin(_ link: Int, _ target: [UInt8]) -> Walk {
    guard !target.isEmpty, target.first != UInt8(ascii: "/") else {
      // A component that no folder has leads nowhere.
      outcomes[link] = .begun
      return Walk(link: link, folder: nil, ahead: [[]])
    }
    outcomes[link] = .begun
    return Walk(
      link: link, folder: records.parent(of: link),
      ahead: target.split(separator: UInt8(ascii: "/")).reversed())
  }

  /// Goes on with a path to its end.
  ///
  /// - Returns: a link that has to be walked before; nil when the outcome is known.
  private mutating func go(_ walk: inout Walk) -> Int? {
    outcomes[walk.link] = .dangling
    while let component = walk.ahead.popLast() {
      if component == [UInt8(ascii: ".")] { continue }
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        guard let inside = walk.folder else { return nil }
        walk.folder = records.parent(of: inside)
        continue
      }
      guard let next = number(of: component, in: walk.folder) else { return nil }
      var end = End.file
      switch records.kind(of: next) {
      case .folder: end = .folder(next)
      case .file, .executableFile: break
      case .link:
        switch outcomes[next] {
        case nil:
          walk.ahead.append(component)
          outcomes[walk.link] = .begun
          return next
        case .begun, .dangling: return nil
        case .leads(let to, let links):
          walk.links += links + 1
          guard walk.links <= LinkWalks.longestChain else { return nil }
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

  /// The number of the member of a name in a folder; nil when there is none.
  private func number(of name: ArraySlice<UInt8>, in folder: Int?) -> Int? {
    MemberRecords.key(of: name, in: folder).withUnsafeBytes { key in
      records.withKeys { index.number(of: key, nameOf: $0) }
    }
  }
}
