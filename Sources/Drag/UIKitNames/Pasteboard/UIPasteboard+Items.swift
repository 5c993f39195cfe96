#if !canImport(Darwin)
  public import AppleNames
  import AppleValues
  import DragAndDrop
  public import Foundation
  public import ItemProviders
  import Pasteboards

  extension UIPasteboard {
    /// The types of text.
    public static var typeListString: [String] { NSString.readableTypeIdentifiersForItemProvider }
    /// The types of URLs.
    public static var typeListURL: [String] { NSURL.readableTypeIdentifiersForItemProvider }
    /// The types of pictures.
    public static var typeListImage: [String] { UIImage.readableTypeIdentifiersForItemProvider }
    /// The types of colors.
    public static var typeListColor: [String] {
      ["com.apple.uikit.color", "com.apple.cocoa.pasteboard.color"]
    }
    /// A placeholder for the value's own types.
    public static var typeAutomatic: String { PasteboardValue.automatic }

    // MARK: Items

    /// The items, in order: the values by type.
    ///
    /// Reading the property makes or loads all data. A value is a string, a URL, a picture, a color, an object of a
    /// property list, or `Data` for all other types. Setting the property replaces the contents; an empty array empties
    /// the pasteboard. A value that cannot be stored is left out: see ``setValue(_:forPasteboardType:)``.
    public var items: [[String: Any]] {
      get {
        pasteboard.items.map { item in
          var values: [String: Any] = [:]
          for type in item.types {
            values[type] = item.data(for: type).map { PasteboardValue.value(of: $0, as: type) }
          }
          return values
        }
      }
      set { setItems(newValue, options: [:]) }
    }

    /// Replaces the contents.
    ///
    /// - Parameters:
    ///   - items: the items, in order: the values by type.
    ///   - options: whether the contents are hidden from other processes, and the date from which they are empty.
    public func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
      pasteboard.setItems(
        items.map(Self.item), localOnly: options[.localOnly] as? Bool ?? false,
        expirationDate: options[.expirationDate] as? Date)
    }

    /// Adds items after the others.
    ///
    /// Items that are added to contents of another program are not offered to other programs.
    ///
    /// - Parameter items: the items, in order: the values by type.
    public func addItems(_ items: [[String: Any]]) {
      pasteboard.addItems(items.map(Self.item), counted: true)
    }

    private static func item(_ values: [String: Any]) -> PasteboardItem {
      let item = PasteboardItem()
      // A dictionary has no order. The order of the names gives equal dictionaries equal items.
      for (type, value) in values.sorted(by: { $0.key < $1.key }) {
        PasteboardValue.store(value, as: type, in: item)
      }
      return item
    }

    /// Replaces the contents with objects, each in its own item.
    ///
    /// - Parameter objects: the objects, in order.
    public func setObjects(_ objects: [any NSItemProviderWriting]) {
      setObjects(objects, localOnly: false, expirationDate: nil)
    }

    /// Replaces the contents with objects, each in its own item.
    ///
    /// - Parameters:
    ///   - objects: the objects, in order.
    ///   - localOnly: whether the contents are hidden from other processes.
    ///   - expirationDate: the date from which the contents are empty; nil for no expiration.
    public func setObjects(_ objects: [any NSItemProviderWriting], localOnly: Bool, expirationDate: Date?) {
      setItemProviders(
        objects.map { ItemProvider(object: $0) }, localOnly: localOnly, expirationDate: expirationDate)
    }

    /// Replaces the contents with values, each in its own item.
    ///
    /// - Parameter objects: the values, in order.
    public func setObjects(_ objects: [any ItemProviderWriting]) { pasteboard.setObjects(objects) }

    /// Replaces the contents with values, each in its own item.
    ///
    /// - Parameters:
    ///   - objects: the values, in order.
    ///   - localOnly: whether the contents are hidden from other processes.
    ///   - expirationDate: the date from which the contents are empty; nil for no expiration.
    public func setObjects(_ objects: [any ItemProviderWriting], localOnly: Bool, expirationDate: Date?) {
      pasteboard.setObjects(objects, localOnly: localOnly, expirationDate: expirationDate)
    }

    // MARK: The first item

    /// The types of the first item, in its order; empty for an empty pasteboard.
    public var types: [String] { pasteboard.items.first?.types ?? [] }

    /// Returns whether the first item has one of the types, or a type that conforms to one.
    ///
    /// - Parameter pasteboardTypes: the types.
    /// - Returns: `true` if a type matches.
    public func contains(pasteboardTypes: [String]) -> Bool {
      pasteboard.items.first?.type(accepting: pasteboardTypes) != nil
    }

    /// Returns the data of the first item for a type, or for a type that conforms to it.
    ///
    /// - Parameter pasteboardType: the type.
    /// - Returns: the data; nil if the item has no such type, or if its data cannot be loaded.
    public func data(forPasteboardType pasteboardType: String) -> Data? {
      pasteboard.items.first.flatMap { Self.data(of: $0, as: pasteboardType)?.data }
    }

    /// Returns the value of the first item for a type, or for a type that conforms to it.
    ///
    /// - Parameter pasteboardType: the type.
    /// - Returns: a string, a URL, a picture, a color, an object of a property list, or `Data`; nil if the item has no
    ///   such type, or if its data cannot be loaded.
    public func value(forPasteboardType pasteboardType: String) -> Any? {
      pasteboard.items.first.flatMap { Self.value(of: $0, as: pasteboardType) }
    }

    /// Replaces the contents with one item that has data of a type.
    ///
    /// - Parameters:
    ///   - data: the data.
    ///   - pasteboardType: the type.
    public func setData(_ data: Data, forPasteboardType pasteboardType: String) {
      setItems([[pasteboardType: data]])
    }

    /// Replaces the contents with one item that has a value.
    ///
    /// A string, attributed text, a URL, a picture, `Data` and an object of a property list are stored as the type. A
    /// color is stored as CSS text. Other values, and pictures and texts that cannot be written as the type, are not
    /// stored, so that the item has no types.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - pasteboardType: the type, or ``typeAutomatic``.
    public func setValue(_ value: Any, forPasteboardType pasteboardType: String) {
      setItems([[pasteboardType: value]])
    }

    // MARK: Item sets

    /// Returns the types of some items.
    ///
    /// - Parameter itemSet: the indices of the items; nil for all items.
    /// - Returns: the types of each item, in order; nil if an index is out of range.
    public func types(forItemSet itemSet: IndexSet?) -> [[String]]? { items(in: itemSet)?.map(\.types) }

    /// Returns whether each of some items has one of the types, or a type that conforms to one.
    ///
    /// - Parameters:
    ///   - pasteboardTypes: the types.
    ///   - itemSet: the indices of the items; nil for all items.
    /// - Returns: `false` also if there are no items, or if an index is out of range.
    public func contains(pasteboardTypes: [String], inItemSet itemSet: IndexSet?) -> Bool {
      guard let items = items(in: itemSet), !items.isEmpty else { return false }
      return items.allSatisfy { $0.type(accepting: pasteboardTypes) != nil }
    }

    /// Returns the indices of the items that have one of the types, or a type that conforms to one.
    ///
    /// - Parameter pasteboardTypes: the types.
    /// - Returns: the indices; nil if no item has such a type.
    public func itemSet(withPasteboardTypes pasteboardTypes: [String]) -> IndexSet? {
      let found = pasteboard.items.enumerated().filter { $0.element.type(accepting: pasteboardTypes) != nil }
      return found.isEmpty ? nil : IndexSet(found.map(\.offset))
    }

    /// Returns the data of some items for a type, or for a type that conforms to it.
    ///
    /// - Parameters:
    ///   - pasteboardType: the type.
    ///   - itemSet: the indices of the items; nil for all items.
    /// - Returns: the data of the items that have it, in order; nil if an index is out of range.
    public func data(forPasteboardType pasteboardType: String, inItemSet itemSet: IndexSet?) -> [Data]? {
      items(in: itemSet)?.compactMap { Self.data(of: $0, as: pasteboardType)?.data }
    }

    /// Returns the values of some items for a type, or for a type that conforms to it.
    ///
    /// - Parameters:
    ///   - pasteboardType: the type.
    ///   - itemSet: the indices of the items; nil for all items.
    /// - Returns: the values of the items that have one, in order; nil if an index is out of range.
    public func values(forPasteboardType pasteboardType: String, inItemSet itemSet: IndexSet?) -> [Any]? {
      items(in: itemSet)?.compactMap { Self.value(of: $0, as: pasteboardType) }
    }

    /// Returns some items; nil if an index is out of range.
    func items(in itemSet: IndexSet?) -> [PasteboardItem]? {
      let items = pasteboard.items
      guard let itemSet else { return items }
      return itemSet.allSatisfy(items.indices.contains) ? itemSet.map { items[$0] } : nil
    }

    private static func data(of item: PasteboardItem, as type: String) -> (data: Data, type: String)? {
      guard let own = item.type(accepting: [type]), let data = item.data(for: own) else { return nil }
      return (data, own)
    }

    private static func value(of item: PasteboardItem, as type: String) -> Any? {
      data(of: item, as: type).map { PasteboardValue.value(of: $0.data, as: $0.type) }
    }
  }
#endif
