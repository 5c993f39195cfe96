package import ProfferFileSystem
package import UniformTypes

/// Detects the types of files while they are packed; this module cannot detect types itself.
package protocol FileTyping: Sendable {
  /// Returns the type of an open file.
  ///
  /// - Parameter bytes: the whole contents if they are in memory; nil otherwise.
  func typeIdentifier(
    of file: OpenFile, named name: FileName, status: FileStatus, bytes: UnsafeRawBufferPointer?
  ) throws -> String

  /// Returns the declarations that a bundle with these types must contain.
  func declarations(of typeIdentifiers: [String]) -> [TypeDeclaration]
}

/// A draft in which the types of some files are detected when the files are opened to be stored.
package struct PackingList: Sendable {
  /// The items.
  package var draft: BundleDraft
  /// Detects types and chooses declarations; nil if the draft already has all types and declarations.
  let typing: (any FileTyping)?

  /// Makes a list from a draft in which all types are known.
  package init(_ draft: BundleDraft) {
    self.draft = draft
    typing = nil
  }

  /// Makes an empty list.
  ///
  /// - Parameter typing: detects the types of files, and chooses the declarations for the bundle.
  package init(typing: any FileTyping) {
    draft = BundleDraft()
    self.typing = typing
  }

  /// Adds an item for each file, after the existing items.
  package mutating func append(_ list: FileList) {
    precondition(typing != nil, "the types of the files need a detector")
    draft.items.append(files: list)
  }

  /// Detects the types of the files now, and returns the list as a draft.
  package func drafted() throws -> BundleDraft {
    guard let typing else { return draft }
    var drafted = draft
    let items = draft.items
    let typed = ParallelWork.map(count: items.count) { number in
      Result {
        var item = items[number]
        for place in item.representations.indices where item.representations[place].isTypedWhenStored {
          let type = try PackingList.typeIdentifier(of: item.representations[place], typing)
          item.representations[place].settle(type)
        }
        return item
      }
    }
    drafted.items = BundleDraft.Items(try typed.map { try $0.get() })
    var known: Set<String> = []
    let types = drafted.items.lazy.flatMap(\.representations).map(\.typeIdentifier)
    drafted.carry(typing.declarations(of: types.filter { known.insert($0).inserted }))
    return drafted
  }

  private static func typeIdentifier(
    of representation: BundleDraft.Representation, _ typing: any FileTyping
  ) throws -> String {
    guard case .file(let path) = representation.content, let name = path.lastComponent else {
      preconditionFailure("only files are typed when they are stored")
    }
    let (file, status) = try OpenFile.examiningRegular(path, followingLinks: false)
    return try typing.typeIdentifier(of: file, named: name, status: status, bytes: nil)
  }
}
