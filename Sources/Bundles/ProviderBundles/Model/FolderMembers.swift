import ByteTools
package import JSONText
package import ProfferFileSystem

/// The contents of a packed folder: files, folders (empty ones too) and links, each folder before its contents.
///
/// Links resolve inside the folder, and no name occurs twice in one folder: ``Builder`` checks both.
package struct FolderMembers: Sendable, Equatable {
  /// One file, folder or link below a packed folder.
  package struct Member: Sendable, Equatable {
    /// The kind of a member and what it holds.
    package enum Content: Sendable, Equatable {
      /// A file, whose bytes are an entry of the bundle.
      case file(BundledPayload, isExecutable: Bool)
      /// A folder; its own members follow.
      case folder
      /// A symbolic link with the bytes of its target, which lies inside the packed folder.
      case link(target: [UInt8])
    }

    /// The names from the packed folder down to the member.
    package var names: [FileName]
    /// Its kind and what it holds.
    package var content: Content
    /// When it was last changed; links have no time.
    package var modification: FileTime?
    package var unknownMembers: [JSONMember] = []

    package init(names: [FileName], content: Content, modification: FileTime?) {
      self.names = names
      self.content = content
      self.modification = modification
    }

    /// The path below the packed folder, safe to print.
    package var printablePath: String { FolderMembers.printablePath(names) }
  }

  /// A member without the names above its own.
  struct Record: Sendable, Equatable {
    let name: FileName
    /// The number of the folder that contains the member; nil for the packed folder.
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

    /// Whether both have the same name, parent and, for links, target.
    fileprivate func isPlaced(like other: Record) -> Bool {
      name == other.name && parent == other.parent && target == other.target
        && (content == .folder) == (other.content == .folder)
    }
  }

  /// The members, by number.
  let records: [Record]

  /// Makes a list of members that was checked before.
  private init(checked records: [Record]) { self.records = records }

  /// Makes a list of members with their full names, each after the folder that contains it.
  ///
  /// - Throws: as ``Builder/finish(of:)``.
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

  /// The size of all files in bytes.
  package var byteCount: UInt64 {
    records.reduce(into: 0) { sum, record in sum.addSaturating(record.payload?.byteCount ?? 0) }
  }

  /// Calls `body` with the payload of each file, in the order of the members.
  func eachPayload<Failure: Error>(_ body: (BundledPayload) throws(Failure) -> Void) throws(Failure) {
    for record in records {
      if let payload = record.payload { try body(payload) }
    }
  }

  /// The names from the packed folder down to a member.
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
  /// The number of the first member.
  package var startIndex: Int { 0 }
  /// The number of members.
  package var endIndex: Int { records.count }

  /// The member of a number, counted from 0.
  ///
  /// - Parameter position: the number of the member.
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
  /// Builds a list of members and checks it at the end.
  package struct Builder {
    private var records: [Record] = []

    package init() {}

    /// - Parameter capacity: how many members it holds before it grows.
    init(capacity: Int) { records.reserveCapacity(capacity) }

    /// The number of members so far, which is the number of the next one.
    package var count: Int { records.count }

    /// Adds a member.
    ///
    /// - Parameter parent: the number of the folder that contains it, which was added before; nil for the packed folder.
    package mutating func append(
      _ name: FileName, in parent: Int?, _ content: Member.Content, modification: FileTime?,
      unknownMembers: [JSONMember] = []
    ) {
      records.append(
        Record(
          name: name, parent: parent, content: content, modification: modification,
          unknownMembers: unknownMembers))
    }

    /// The list.
    ///
    /// - Parameter folder: the packed folder's name in messages; nil names members by their paths in it.
    /// - Throws: a ``BundleError`` when a name occurs twice in a folder, or a link leads out of the packed folder or
    ///   nowhere.
    package func finish(of folder: FilePath? = nil) throws(BundleError) -> FolderMembers {
      try FolderMembers.check(records, of: folder)
      return FolderMembers(checked: records)
    }

    /// The list, without checks: its names and links must be those of a list that was checked.
    func finishLike(_ checked: FolderMembers) -> FolderMembers {
      assert(records.elementsEqual(checked.records) { $0.isPlaced(like: $1) })
      return FolderMembers(checked: records)
    }
  }

  /// The list without some of its files, and without the links that then lead nowhere.
  ///
  /// - Parameter isKept: called with the payload of each file.
  /// - Returns: the list, and the paths of the lost links below the packed folder, safe to print.
  /// - Throws: what `isKept` throws.
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

  /// The members of some numbers, which include all folders.
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
