import Conversions
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// Makes a list of what is to be packed of the words of `pack`, one after the other.
struct DraftComposer {
  /// What was said of the next file and has not met it yet.
  private struct Pending {
    var type: TypeArgument?
    var kind: RepresentationKind?
    var visibility: RepresentationVisibility?
    var isInPlace = false

    var isEmpty: Bool { type == nil && kind == nil && visibility == nil && !isInPlace }
  }

  private let team: String?
  private let group: String?
  private let console: Console
  private let conversions = ConversionRegistry.own
  private var list = PackingList(typing: FileTypes())
  private var pending = Pending()
  /// What was said of the next item and has not met it yet.
  private var pendingName: String?
  private var pendingPromises: [TypeArgument] = []
  /// Whether files go to the last item rather than making one each.
  private var isInItem = false
  private var hasUsedInput = false

  private init(team: String?, group: String?, console: Console) {
    self.team = team
    self.group = group
    self.console = console
  }

  /// What the words of a command line describe.
  static func list(
    of words: [PackWord], team: String?, group: String?, console: Console
  ) throws -> PackingList {
    var composer = DraftComposer(team: team, group: group, console: console)
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
      guard pendingName == nil else { throw UsageError("--name is given twice for one item") }
      pendingName = name
    case .promise(let type): pendingPromises.append(type)
    case .type(let type):
      guard pending.type == nil else { throw UsageError("--type is given twice for one file") }
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
      throw UsageError("--name and --promise stand before the file they speak of, or inside an --item")
    }
    return list
  }

  private mutating func add(_ file: PathArgument) throws {
    let representation = try representation(of: file)
    if isInItem {
      list.draft.items[list.draft.items.count - 1].representations.append(representation)
    } else {
      list.draft.items.append(BundleDraft.Item(representations: [representation]))
      try completeItem()
    }
  }

  private mutating func addEach(below folder: FilePath) throws {
    guard !isInItem else {
      throw UsageError("--each makes items of its own and cannot stand inside an --item")
    }
    try refuseDangling(before: "--each")
    guard pendingName == nil && pendingPromises.isEmpty else {
      throw UsageError("--name and --promise speak of one item and cannot stand before --each")
    }
    // A file is below itself.
    if try FileStatus.of(folder).kind == .regular { return try add(.path(folder)) }
    let files = try FileList(below: folder)
    if let leftOut = files.leftOut {
      let others = leftOut.count == 1 ? "" : " and \(leftOut.count - 1) more"
      console.note("--each takes files; left out: \(leftOut.first)\(others)")
    }
    if files.count == 0 { throw Failure("there is no file below \(folder); --each would make no item") }
    list.append(files)
  }

  private mutating func representation(of file: PathArgument) throws -> BundleDraft.Representation {
    let said = pending
    pending = Pending()
    var representation: BundleDraft.Representation
    switch file {
    case .standardStream:
      guard let type = said.type else {
        throw UsageError("standard input has no name to tell its type by: put --type TYPE before -")
      }
      guard !hasUsedInput else { throw UsageError("standard input can be packed only once") }
      guard !said.isInPlace else { throw UsageError("standard input cannot be offered in place") }
      hasUsedInput = true
      representation = BundleDraft.Representation(
        .stream(.standardInput), typeIdentifier: try type.resolvedForContent(console: console).identifier,
        kind: said.kind ?? .data)
    case .path(let path):
      let type = try said.type?.resolvedForContent(console: console) ?? ProgramTypes.detect(path).type
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
    if isFolder, type.conforms(to: .data) {
      throw Failure(
        "\(path) is a folder, and \(type.identifier) is a type of files; leave --type out or name another")
    }
    if !isFolder, type.conforms(to: .directory) {
      throw Failure(
        "\(path) is no folder, and \(type.identifier) is a type of folders; leave --type out or name another")
    }
  }

  private func audience(_ visibility: RepresentationVisibility?) throws -> BundledRepresentation.Audience {
    switch visibility {
    case .team:
      guard let team else {
        throw UsageError("--visibility team needs --team NAME, so that a reader can name it")
      }
      return .team(team)
    case .group:
      guard let group else {
        throw UsageError("--visibility group needs --group NAME, so that a reader can name it")
      }
      return .group(group)
    case .all, .ownProcess, nil: return .all
    }
  }

  private mutating func endItem() throws {
    guard isInItem else { return }
    guard list.draft.items.last?.representations.isEmpty == false else {
      throw UsageError("an --item has no file; name one behind it")
    }
    try completeItem()
    isInItem = false
  }

  /// Gives the last item what was said of it: its name, and what it promises.
  private mutating func completeItem() throws {
    let last = list.draft.items.count - 1
    list.draft.items[last].suggestedName = pendingName
    pendingName = nil
    let wanted = pendingPromises
    pendingPromises = []
    for argument in wanted {
      let type = try argument.resolved(console: console)
      try list.draft.items[last].promise(type.identifier, with: conversions)
    }
    for representation in list.draft.items[last].representations where representation.kind == .object {
      try list.draft.items[last].promiseAll(of: representation.typeIdentifier, with: conversions)
    }
    try refuseRepeatedTypes(in: list.draft.items[last])
  }

  private func refuseRepeatedTypes(in item: BundleDraft.Item) throws {
    var names: [String: String] = [:]
    for representation in item.representations {
      let name = representation.sourceDescription
      if let other = names.updateValue(name, forKey: representation.typeIdentifier.lowercased()) {
        throw Failure(
          """
          \(name) and \(other) are both \(representation.typeIdentifier), and one item offers a type once; \
          put --type TYPE before one of them, or --item between them
          """)
      }
    }
  }

  private func refuseDangling(before place: String) throws {
    guard pending.isEmpty else {
      throw UsageError("--type, --as, --visibility and --in-place stand before a file, not before \(place)")
    }
  }
}

extension BundleDraft.Item {
  /// Adds a promise of a type, made of the representation from which it loses least.
  mutating func promise(_ type: String, with conversions: ConversionRegistry) throws {
    let stored = stored
    let plan = try conversions.promisedPlan(from: stored.map(\.representation.typeIdentifier), to: type)
    promise(by: plan, of: stored)
  }

  /// Adds promises of all types that a representation can be written in, whatever its value, and that are not offered yet.
  mutating func promiseAll(of type: String, with conversions: ConversionRegistry) throws {
    let stored = stored
    for destination in conversions.destinations(from: type)
    where !representations.contains(where: { $0.typeIdentifier.lowercased() == destination.lowercased() }) {
      let plan = try conversions.plan(from: stored.map(\.representation.typeIdentifier), to: destination)
      // What only some values become may be asked for, but is not promised of any.
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
    // Nobody may get by conversion what he may not see as it is.
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
