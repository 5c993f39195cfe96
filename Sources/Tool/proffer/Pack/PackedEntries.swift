import ProfferActions
import ProfferFileSystem

/// Creates the entries of a bundle from the words of `pack`, which are processed one at a time.
struct PackedEntries {
  /// The options that apply to the next file.
  private struct Pending {
    var type: TypeArgument?
    var kind: String?
    var visibility: PackWord.Visibility?
    var isInPlace = false

    var isEmpty: Bool { type == nil && kind == nil && visibility == nil && !isInPlace }
  }

  private let team: String?
  private let group: String?
  private var entries: [PackedEntry] = []
  /// The representations of the current item; nil if each file becomes a separate item.
  private var open: [PackedRepresentation]?
  private var pending = Pending()
  /// The name for the next item; nil if none is given.
  private var pendingName: String?
  private var pendingPromises: [TypeArgument] = []
  private var usesInput = false

  private init(team: String?, group: String?) {
    self.team = team
    self.group = group
  }

  /// Returns the entries that the words of a command line describe.
  static func entries(of words: [PackWord], team: String?, group: String?) throws -> [PackedEntry] {
    var reader = PackedEntries(team: team, group: group)
    for word in words { try reader.take(word) }
    return try reader.finish()
  }

  private mutating func take(_ word: PackWord) throws {
    switch word {
    case .item:
      try refuseDangling(before: "--new-item")
      try endItem()
      open = []
    case .name(let name):
      guard pendingName == nil else { throw ActionError.usage("--name is given twice for one item") }
      pendingName = name
    case .promise(let type): pendingPromises.append(type)
    case .type(let type):
      guard pending.type == nil else { throw ActionError.usage("--from is given twice for one file") }
      pending.type = type
    case .kind(let kind): pending.kind = kind
    case .visibility(let visibility): pending.visibility = visibility
    case .inPlace: pending.isInPlace = true
    case .file(let file):
      let representation = try representation(of: file)
      if open == nil { add([representation]) } else { open?.append(representation) }
    case .each(let folder): try addEach(below: folder)
    }
  }

  private mutating func finish() throws -> [PackedEntry] {
    try refuseDangling(before: "the end of the command line")
    try endItem()
    if pendingName != nil || !pendingPromises.isEmpty {
      throw ActionError.usage("--name and --promise must come before a file, or inside a --new-item")
    }
    return entries
  }

  private mutating func addEach(below folder: FilePath) throws {
    guard open == nil else {
      throw ActionError.usage("--each creates items and cannot be used inside a --new-item")
    }
    try refuseDangling(before: "--each")
    guard pendingName == nil && pendingPromises.isEmpty else {
      throw ActionError.usage("--name and --promise apply to one item and cannot be before --each")
    }
    entries.append(.files(below: folder))
  }

  private mutating func representation(of file: PathArgument) throws -> PackedRepresentation {
    let said = pending
    pending = Pending()
    if file == .standardStream {
      guard !usesInput else { throw ActionError.usage("standard input can be packed only once") }
      guard !said.isInPlace else { throw ActionError.usage("standard input cannot be offered in place") }
      usesInput = true
    }
    return PackedRepresentation(
      file.actionInput, type: said.type, kind: said.kind, audience: try audience(said.visibility),
      isInPlace: said.isInPlace)
  }

  private func audience(_ visibility: PackWord.Visibility?) throws -> PackedRepresentation.NamedAudience {
    switch visibility {
    case .team:
      guard let team else {
        throw ActionError.usage("--visibility team needs --team NAME")
      }
      return .team(team)
    case .group:
      guard let group else {
        throw ActionError.usage("--visibility group needs --group NAME")
      }
      return .group(group)
    case .all, nil: return .all
    }
  }

  private mutating func endItem() throws {
    guard let representations = open else { return }
    guard !representations.isEmpty else {
      throw ActionError.usage("a --new-item has no file; add one after it")
    }
    open = nil
    add(representations)
  }

  /// Adds an item with the pending name and promises.
  private mutating func add(_ representations: [PackedRepresentation]) {
    var item = PackedItem(representations, name: pendingName)
    item.promises = pendingPromises
    entries.append(.item(item))
    pendingName = nil
    pendingPromises = []
  }

  private func refuseDangling(before place: String) throws {
    guard pending.isEmpty else {
      throw ActionError.usage(
        "--from, --kind, --visibility and --in-place must come before a file, not before \(place)")
    }
  }
}
