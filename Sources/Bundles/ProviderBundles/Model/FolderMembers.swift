import ByteTools
package import JSONText
package import ProfferFileSystem

/// The members of a packed folder: files, folders (including empty folders) and links.
///
/// Each folder precedes its contents. Links resolve inside the packed folder, and no name occurs twice in one
/// folder. ``Builder`` checks both conditions.
package struct FolderMembers: Sendable, Equatable {
  /// A file, folder or link below a packed folder.
  package struct Member: Sendable, Equatable {
    /// The kind and the content of a member.
    package enum Content: Sendable, Equatable {
      /// A file; its bytes are an entry of the bundle.
      case file(BundledPayload, isExecutable: Bool)
      /// A folder; its members follow in the list.
      case folder
      /// A symbolic link with the bytes of its target path. The link resolves inside the packed folder.
      case link(target: [UInt8])
    }

    /// The names on the path from the packed folder to the member, ending with the member's own name.
    package var names: [FileName]
    /// The kind and the content of the member.
    package var content: Content
    /// The time of the last change; nil for links.
    package var modification: FileTime?
    package var unknownMembers: [JSONMember] = []

    package init(names: [FileName], content: Content, modification: FileTime?) {
      self.names = names
      self.content = content
      self.modification = modification
    }

    /// The path relative to the packed folder, safe to print.
    package var printablePath: String { FolderMembers.printablePath(names) }
  }

  /// A member with its own name and the index of its folder, instead of a whole path.
  struct Record: Sendable, Equatable {
    let name: FileName
    /// The index of the folder that contains the member; nil for the packed folder.
    let parent: Int?
    let content: Member.Content
    let modification: FileTime?
    let unknownMembers: [JSONMember]

    /// The payload of a file; nil for folders and links.
    var payload: BundledPayload? {
      if case .file(let payload, _) = content { payload } else { nil }
    }

    /// The target of a link; nil for files and folders.
    var target: [UInt8]? {
      if case .link(let target) = content { target } else { nil }
    }

    /// Returns whether two records have the same name, the same parent, the same kind and the same link
    /// target.
    fileprivate func isPlaced(like other: Record) -> Bool {
      name == other.name && parent == other.parent && target == other.target
        && (content == .folder) == (other.content == .folder)
    }
  }

  /// The members by index.
  let records: [Record]

  /// Makes a list of members that have already been checked.
  private init(checked records: [Record]) { self.records = records }

  /// Makes a list from members that have whole paths; each member must follow the folder that contains it.
  ///
  /// - Throws: the errors of ``Builder/finish(of:)``.
  package init(_ members: [Member]) throws(BundleError) {
    var numbers: [[FileName]: Int] = [:]
    var builder = Builder()
    for member in members {
      guard let name = member.names.last else { preconditionFailure("a member has a name") }
      numbers[member.names] = builder.count
      builder.append(
        name, in: numbers[member.names.dropLast()], member.content, modification: member.modification,
        unknownMembers: member.unknownMembers)
    }
    self = try builder.finish()
  }

  /// The total size of all files in bytes.
  package var byteCount: UInt64 {
    records.reduce(into: 0) { sum, record in sum.addSaturating(record.payload?.byteCount ?? 0) }
  }

  /// Calls `body` with the payload of each file, in the order of the members.
  func eachPayload<Failure: Error>(_ body: (BundledPayload) throws(Failure) -> Void) throws(Failure) {
    for record in records {
      if let payload = record.payload { try body(payload) }
    }
  }

  /// Returns the names on the path from the packed folder to a member, ending with the member's own name.
  func names(of number: Int) -> [FileName] { FolderMembers.names(of: number, in: records) }

  static func names(of number: Int, in records: [Record]) -> [FileName] {
    var names: [FileName] = []
    var next: Int? = number
    while let number = next {
      names.append(records[number].name)
      next = records[number].parent
    }
    names.reverse()
    return names
  }

  static func printablePath(_ names: [FileName]) -> String {
    names.map(\.description).joined(separator: "/")
  }
}

extension FolderMembers: RandomAccessCollection {
  /// The index of the first member.
  package var startIndex: Int { 0 }
  /// The index after the last member, which is the number of members.
  package var endIndex: Int { records.count }

  /// Returns the member at an index.
  ///
  /// - Parameter position: the index of the member, counted from 0.
  package subscript(position: Int) -> Member {
    let record = records[position]
    var member = Member(
      names: names(of: position), content: record.content, modification: record.modification)
    member.unknownMembers = record.unknownMembers
    return member
  }
}

// MARK: - Building

extension FolderMembers {
  /// Builds a list of members and checks the list when it is finished.
  package struct Builder {
    private var records: [Record] = []

    package init() {}

    /// - Parameter capacity: the number of members for which memory is reserved.
    init(capacity: Int) { records.reserveCapacity(capacity) }

    /// The number of members that were added so far, which is the index of the next member.
    package var count: Int { records.count }

    /// Adds a member.
    ///
    /// - Parameter parent: the index of the folder that contains the member; nil for the packed folder. The
    ///   folder must have been added before.
    package mutating func append(
      _ name: FileName, in parent: Int?, _ content: Member.Content, modification: FileTime?,
      unknownMembers: [JSONMember] = []
    ) {
      records.append(
        Record(
          name: name, parent: parent, content: content, modification: modification,
          unknownMembers: unknownMembers))
    }

    /// Checks the members and returns the list.
    ///
    /// - Parameter folder: the path of the packed folder, shown in messages; nil to name members by their
    ///   paths in the folder.
    /// - Throws: a ``BundleError`` if a name occurs twice in a folder, or if a link does not resolve inside
    ///   the packed folder.
    package func finish(of folder: FilePath? = nil) throws(BundleError) -> FolderMembers {
      try FolderMembers.check(records, of: folder)
      return FolderMembers(checked: records)
    }

    /// Returns the list without checking it.
    ///
    /// - Parameter checked: a checked list that has the same names and links.
    func finishLike(_ checked: FolderMembers) -> FolderMembers {
      assert(records.elementsEqual(checked.records) { $0.isPlaced(like: $1) })
      return FolderMembers(checked: records)
    }
  }

  /// Returns the list without some of its files.
  ///
  /// Links that do not resolve without these files are removed as well.
  ///
  /// - Parameter isKept: called with the payload of each file; returns whether to keep the file.
  /// - Returns: the list, and the paths of the removed links relative to the packed folder, safe to print.
  /// - Throws: any error that `isKept` throws.
  func keepingFiles(
    where isKept: (BundledPayload) throws -> Bool
  ) throws -> (members: FolderMembers, lostLinks: [String]) {
    let kept = try filtered { try records[$0].payload.map(isKept) ?? true }
    let dangling = try FolderMembers.danglingLinks(among: kept.records)
    guard !dangling.isEmpty else { return (kept, []) }
    let lost = Set(dangling)
    return (
      kept.filtered { !lost.contains($0) },
      dangling.map { FolderMembers.printablePath(kept.names(of: $0)) }
    )
  }

  /// Returns the members for which `isKept` returns true.
  ///
  /// - Parameter isKept: returns whether to keep the member at an index. Every folder must be kept.
  private func filtered(_ isKept: (Int) throws -> Bool) rethrows -> FolderMembers {
    var kept: [Record] = []
    var newNumbers: [Int] = []
    for (number, record) in records.enumerated() {
      newNumbers.append(kept.count)
      guard try isKept(number) else { continue }
      kept.append(
        Record(
          name: record.name, parent: record.parent.map { newNumbers[$0] }, content: record.content,
          modification: record.modification, unknownMembers: record.unknownMembers))
    }
    return FolderMembers(checked: kept)
  }
}
