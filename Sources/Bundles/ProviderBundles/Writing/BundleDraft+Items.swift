import ByteTools
import ItemProviders
import ProfferFileSystem

// Unchanged items of a bundle, and files of a long list, are not stored as values. An item of a draft takes
// about a kilobyte. Renaming one of 100,000 items would therefore take 100 MiB in addition to the bundle
// itself. Packing 100,000 files would take as much. For each item, the list stores either the item itself, or
// a source and an index in that source. In the second case, the item is made when it is read. Moving items
// within a list or between lists then moves only two numbers.

extension BundleDraft {
  /// The items of a draft, in order.
  ///
  /// An unchanged item of a bundle is made each time it is read, which takes some microseconds.
  public struct Items: Sendable {
    /// A source from which items are made.
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
      /// An item that is made when it is read, from its index in a source.
      case deferred(source: UInt32, number: UInt32)
      indirect case made(Item)
      /// An item that the caller is changing.
      case lent
    }

    private var places: [Place] = []
    private var sources: [Source] = []

    /// Makes an empty list.
    public init() {}

    /// Makes a list of all items of a bundle that was opened as a whole.
    init(keeping bundle: ProviderBundle) {
      sources = [.bundle(bundle)]
      places = bundle.items.indices.map { .deferred(source: 0, number: UInt32($0)) }
    }

    /// Adds an item for each file; the type of a file is detected when the file is stored.
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

    /// Converts ``Place`` values of another list to values of this list.
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

    /// Returns the items at the given indices, in the order of the indices.
    func selecting(_ wanted: some Sequence<Int>) -> Items {
      var selected = Items()
      selected.places = wanted.map { places[$0] }
      selected.sources = sources
      return selected
    }

    /// An item that is not an unchanged item of a bundle.
    enum NewItem {
      case made(Item)
      /// A file of a list; the item is not made, because the list may be long.
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
  /// The index of the first item.
  public var startIndex: Int { 0 }
  /// The index after the last item, which is the number of items.
  public var endIndex: Int { places.count }

  /// The item at an index, counted from 0.
  ///
  /// - Parameter position: the index of the item.
  public subscript(position: Int) -> BundleDraft.Item {
    get { item(at: places[position]) }
    _modify {
      // The item is moved out of the list, so that changing it does not copy its contents.
      var item = item(at: places[position])
      places[position] = .lent
      defer { places[position] = .made(item) }
      yield &item
    }
  }

  /// Exchanges two items.
  ///
  /// - Parameters:
  ///   - first: the index of an item.
  ///   - second: the index of another item.
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
  ///   - range: the indices of the items to replace.
  ///   - items: the new items.
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
  /// Makes a draft with all contents of a bundle, which can be changed and written again.
  ///
  /// The bytes remain in the bundle until the draft is written, and are then moved unchanged. On a file
  /// system that can share extents, no large payload is copied. Unknown members of the manifest and foreign
  /// entries are kept.
  ///
  /// - Parameter bundle: the bundle, which must not change before the draft is written. To change a bundle in
  ///   place, use `ProviderBundleWriter.edit`.
  /// - Throws: the errors of opening the whole bundle, if only some of its items are open; file system
  ///   errors.
  public init(of bundle: ProviderBundle) throws {
    let bundle = try bundle.whole()
    self.init(items: Items(keeping: bundle))
    typeDeclarations = bundle.manifest.typeDeclarations
    unknownMembers = bundle.manifest.unknownMembers
    foreignEntries = try bundle.storage.foreignEntries(besidesPreviewsOf: bundle.manifest)
  }
}

extension BundleDraft {
  /// Returns the number of payload bytes that are stored when the draft is written; nil if the draft has a
  /// stream.
  ///
  /// The length of a stream is known only at its end. The sources are examined, but not read.
  ///
  /// - Parameter skippingHidden: whether hidden files below folders are left out.
  package func payloadByteCount(skippingHidden: Bool = false) throws -> UInt64? {
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
          let files = try FileList(below: path, skippingHidden: skippingHidden)
          for number in 0..<files.count {
            sum.addSaturating(try FileStatus.of(files.path(at: number), followingLinks: false).byteCount)
          }
        }
      }
    }
    return sum
  }
}

/// The content of a representation in a bundle, which can be moved unchanged to another bundle.
///
/// This is a class, so that a representation of a draft contains only a pointer.
final class ExistingContent: Sendable {
  /// The bundle that contains the content.
  let bundle: ProviderBundle
  /// The representation in the bundle's manifest.
  let representation: BundledRepresentation
  /// The path by which the draft refers to the content.
  let place: FilePath

  init(bundle: ProviderBundle, representation: BundledRepresentation, place: FilePath) {
    self.bundle = bundle
    self.representation = representation
    self.place = place
  }

  /// Returns whether the content of a draft is still this content.
  func isContent(_ content: BundleDraft.Content) -> Bool {
    switch content {
    case .file(let path), .reference(let path): path == place
    case .bytes, .stream, .promise: false
    }
  }
}

/// The preview of an item of an open bundle.
public struct ExistingPreview: Sendable {
  /// The bundle that contains the preview.
  let bundle: ProviderBundle
  /// The preview in the bundle's manifest.
  public let preview: BundledPreview
}

extension BundleDraft.Item {
  /// Makes an item from an item of a bundle.
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
  /// The content in an existing bundle; nil if the draft no longer refers to it.
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

  /// Returns the path of an entry inside a bundle, in a form for display.
  private static func place(_ path: String, in bundle: ProviderBundle) -> (BundleDraft.Content, FilePath) {
    let slash: [UInt8] = bundle.path.hasTrailingSlash ? [] : [UInt8(ascii: "/")]
    guard let place = FilePath(bytes: bundle.path.bytes + slash + path.utf8) else {
      preconditionFailure("a checked path has no NUL")
    }
    return (.file(place), place)
  }
}
