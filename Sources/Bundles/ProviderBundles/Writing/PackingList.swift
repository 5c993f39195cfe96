package import FileSystem

/// What a bundle is to consist of, in order: the items of a draft, and between them files that become an item each.
///
/// Such a file is opened once, when it is stored; only then its type is found.
package struct PackingList: Sendable {
  /// The items that are known.
  package var draft: BundleDraft
  /// Files, and before which item of the draft they stand; the places do not fall.
  private(set) var files: [(place: Int, list: FileList)] = []
  /// Tells the types of the files; without it there are none, and the draft has all declarations that are carried.
  let typing: (any FileTyping)?

  /// A list of a draft's items.
  package init(_ draft: BundleDraft) {
    self.draft = draft
    typing = nil
  }

  /// An empty list.
  ///
  /// - Parameter typing: tells the types of files, and which declarations are carried.
  package init(typing: any FileTyping) {
    draft = BundleDraft()
    self.typing = typing
  }

  /// Adds files behind all that is here; each becomes an item of its own.
  package mutating func append(_ list: FileList) {
    precondition(typing != nil, "somebody must tell the types of files")
    files.append((draft.items.count, list))
  }

  /// Goes through all in order: places of items of the draft that follow each other, and lists of files.
  func forEachRun(
    items: (Range<Int>) throws -> Void,
    files: (FileList, any FileTyping) throws -> Void
  ) rethrows {
    var place = 0
    if let typing {
      for (end, list) in self.files {
        if end > place { try items(place..<end) }
        place = end
        try files(list, typing)
      }
    }
    if place < draft.items.count { try items(place..<draft.items.count) }
  }

  /// All as a draft: the files are looked at now for their types, and read when the draft is written.
  package func drafted() throws -> BundleDraft {
    var drafted = draft
    drafted.items = BundleDraft.Items()
    try forEachRun { places in
      drafted.items.append(contentsOf: draft.items[places])
    } files: { list, typing in
      let items = ParallelWork.map(count: list.count) { number in
        Result { try PackingList.item(list.path(at: number), list.name(at: number), typing) }
      }
      for item in items { drafted.items.append(try item.get()) }
    }
    if let typing {
      var known: Set<String> = []
      let types = drafted.items.lazy.flatMap(\.representations).map(\.typeIdentifier)
      drafted.carry(typing.declarations(of: types.filter { known.insert($0).inserted }))
    }
    return drafted
  }

  private static func item(
    _ path: FilePath, _ name: FileName, _ typing: any FileTyping
  ) throws -> BundleDraft.Item {
    let (file, status) = try OpenFile.examiningRegular(path, followingLinks: false)
    let type = try typing.typeIdentifier(of: file, named: name, status: status, bytes: nil)
    return BundleDraft.Item(
      representations: [BundleDraft.Representation(.file(path), typeIdentifier: type)])
  }
}
