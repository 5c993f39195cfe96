#if !canImport(Darwin)
  import ByteTools
  public import Foundation
  package import Pasteboards
  import ItemProviders

  /// An item of a pasteboard, with data of several types.
  ///
  /// An item belongs to one pasteboard. When other contents replace it there, it has no types, and its setters return
  /// `false`. All members can be used from any thread.
  open class NSPasteboardItem: NSObject, NSPasteboardWriting, NSPasteboardReading, @unchecked Sendable {
    /// The stored item.
    package let item: PasteboardItem
    private let owner: Locked<NSPasteboard?>

    /// Makes an item without types.
    public override init() {
      item = PasteboardItem()
      owner = Locked(nil)
      super.init()
    }

    /// Shows an item of a pasteboard.
    convenience init(_ item: PasteboardItem, on pasteboard: NSPasteboard) {
      self.init(item, owner: Locked(pasteboard))
    }

    private init(_ item: PasteboardItem, owner: Locked<NSPasteboard?>) {
      self.item = item
      self.owner = owner
      super.init()
    }

    /// Makes nothing, because items are read as they are, not from a property list.
    ///
    /// - Parameters:
    ///   - propertyList: not used.
    ///   - type: not used.
    /// - Returns: nil.
    public required init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType)
    {
      nil
    }

    /// Records the pasteboard of the item.
    ///
    /// - Returns: `false` if the item has a pasteboard already, or had one.
    func bind(to pasteboard: NSPasteboard) -> Bool {
      owner.withLock { owner in
        guard owner == nil, !item.isRemoved else { return false }
        owner = pasteboard
        return true
      }
    }

    /// Forgets the pasteboard, because the item was not written to it.
    func unbind() { owner.withLock { $0 = nil } }

    /// The types, best first.
    open var types: [NSPasteboard.PasteboardType] { item.types.map { NSPasteboard.PasteboardType($0) } }

    /// Returns the first of some types that the item has, or that one of its types conforms to.
    ///
    /// A type that the item has exactly is preferred to one that conforms.
    ///
    /// - Parameter types: the types, most preferred first.
    /// - Returns: one of the types; nil if none matches.
    open func availableType(from types: [NSPasteboard.PasteboardType]) -> NSPasteboard.PasteboardType? {
      let offered = Set(item.types)
      let exact = types.first { offered.contains(OldTypeName.identifier(of: $0)) }
      return exact ?? types.first { item.type(accepting: [OldTypeName.identifier(of: $0)]) != nil }
    }

    // MARK: Storing

    /// Stores a string in the encoding of a type.
    ///
    /// - Parameters:
    ///   - string: the string.
    ///   - type: the type; a new one comes after the others.
    /// - Returns: `false` if other contents have replaced the item.
    @discardableResult
    open func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
      let identifier = OldTypeName.identifier(of: type)
      return set(PropertyListForm.encoded(string, as: identifier), for: identifier)
    }

    /// Stores data of a type.
    ///
    /// - Parameters:
    ///   - data: the data.
    ///   - type: the type; a new one comes after the others.
    /// - Returns: `false` if other contents have replaced the item.
    @discardableResult
    open func setData(_ data: Data, forType type: NSPasteboard.PasteboardType) -> Bool {
      set(data, for: OldTypeName.identifier(of: type))
    }

    /// Stores a property list as a type.
    ///
    /// - Parameters:
    ///   - propertyList: `Data`, which is stored as it is, a string, or another object of a property list.
    ///   - type: the type; a new one comes after the others.
    /// - Returns: `false` if the value cannot be part of a property list, or if other contents have replaced the item.
    @discardableResult
    open func setPropertyList(_ propertyList: Any, forType type: NSPasteboard.PasteboardType) -> Bool {
      let identifier = OldTypeName.identifier(of: type)
      return PropertyListForm.data(of: propertyList, as: identifier).map { set($0, for: identifier) } ?? false
    }

    /// Promises the data of types.
    ///
    /// - Parameters:
    ///   - dataProvider: stores the data in the item on request; retained until other contents replace the item.
    ///   - types: the types; new ones come after the others.
    /// - Returns: `false` if other contents have replaced the item.
    @discardableResult
    open func setDataProvider(
      _ dataProvider: any NSPasteboardItemDataProvider, forTypes types: [NSPasteboard.PasteboardType]
    ) -> Bool {
      let identifiers = types.map(OldTypeName.identifier)
      let provider = Unchecked(dataProvider)
      // The stored item keeps the promise, and outlives this object, which is made again for a late request.
      let promise = PasteboardPromise(of: identifiers, endsWhenKept: true) {
        [weak self, owner] item, identifier in
        provider.value.pasteboard(
          owner.withLock { $0 }, item: self ?? NSPasteboardItem(item, owner: owner),
          provideDataForType: NSPasteboard.PasteboardType(identifier))
      } end: { [owner] in
        guard let pasteboard = owner.withLock({ $0 }) else { return }
        provider.value.pasteboardFinishedWithDataProvider(pasteboard)
      }
      return change { item.promise(identifiers, promise) }
    }

    private func set(_ data: Data, for identifier: String) -> Bool {
      change { item.set(data, for: identifier) }
    }

    /// Changes the item, and tells the observers of its pasteboard if it has one.
    private func change(_ body: () -> Bool) -> Bool {
      guard let pasteboard = owner.withLock({ $0 }) else { return body() }
      return pasteboard.pasteboard.changeItems(body)
    }

    // MARK: Reading

    /// Returns the string of a type.
    ///
    /// - Parameter type: the type, which must be one of the item's.
    /// - Returns: nil if the item does not have the type, or if its data is not text.
    open func string(forType type: NSPasteboard.PasteboardType) -> String? {
      let identifier = OldTypeName.identifier(of: type)
      return item.data(for: identifier).flatMap { PropertyListForm.text($0, as: identifier) }
    }

    /// Returns the data of a type; blocks until promised data was made.
    ///
    /// - Parameter type: the type, which must be one of the item's.
    /// - Returns: nil if the item does not have the type, or if its data cannot be made.
    open func data(forType type: NSPasteboard.PasteboardType) -> Data? {
      item.data(for: OldTypeName.identifier(of: type))
    }

    /// Returns the property list of a type.
    ///
    /// - Parameter type: the type, which must be one of the item's.
    /// - Returns: a string for a type of text or URLs; nil if the item does not have the type, or if its data is no
    ///   property list.
    open func propertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      let identifier = OldTypeName.identifier(of: type)
      return item.data(for: identifier).flatMap { PropertyListForm.value(of: $0, as: identifier) }
    }

    // MARK: Protocols

    /// Returns the types of the item.
    open func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { types }

    /// Returns the property list of a type.
    open func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      propertyList(forType: type) ?? data(forType: type)
    }

    /// Returns `public.item`: every item can be read as an item.
    open class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      [NSPasteboard.PasteboardType("public.item")]
    }

    /// Returns whether the other object shows the same item.
    open override func isEqual(_ object: Any?) -> Bool { (object as? NSPasteboardItem)?.item === item }

    /// A hash of the item's identity.
    open override var hash: Int { ObjectIdentifier(item).hashValue }
  }
#endif
