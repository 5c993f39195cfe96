import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// Makes the list of what is packed from the words of `pack`, one after the other.
struct DraftComposer {
  /// The options for the next file.
  private struct Pending {
    var type: TypeArgument?
    var kind: RepresentationKind?
    var visibility: RepresentationVisibility?
    var isInPlace = false

    var isEmpty: Bool { type == nil && kind == nil && visibility == nil && !isInPlace }
  }

  private let team: String?
  private let group: String?
  private let context: ActionContext
  /// The coders, once something is promised.
  private var coders: AvailableCoders?
  private var list: PackingList
  private var pending: Pending
  /// The options for the next item.
  private var pendingName: String?
  private var pendingPromises: [TypeArgument]
  /// Whether files become representations of the last item rather than an item each.
  private var isInItem: Bool
  private var usesInput: Bool

  private init(team: String?, group: String?, context: ActionContext) {
    self.team = team
    self.group = group
    self.context = context
    list = PackingList(typing: context.types)
    pending = Pending()
    pendingPromises = []
    isInItem = false
    usesInput = false
  }

  /// What the words of a command line describe.
  static func list(
    of words: [PackWord], team: String?, group: String?, context: ActionContext
  ) throws -> PackingList {
    var composer = DraftComposer(team: team, group: group, context: context)
    for word in words { try composer.take(word) }
    return try composer.finish()
  }

  private mutating func take(_ word: PackWord) throws {
    switch word {
    case .item:
      try refuseDangling(before: "--item")
      try endItem()
      list.draft.items.append(BundleDraft.Item())
      isInItem = true
    case .name(let name):
      guard pendingName == nil else { throw ActionError.usage("--name is given twice for one item") }
      pendingName = name
    case .promise(let type): pendingPromises.append(type)
    case .type(let type):
      guard pending.type == nil else { throw ActionError.usage("--type is given twice for one file") }
      pending.type = type
    case .kind(let kind): pending.kind = kind
    case .visibility(let visibility): pending.visibility = visibility
    case .inPlace: pending.isInPlace = true
    case .file(let file): try add(file)
    case .each(let folder): try addEach(below: folder)
    }
  }

  private mutating func finish() throws -> PackingList {
    try refuseDangling(before: "the end of the command line")
    try endItem()
    if pendingName != nil || !pendingPromises.isEmpty {
      throw ActionError.usage("--name and --promise must stand before a file, or inside an --item")
    }
    return list
  }

  private mutating func add(_ file: PathArgument) throws {
    if let path = try pathTypedWhenStored(file) {
      let file = BundleDraft.Representation(typedWhenStored: path)
      list.draft.items.append(BundleDraft.Item(suggestedName: pendingName, representations: [file]))
      pendingName = nil
      return
    }
    let representation = try representation(of: file)
    if isInItem {
      list.draft.items[list.draft.items.count - 1].representations.append(representation)
    } else {
      list.draft.items.append(BundleDraft.Item(representations: [representation]))
      try completeItem()
    }
  }

  /// The path of a file that is an item of its own and of which nothing needs the type before it is stored: its type is
  /// then found by the open file that is stored, so that it is opened once.
  private func pathTypedWhenStored(_ file: PathArgument) throws -> FilePath? {
    guard !isInItem, pending.isEmpty, pendingPromises.isEmpty, case .path(let path) = file,
      try FileStatus.ifPresent(path, followingLinks: false)?.kind == .regular
    else { return nil }
    return path
  }

  private mutating func addEach(below folder: FilePath) throws {
    guard !isInItem else {
      throw ActionError.usage("--each creates items and cannot be used inside an --item")
    }
    try refuseDangling(before: "--each")
    guard pendingName == nil && pendingPromises.isEmpty else {
      throw ActionError.usage("--name and --promise apply to one item and cannot be before --each")
    }
    // A file counts as the only one below itself.
    if try FileStatus.of(folder).kind == .regular { return try add(.path(folder)) }
    let files = try FileList(below: folder)
    if let leftOut = files.leftOut {
      let others = leftOut.count == 1 ? "" : " and \(leftOut.count - 1) more"
      Console.shared.note("--each left out what is not a file: \(leftOut.first)\(others)")
    }
    if files.count == 0 {
      throw ActionError.failure("\(folder) contains no files for --each")
    }
    list.append(files)
  }

  private mutating func representation(of file: PathArgument) throws -> BundleDraft.Representation {
    let said = pending
    pending = Pending()
    var representation: BundleDraft.Representation
    switch file {
    case .standardStream:
      guard let type = said.type else {
        throw ActionError.usage("standard input has no name that shows its type; put --type TYPE before -")
      }
      guard !usesInput else { throw ActionError.usage("standard input can be packed only once") }
      guard !said.isInPlace else { throw ActionError.usage("standard input cannot be offered in place") }
      usesInput = true
      representation = BundleDraft.Representation(
        .stream(.standardInput), typeIdentifier: try type.resolvedForContent(in: context).identifier,
        kind: said.kind ?? .data)
    case .path(let path):
      let type = try said.type?.resolvedForContent(in: context) ?? context.types.detect(path).type
      try refuseOtherForm(of: path, than: type)
      representation = BundleDraft.Representation(
        said.isInPlace ? .reference(path) : .file(path), typeIdentifier: type.identifier,
        kind: said.kind ?? .file, allowsOpenInPlace: said.isInPlace)
    }
    representation.audience = try audience(said.visibility)
    return representation
  }

  /// Refuses a folder under a type of files, and a file under a type of folders.
  private func refuseOtherForm(of path: FilePath, than type: UTType) throws {
    let isFolder = try FileStatus.of(path).kind == .folder
    if isFolder, context.types.registry.conforms(type, to: .data) {
      throw ActionError.failure(
        "\(path) is a folder, and \(type.identifier) is a type of files; omit --type or name another")
    }
    if !isFolder, context.types.registry.conforms(type, to: .directory) {
      throw ActionError.failure(
        "\(path) is not a folder, and \(type.identifier) is a type of folders; omit --type or name another"
      )
    }
  }

  private func audience(_ visibility: RepresentationVisibility?) throws -> BundledRepresentation.Audience {
    switch visibility {
    case .team:
      guard let team else {
        throw ActionError.usage("--visibility team needs --team NAME, so that a reader can name it")
      }
      return .team(team)
    case .group:
      guard let group else {
        throw ActionError.usage("--visibility group needs --group NAME, so that a reader can name it")
      }
      return .group(group)
    case .all, .ownProcess, nil: return .all
    }
  }

  private mutating func endItem() throws {
    guard isInItem else { return }
    guard list.draft.items.last?.representations.isEmpty == false else {
      throw ActionError.usage("an --item has no file; add one after it")
    }
    try completeItem()
    isInItem = false
  }

  /// Gives the last item its name and its promises.
  private mutating func completeItem() throws {
    let last = list.draft.items.count - 1
    list.draft.items[last].suggestedName = pendingName
    pendingName = nil
    let wanted = pendingPromises
    pendingPromises = []
    let objects = list.draft.items[last].representations.filter { $0.kind == .object }
    if !wanted.isEmpty || !objects.isEmpty {
      var coders = coders ?? AvailableCoders(in: context)
      for argument in wanted {
        let type = try argument.resolved(in: context)
        try list.draft.items[last].promise(type.identifier, with: &coders)
      }
      for object in objects {
        try list.draft.items[last].promiseAll(of: object.typeIdentifier, with: coders.own)
      }
      self.coders = coders
    }
    try refuseRepeatedTypes(in: list.draft.items[last])
  }

  private func refuseRepeatedTypes(in item: BundleDraft.Item) throws {
    var names: [String: String] = [:]
    for representation in item.representations {
      let name = representation.sourceDescription
      if let other = names.updateValue(name, forKey: representation.typeIdentifier.lowercased()) {
        throw ActionError.failure(
          """
          \(name) and \(other) are both \(representation.typeIdentifier), and one item offers a type once; \
          put --type TYPE before one of them, or --item between them
          """)
      }
    }
  }

  private func refuseDangling(before place: String) throws {
    guard pending.isEmpty else {
      throw ActionError.usage(
        "--type, --as, --visibility and --in-place must stand before a file, not before \(place)")
    }
  }
}

extension BundleDraft.Item {
  /// Adds a promise of a type, made of the representation from which it loses least.
  mutating func promise(_ type: String, with coders: inout AvailableCoders) throws {
    let stored = stored
    let plan = try coders.promisedPlan(from: stored.map(\.representation.typeIdentifier), to: type)
    promise(by: plan, of: stored)
  }

  /// Adds promises of all types that a representation can be written in, whatever its value, and that are not offered yet.
  mutating func promiseAll(of type: String, with conversions: ConversionRegistry) throws {
    let stored = stored
    for destination in conversions.destinations(from: type)
    where !representations.contains(where: {
      TypeIdentifier($0.typeIdentifier) == TypeIdentifier(destination)
    }) {
      let plan = try conversions.plan(from: stored.map(\.representation.typeIdentifier), to: destination)
      // A conversion that only some values allow is not promised.
      if plan.isCertain { promise(by: plan, of: stored) }
    }
  }

  /// What promises can be made of, with the places in the item.
  private var stored: [(place: Int, representation: BundleDraft.Representation)] {
    representations.enumerated().filter { !$0.element.isPromise }.map { ($0.offset, $0.element) }
  }

  private mutating func promise(
    by plan: ConversionPlan, of stored: [(place: Int, representation: BundleDraft.Representation)]
  ) {
    // A receiver that may not see the source must not get it by conversion.
    let source = stored[plan.sourceIndex]
    representations.append(
      BundleDraft.Representation(
        .promise(of: source.place, coder: plan.writer.name), typeIdentifier: plan.destinationIdentifier,
        kind: .data, audience: source.representation.audience))
  }
}

extension BundleDraft.Representation {
  var isPromise: Bool {
    if case .promise = content { true } else { false }
  }

  /// What a message calls the source.
  var sourceDescription: String {
    switch content {
    case .file(let path), .reference(let path): path.description
    case .stream: "standard input"
    case .bytes: "data"
    case .promise: "a promise"
    }
  }
}
