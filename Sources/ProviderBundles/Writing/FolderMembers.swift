public import FileSystem
package import JSONText

/// Everything below a packed folder: files, folders (empty ones too) and links, each folder before what is in it.
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
    public var printablePath: String { names.map(\.description).joined(separator: "/") }
  }

  /// The members, parents first.
  public let members: [Member]

  /// Makes a list of members after checking it.
  ///
  /// - Throws: a ``BundleError`` when a member stands before its folder or twice, or a link leads out of the folder or
  ///   nowhere.
  package init(_ members: [Member]) throws(BundleError) {
    try FolderMembers.check(members)
    self.members = members
  }

  /// Makes a list of members that was checked before.
  init(checked members: [Member]) { self.members = members }

  /// The size of all files in bytes.
  public var byteCount: UInt64 {
    members.reduce(0) { sum, member in
      if case .file(let payload, _) = member.content { sum &+ payload.byteCount } else { sum }
    }
  }

  /// The payloads of all files.
  package var payloads: [BundledPayload] {
    members.compactMap { member in
      if case .file(let payload, _) = member.content { payload } else { nil }
    }
  }
}
