import ByteTools
import ItemProviders
import ProfferFileSystem

// The items of a draft that come from a bundle, or are files of a long list, are not stored as values: an item of a
// draft takes about a kilobyte, so that renaming one of 100,000 items would take 100 MiB beside the bundle itself, and
// packing as many files likewise. The list stores for each item either the item, or a source and a number in it, from
// which the item is made when it is read. Moving items about, in one list or between two, moves these two numbers.

extension BundleDraft {
  /// The items of a draft, in order.
  ///
  /// An item that comes from a bundle and is unchanged is made when it is read, which costs some microseconds.
  public struct Items: Sendable {
    /// Where items are made from.
    private enum Source: Sendable {
      case bundle(ProviderBundle)
      case files(FileList)

      func item(_ number: Int) -> Item {
        switch self {
        case .bundle(let bundle): Item(keeping: bundle.items[number], of: bundle)
        case .files(let list): Item(representations: [Representation(typedWhenStored: list.path(at: number))])
        }
      }

      func isSame(as other: Source) -> Bool {
        guard case .bundle(let mine) = self, case .bundle(let others) = other else { return false }
        return mine.identity === others.identity
      }
    }

    private enum Place {
      /// The item of a number in a source.
      case deferred(source: UInt32, number: UInt32)
      indirect case made(Item)
      /// The item is being changed by the caller.
      case lent
    }

    private var places: [Place] = []
    private var sources: [Source] = []

    /// Makes an empty list.
    public init() {}

    /// All items of a bundle that was opened as a whole.
    init(keeping bundle: ProviderBundle) {
      sources = [.bundle(bundle)]
      places = bundle.items.indices.map { .deferred(source: 0, number: UInt32($0)) }
    }

    /// Adds an item for each file, whose type is detected when it is stored.
    mutating func append(files list: FileList) {
      let source = UInt32(sources.count)
      sources.append(.files(list))
      places += (0..<list.count).lazy.map { .deferred(source: source, number: UInt32($0)) }
    }

    private func item(at place: Place) -> Item {
      switch place {
      case .deferred(let source, let number): return sources[Int(source)].item(Int(number))
      case .made(let item): return item
      case .lent: preconditionFailure("an item is read while it is changed")
      }
    }

    /// Places of another list as places of this one.
    private mutating func taking(_ places: some Collection<Place>, of other: Items) -> [Place] {
      let numbers = other.sources.map { source -> UInt32 in
        if let known = sources.firstIndex(where: { $0.isSame(as: source) }) { return UInt32(known) }
        sources.append(source)
        return UInt32(sources.count - 1)
      }
      return places.map { place in
        guard case .deferred(let source, let number) = place else { return place }
        return .deferred(source: numbers[Int(source)], number: number)
      }
    }

    private mutating func places(for items: some Sequence<Item>) -> [Place] {
      switch items {
      case let items as Items: taking(items.places, of: items)
      case let items as Slice<Items>: taking(items.base.places[items.indices], of: items.base)
      default: items.map { .made($0) }
      }
    }

    /// The items at some places, in the order of the places.
    func selecting(_ wanted: some Sequence<Int>) -> Items {
      var selected = Items()
      selected.places = wanted.map { places[$0] }
      selected.sources = sources
      return selected
    }

    /// An item that is not an unchanged item of a bundle.
    enum NewItem {
      case made(Item)
      /// A file of a list, whose item is not made, since the list may be long.
      case listed(FileList, number: Int)
    }

    /// Calls `body` with each item that is not an unchanged item of a bundle.
    func forEachNew(_ body: (NewItem) throws -> Void) rethrows {
      for place in places {
        switch place {
        case .made(let item): try body(.made(item))
        case .deferred(let source, let number):
          if case .files(let list) = sources[Int(source)] { try body(.listed(list, number: Int(number))) }
        case .lent: preconditionFailure("an item is read while it is changed")
        }
      }
    }
  }
}

extension BundleDraft.Items: RandomAccessCollection, MutableCollection {
  /// The place of the first item.
  public var startIndex: Int { 0 }
  /// The number of items.
  public var endIndex: Int { places.count }

  /// The item at a place, counted from 0.
  ///
  /// - Parameter position: the place of the item.
  public subscript(position: Int) -> BundleDraft.Item {
    get { item(at: places[position]) }
    _modify {
      // The caller has the only copy, so that adding to the item does not copy its contents.
      var item = item(at: places[position])
      places[position] = .lent
      defer { places[position] = .made(item) }
      yield &item
    }
  }

  /// Exchanges two items.
  ///
  /// - Parameters:
  ///   - first: the place of an item.
  ///   - second: the place of another one.
  public mutating func swapAt(_ first: Int, _ second: Int) { places.swapAt(first, second) }
}

extension BundleDraft.Items: RangeReplaceableCollection {
  /// Makes a list of items.
  ///
  /// - Parameter items: the items, in order.
  public init(_ items: some Sequence<BundleDraft.Item>) {
    self.init()
    append(contentsOf: items)
  }

  /// Replaces items.
  ///
  /// - Parameters:
  ///   - range: the places of the items to replace.
  ///   - items: the items that take their place.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with items: some Collection<BundleDraft.Item>
  ) {
    let new = places(for: items)
    places.replaceSubrange(range, with: new)
  }

  /// Adds an item at the end.
  ///
  /// - Parameter item: the item.
  public mutating func append(_ item: BundleDraft.Item) { places.append(.made(item)) }

  /// Adds items at the end.
  ///
  /// - Parameter items: the items, in order.
  public mutating func append(contentsOf items: some Sequence<BundleDraft.Item>) {
    let new = places(for: items)
    places += new
  }
}

extension BundleDraft.Items: ExpressibleByArrayLiteral {
  /// Makes a list of items.
  ///
  /// - Parameter items: the items, in order.
  public init(arrayLiteral items: BundleDraft.Item...) { self.init(items) }
}

// MARK: - Drafts of bundles

extension BundleDraft {
  /// Makes a draft of everything in a bundle, to be changed and written again.
  ///
  /// The bytes stay where they are until the draft is written, and are then moved unchanged: on a file system that shares
  /// extents nothing large is copied. Unknown members of the manifest and foreign entries are kept.
  ///
  /// - Parameter bundle: the bundle, which must not change before the draft is written. To change a bundle in its own
  ///   place use `ProviderBundleWriter.edit`.
  /// - Throws: the errors of opening the whole bundle where only some of its items are open, and the file system's error.
  public init(of bundle: ProviderBundle) throws {
    let bundle = try bundle.whole()
    self.init(items: Items(keeping: bundle))
    typeDeclarations = bundle.manifest.typeDeclarations
    unknownMembers = bundle.manifest.unknownMembers
    foreignEntries = try bundle.storage.foreignEntries(besidesPreviewsOf: bundle.manifest)
  }
}

extension BundleDraft {
  /// The number of bytes that are stored when the draft is written; nil where a stream says it only at its end.
  ///
  /// The sources are examined, and not read.
  package func payloadByteCount() throws -> UInt64? {
    var sum: UInt64 = 0
    for item in items {
      for representation in item.representations {
        if let kept = representation.keptContent {
          if case .inPlace = kept.representation.storage { continue }
          sum.addSaturating(kept.representation.byteCount ?? 0)
          continue
        }
        switch representation.content {
        case .bytes(let data): sum.addSaturating(UInt64(data.count))
        case .stream: return nil
        case .reference, .promise: break
        case .file(let path):
          let status = try FileStatus.of(path)
          guard status.kind == .folder else {
            sum.addSaturating(status.byteCount)
            continue
          }
          let files = try FileList(below: path)
          for number in 0..<files.count {
            sum.addSaturating(try FileStatus.of(files.path(at: number), followingLinks: false).byteCount)
          }
        }
      }
    }
    return sum
  }
}

/// The content of a representation in a bundle, to be moved from there unchanged.
///
/// A class, so that each representation of a draft pays for a pointer only.
final class ExistingContent: Sendable {
  /// The bundle that contains it.
  let bundle: ProviderBundle
  /// The representation in the bundle's manifest.
  let representation: BundledRepresentation
  /// The path of the content in the draft.
  let place: FilePath

  init(bundle: ProviderBundle, representation: BundledRepresentation, place: FilePath) {
    self.bundle = bundle
    self.representation = representation
    self.place = place
  }

  /// Whether a draft's content is still this one.
  func isContent(_ content: BundleDraft.Content) -> Bool {
    switch content {
    case .file(let path), .reference(let path): path == place
    case .bytes, .stream, .promise: false
    }
  }
}

/// The preview of an item of an open bundle.
public struct ExistingPreview: Sendable {
  /// The bundle that contains it.
  let bundle: ProviderBundle
  /// The preview in the bundle's manifest.
  public let preview: BundledPreview
}

extension BundleDraft.Item {
  /// An item of a bundle, to be changed and written again.
  fileprivate init(keeping item: BundledItem, of bundle: ProviderBundle) {
    self.init(
      suggestedName: item.suggestedName,
      representations: item.representations.map { BundleDraft.Representation(keeping: $0, of: bundle) })
    metadata = item.metadata
    preview = item.preview.map { .existing(ExistingPreview(bundle: bundle, preview: $0)) } ?? .absent
    unknownMembers = item.unknownMembers
  }
}

extension BundleDraft.Representation {
  /// The content of a bundle that the draft still names.
  var keptContent: ExistingContent? { kept.flatMap { $0.isContent(content) ? $0 : nil } }

  fileprivate init(keeping representation: BundledRepresentation, of bundle: ProviderBundle) {
    let content: BundleDraft.Content
    var place: FilePath?
    switch representation.storage {
    case .payload(let payload): (content, place) = Self.place(payload.path, in: bundle)
    case .folder(let path, _): (content, place) = Self.place(path, in: bundle)
    case .inPlace(let reference): (content, place) = (.reference(reference.path), reference.path)
    case .promise(let source, let coder): content = .promise(of: source, coder: coder)
    }
    self.init(
      content, typeIdentifier: representation.typeIdentifier, kind: representation.kind,
      audience: representation.audience, allowsOpenInPlace: representation.allowsOpenInPlace,
      name: representation.name, modification: representation.modification)
    kept = place.map { ExistingContent(bundle: bundle, representation: representation, place: $0) }
    unknownMembers = representation.unknownMembers
    unknownSourceMembers = representation.unknownSourceMembers
  }

  /// The path of something inside a bundle, in the words of people.
  private static func place(_ path: String, in bundle: ProviderBundle) -> (BundleDraft.Content, FilePath) {
    let slash: [UInt8] = bundle.path.hasTrailingSlash ? [] : [UInt8(ascii: "/")]
    guard let place = FilePath(bytes: bundle.path.bytes + slash + path.utf8) else {
      preconditionFailure("a checked path has no NUL")
    }
    return (.file(place), place)
  }
}
