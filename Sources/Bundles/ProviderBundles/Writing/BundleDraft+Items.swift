extension BundleDraft {
  /// The items of a draft, in order.
  ///
  /// What came from a bundle and was not changed is only remembered by its place there, in a few bytes, and made when it is
  /// asked for, which costs some microseconds; moving such items about makes none of them.
  public struct Items: Sendable {
    /// Where an item is.
    private enum Place {
      /// In one of the bundles, as it is there.
      case kept(bundle: UInt32, number: UInt32)
      /// Here, as it was made or changed.
      indirect case new(Item)
      /// With somebody who is changing it.
      case lent
    }

    private var places: [Place] = []
    /// The bundles that items are kept of.
    private var bundles: [ProviderBundle] = []

    /// Makes an empty list.
    public init() {}

    /// All items of a bundle that was opened as a whole.
    init(keeping bundle: ProviderBundle) {
      bundles = [bundle]
      places = bundle.items.indices.map { .kept(bundle: 0, number: UInt32($0)) }
    }

    private func item(at place: Place) -> Item {
      switch place {
      case .kept(let bundle, let number):
        let bundle = bundles[Int(bundle)]
        return Item(keeping: bundle.items[Int(number)], of: bundle)
      case .new(let item): return item
      case .lent: preconditionFailure("an item is asked for while it is changed")
      }
    }

    /// Items of another list as places here.
    private mutating func taking(_ places: some Collection<Place>, of other: Items) -> [Place] {
      let numbers = other.bundles.map { bundle -> UInt32 in
        if let known = bundles.firstIndex(where: { $0.identity === bundle.identity }) { return UInt32(known) }
        bundles.append(bundle)
        return UInt32(bundles.count - 1)
      }
      return places.map { place in
        guard case .kept(let bundle, let number) = place else { return place }
        return .kept(bundle: numbers[Int(bundle)], number: number)
      }
    }

    /// Items as places here; those that are kept elsewhere stay kept.
    private mutating func places(for items: some Sequence<Item>) -> [Place] {
      switch items {
      case let items as Items: taking(items.places, of: items)
      case let items as Slice<Items>: taking(items.base.places[items.indices], of: items.base)
      default: items.map { .new($0) }
      }
    }

    /// The items at some places, in the order of the places.
    func selecting(_ wanted: some Sequence<Int>) -> Items {
      var selected = Items()
      selected.places = wanted.map { places[$0] }
      // All parts of one list share what they are kept of.
      selected.bundles = bundles
      return selected
    }

    /// Shows the items at some places, but for those that are kept of a bundle as they are there.
    func forEachNew(in range: Range<Int>, _ body: (Item) throws -> Void) rethrows {
      for place in places[range] {
        if case .new(let item) = place { try body(item) }
      }
    }
  }
}

extension BundleDraft.Items: RandomAccessCollection, MutableCollection {
  /// The place of the first item.
  public var startIndex: Int { 0 }
  /// How many items there are.
  public var endIndex: Int { places.count }

  /// The item at a place, counted from 0.
  public subscript(position: Int) -> BundleDraft.Item {
    get { item(at: places[position]) }
    _modify {
      // Whoever changes the item has the only copy, so that adding to it does not copy what it has.
      var item = item(at: places[position])
      places[position] = .lent
      defer { places[position] = .new(item) }
      yield &item
    }
  }

  /// Exchanges two items.
  public mutating func swapAt(_ first: Int, _ second: Int) { places.swapAt(first, second) }
}

extension BundleDraft.Items: RangeReplaceableCollection {
  /// Makes a list of items.
  public init(_ items: some Sequence<BundleDraft.Item>) {
    self.init()
    append(contentsOf: items)
  }

  /// Puts items in the place of others.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with items: some Collection<BundleDraft.Item>
  ) {
    let new = places(for: items)
    places.replaceSubrange(range, with: new)
  }

  /// Adds an item behind the others.
  public mutating func append(_ item: BundleDraft.Item) { places.append(.new(item)) }

  /// Adds items behind the others.
  public mutating func append(contentsOf items: some Sequence<BundleDraft.Item>) {
    let new = places(for: items)
    places += new
  }
}

extension BundleDraft.Items: ExpressibleByArrayLiteral {
  /// Makes a list of items.
  public init(arrayLiteral items: BundleDraft.Item...) { self.init(items) }
}
