public import FileSystem
package import JSONText

/// Everything below a packed folder: files, folders (empty ones too) and links, each folder before what is in it.
///
/// A folder may have 100,000 members: they are kept in a fraction of the memory that as many values take, and each is made
/// when it is asked for, which costs about a microsecond.
public struct FolderMembers: Sendable, Equatable {
  /// One file, folder or link below a packed folder.
  public struct Member: Sendable, Equatable {
    /// What a member is.
    public enum Content: Sendable, Equatable {
      /// A file, whose bytes are an entry of the bundle.
      case file(BundledPayload, isExecutable: Bool)
      /// A folder; its own members follow.
      case folder
      /// A symbolic link with the bytes of its target, which lies inside the packed folder.
      case link(target: [UInt8])
    }

    /// The names from the packed folder down to the member.
    public var names: [FileName]
    /// What it is.
    public var content: Content
    /// When it was last changed; links have no time.
    public var modification: FileTime?
    package var unknownMembers: [JSONMember] = []

    package init(names: [FileName], content: Content, modification: FileTime?) {
      self.names = names
      self.content = content
      self.modification = modification
    }

    /// The path below the packed folder, safe to print.
    public var printablePath: String { FolderMembers.printablePath(names) }
  }

  /// What is kept of the members.
  let records: MemberRecords

  /// Makes a list of members that was checked before.
  init(checked records: MemberRecords) { self.records = records }

  /// The size of all files in bytes.
  public var byteCount: UInt64 {
    indices.reduce(into: 0) { sum, number in sum.addSaturating(records.byteCount(of: number)) }
  }

  /// Shows the payloads of all files, in the order of the members.
  func eachPayload<Failure: Error>(_ body: (BundledPayload) throws(Failure) -> Void) throws(Failure) {
    for number in indices {
      if let payload = records.payload(of: number) { try body(payload) }
    }
  }

  static func printablePath(_ names: [FileName]) -> String {
    names.map(\.description).joined(separator: "/")
  }
}

extension FolderMembers: RandomAccessCollection {
  /// The number of the first member.
  public var startIndex: Int { 0 }
  /// How many members there are.
  public var endIndex: Int { records.count }

  /// The member of a number, counted from 0.
  public subscript(position: Int) -> Member {
    let record = records[position]
    var member = Member(
      names: record.parent.map { records.names(of: $0) + [record.name] } ?? [record.name],
      content: record.content, modification: record.modification)
    member.unknownMembers = record.unknownMembers
    return member
  }
}
