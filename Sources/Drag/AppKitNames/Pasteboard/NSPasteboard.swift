#if !canImport(Darwin)
  public import Foundation
  package import Pasteboards
  import UniformTypes

  /// A pasteboard: copied items, written and read with AppKit's names.
  ///
  /// The contents are in memory and private to the process; the module `DesktopPasteboard` connects the general
  /// pasteboard to the desktop's clipboard. ``general`` has the same items as `UIPasteboard.general` of `UIKitNames`.
  ///
  /// Members that return data or objects block until the data has been made or loaded. All members can be used from any
  /// thread; promised data is made on the thread that asks for it.
  open class NSPasteboard: NSObject, @unchecked Sendable {
    /// The shared contents.
    package let pasteboard: Pasteboard

    private static let shared = NSPasteboard(.general)

    /// The pasteboard of the process, for commands that copy and paste.
    open class var general: NSPasteboard { shared }

    /// Shows shared contents.
    package init(_ pasteboard: Pasteboard) {
      self.pasteboard = pasteboard
      super.init()
    }

    /// Makes a pasteboard with a name that no other pasteboard has.
    public override convenience init() { self.init(.named(UUID().uuidString)) }

    /// Returns the pasteboard with a name, which is made if it does not exist.
    ///
    /// - Parameter name: the name.
    public required convenience init(name: Name) {
      self.init(name == .general ? .general : .named(name.rawValue))
    }

    /// Makes a pasteboard with a name that no other pasteboard has.
    ///
    /// - Returns: the pasteboard, which exists until `releaseGlobally()` is called.
    open class func withUniqueName() -> NSPasteboard { NSPasteboard() }

    /// The name.
    open var name: Name { pasteboard === Pasteboard.general ? .general : Name(pasteboard.name) }

    /// Empties the pasteboard and releases its name; does nothing for the general pasteboard.
    open func releaseGlobally() { Pasteboard.remove(named: pasteboard.name) }

    // MARK: Ownership

    /// The number of times that other contents were put on the pasteboard; zero at the start.
    ///
    /// Emptying the pasteboard and declaring types count; data that is written afterwards does not.
    open var changeCount: Int { pasteboard.changeCount }

    /// Empties the pasteboard.
    ///
    /// - Returns: the new change count.
    @discardableResult
    open func clearContents() -> Int { prepareForNewContents() }

    /// Empties the pasteboard.
    ///
    /// - Parameter options: whether the new contents are hidden from other processes.
    /// - Returns: the new change count.
    @discardableResult
    open func prepareForNewContents(with options: ContentsOptions = []) -> Int {
      pasteboard.setItems([], localOnly: options.contains(.currentHostOnly), by: .process)
    }

    /// Empties the pasteboard, and declares the types of one item.
    ///
    /// - Parameters:
    ///   - newTypes: the types, best first.
    ///   - newOwner: an `NSPasteboardTypeOwner`, which stores the data of a type on request. It is retained until the
    ///     contents are replaced. Nil, or any other object, if the program stores the data itself.
    /// - Returns: the new change count.
    @discardableResult
    open func declareTypes(_ newTypes: [PasteboardType], owner newOwner: Any?) -> Int {
      let item = PasteboardItem()
      promise(newTypes, of: newOwner, in: item)
      return pasteboard.setItems([item], by: .process)
    }

    /// Declares further types of the first item.
    ///
    /// - Parameters:
    ///   - newTypes: the types; the data of a type that exists is removed.
    ///   - newOwner: see `declareTypes(_:owner:)`.
    /// - Returns: the change count; zero if another program has put other contents on the pasteboard.
    @discardableResult
    open func addTypes(_ newTypes: [PasteboardType], owner newOwner: Any?) -> Int {
      if pasteboard.isOwnedByOtherProgram { return 0 }
      pasteboard.changeItems { promise(newTypes, of: newOwner, in: pasteboard.firstItem()) }
      return pasteboard.changeCount
    }

    private func promise(_ types: [PasteboardType], of owner: Any?, in item: PasteboardItem) {
      let identifiers = types.map(OldTypeName.identifier)
      guard let owner = owner as? any NSPasteboardTypeOwner else { return item.declare(identifiers) }
      let provider = Unchecked(owner)
      // The promise of an owner lasts until the contents are replaced, which the owner is told.
      let promise = PasteboardPromise(of: identifiers, endsWhenKept: false) { [self] _, identifier in
        // The owner knows the type by the name under which it declared it.
        let declared = types.first { OldTypeName.identifier(of: $0) == identifier }
        provider.value.pasteboard(self, provideDataForType: declared ?? PasteboardType(identifier))
      } end: { [self] in
        provider.value.pasteboardChangedOwner(self)
      }
      item.promise(identifiers, promise)
    }

    // MARK: Writing

    /// Adds an item for each object.
    ///
    /// The items that are there stay, also those of `declareTypes(_:owner:)`. A type that an object cannot be written as
    /// is left out.
    ///
    /// - Parameter objects: the objects, in order.
    /// - Returns: `false` if another program has put other contents on the pasteboard, or if one of the objects is an
    ///   item of a pasteboard already; nothing is written then.
    @discardableResult
    open func writeObjects(_ objects: [any NSPasteboardWriting]) -> Bool {
      if pasteboard.isOwnedByOtherProgram { return false }
      var items: [PasteboardItem] = []
      var bound: [NSPasteboardItem] = []
      for object in objects {
        guard let item = WrittenItem.make(of: object, on: self) else {
          for item in bound { item.unbind() }
          return false
        }
        if let own = object as? NSPasteboardItem { bound.append(own) }
        items.append(item)
      }
      pasteboard.addItems(items, counted: false)
      return true
    }

    /// Stores a string in the first item, which is made if there is none.
    ///
    /// - Parameters:
    ///   - string: the string.
    ///   - dataType: the type, in whose encoding the string is stored.
    /// - Returns: `false` if another program has put other contents on the pasteboard.
    @discardableResult
    open func setString(_ string: String, forType dataType: PasteboardType) -> Bool {
      setPropertyList(string, forType: dataType)
    }

    /// Stores data in the first item, which is made if there is none.
    ///
    /// - Parameters:
    ///   - data: the data; nil declares the type without data.
    ///   - dataType: the type.
    /// - Returns: `false` if another program has put other contents on the pasteboard.
    @discardableResult
    open func setData(_ data: Data?, forType dataType: PasteboardType) -> Bool {
      if pasteboard.isOwnedByOtherProgram { return false }
      let identifier = OldTypeName.identifier(of: dataType)
      return pasteboard.changeItems {
        guard let data else {
          pasteboard.firstItem().declare([identifier])
          return true
        }
        return pasteboard.firstItem().set(data, for: identifier)
      }
    }

    /// Stores a property list in the first item, which is made if there is none.
    ///
    /// A list of paths under the name `NSFilenamesPboardType` becomes an item with a file URL for each path.
    ///
    /// - Parameters:
    ///   - plist: `Data`, which is stored as it is, a string, or another object of a property list.
    ///   - dataType: the type.
    /// - Returns: `false` if the value cannot be part of a property list, or if another program has put other contents
    ///   on the pasteboard.
    @discardableResult
    open func setPropertyList(_ plist: Any, forType dataType: PasteboardType) -> Bool {
      if dataType == .filenames, let paths = plist as? [String] { return setPaths(paths) }
      let data = PropertyListForm.data(of: plist, as: OldTypeName.identifier(of: dataType))
      return data.map { setData($0, forType: dataType) } ?? false
    }

    private func setPaths(_ paths: [String]) -> Bool {
      let urls = paths.map { Data(URL(fileURLWithPath: $0).absoluteString.utf8) }
      guard let first = urls.first else { return true }
      guard setData(first, forType: .fileURL) else { return false }
      let others = urls.dropFirst().map { url in
        let item = PasteboardItem()
        item.set(url, for: PasteboardType.fileURL.rawValue)
        return item
      }
      if !others.isEmpty { pasteboard.addItems(others, counted: false) }
      return true
    }

    // MARK: Reading

    /// The items, in order; empty for an empty pasteboard, and never nil.
    open var pasteboardItems: [NSPasteboardItem]? {
      pasteboard.items.map { NSPasteboardItem($0, on: self) }
    }

    /// Returns the position of an item.
    ///
    /// - Parameter pasteboardItem: the item.
    /// - Returns: the index; `NSNotFound` if the item is not on the pasteboard.
    open func index(of pasteboardItem: NSPasteboardItem) -> Int {
      pasteboard.items.firstIndex { $0 === pasteboardItem.item } ?? NSNotFound
    }

    /// The types of all items, without duplicates: those of the first item first, then the old names of these types.
    ///
    /// It is never nil.
    open var types: [PasteboardType]? {
      let identifiers = pasteboard.contents(at: Date()).types
      return (identifiers + identifiers.compactMap(OldTypeName.name)).map { PasteboardType($0) }
    }

    /// Returns the first of some types that an item has.
    ///
    /// - Parameter types: the types, most preferred first.
    /// - Returns: one of the types; nil if no item has one.
    open func availableType(from types: [PasteboardType]) -> PasteboardType? {
      let offered = Set(pasteboard.contents(at: Date()).types.map { TypeIdentifier($0) })
      return types.first { offered.contains(TypeIdentifier(OldTypeName.identifier(of: $0))) }
    }

    /// Returns the strings of all items that have a type, joined by line breaks.
    ///
    /// - Parameter dataType: the type.
    /// - Returns: nil if no item has the type as text.
    open func string(forType dataType: PasteboardType) -> String? {
      let identifier = OldTypeName.identifier(of: dataType)
      let texts = data(of: identifier).compactMap { PropertyListForm.text($0, as: identifier) }
      return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// Returns the data of the first item that has a type.
    ///
    /// Plain text, RTF and RTFD of several items are joined by line breaks; RTF that cannot be read is left out.
    ///
    /// - Parameter dataType: the type.
    /// - Returns: nil if no item has the type, or if its data cannot be made.
    open func data(forType dataType: PasteboardType) -> Data? {
      let identifier = OldTypeName.identifier(of: dataType)
      return JoinedText.data(data(of: identifier), as: identifier)
    }

    /// Returns the property list of the first item that has a type.
    ///
    /// - Parameter dataType: the type; `NSFilenamesPboardType` has the paths of all files.
    /// - Returns: a string for a type of text or URLs; nil if no item has the type, or if its data is no property list.
    open func propertyList(forType dataType: PasteboardType) -> Any? {
      let identifier = OldTypeName.identifier(of: dataType)
      let data = data(of: identifier)
      guard dataType == .filenames else {
        return data.first.flatMap { PropertyListForm.value(of: $0, as: identifier) }
      }
      let paths = data.compactMap { URL(dataRepresentation: $0, relativeTo: nil)?.path }
      return paths.isEmpty ? nil : paths
    }

    /// Returns the data of each item that has a type.
    private func data(of identifier: String) -> [Data] {
      pasteboard.items.compactMap { $0.data(for: identifier) }
    }

    /// Reads an object of each item: of the first class in the list that reads one of the item's types.
    ///
    /// - Parameters:
    ///   - classArray: the classes, which conform to `NSPasteboardReading`; others are skipped.
    ///   - options: restrictions of the URLs that are read.
    /// - Returns: the objects, in the order of the items; items that no class reads are left out. Never nil.
    open func readObjects(forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil)
      -> [Any]?
    {
      ObjectReader(classArray, options, on: self).objects(of: pasteboard.items).map(\.object)
    }

    /// Returns whether a class can read at least one item, without reading it.
    ///
    /// - Parameters:
    ///   - classArray: the classes.
    ///   - options: restrictions of the URLs. With restrictions, the URLs are read.
    /// - Returns: `true` if a class reads one of the types.
    open func canReadObject(forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil)
      -> Bool
    {
      ObjectReader(classArray, options, on: self).canRead(pasteboard.items)
    }

    /// Returns whether an item has one of some types, or a type that conforms to one.
    ///
    /// - Parameter types: the type identifiers.
    /// - Returns: `true` if a type matches.
    open func canReadItem(withDataConformingToTypes types: [String]) -> Bool {
      pasteboard.items.contains { $0.type(accepting: types) != nil }
    }

    /// Whether the user is asked before contents are read; always `default`, because nothing asks here.
    open var accessBehavior: AccessBehavior { .default }

    /// Returns whether the other object shows the same pasteboard.
    open override func isEqual(_ object: Any?) -> Bool {
      (object as? NSPasteboard)?.pasteboard === pasteboard
    }

    /// A hash of the pasteboard's identity.
    open override var hash: Int { ObjectIdentifier(pasteboard).hashValue }
  }

  extension NSPasteboard {
    /// How new contents are shared.
    public struct ContentsOptions: OptionSet, Sendable, Hashable {
      /// The options as bits.
      public let rawValue: UInt
      /// Makes options from their raw value.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// The contents are hidden from other processes.
      public static let currentHostOnly = ContentsOptions(rawValue: 1)
    }

    /// The key of a restriction of what is read.
    public struct ReadingOptionKey: RawRepresentable, Hashable, Sendable {
      /// The key's name.
      public let rawValue: String
      /// Makes a key from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Whether only URLs of files are read, as a `Bool`.
      public static let urlReadingFileURLsOnly = ReadingOptionKey(
        rawValue: "NSPasteboardURLReadingFileURLsOnlyKey")
      /// The types of the files whose URLs are read, as an array of strings.
      ///
      /// The type of a file is that of its name; a file whose name has no known type is not read.
      public static let urlReadingContentsConformToTypes = ReadingOptionKey(
        rawValue: "NSPasteboardURLReadingContentsConformToTypesKey")
    }

    /// Whether the user is asked before contents are read.
    public enum AccessBehavior: Int, Sendable, Hashable {
      /// As the system decides.
      case `default` = 0
      /// The user is asked.
      case ask = 1
      /// Reading is allowed.
      case alwaysAllow = 2
      /// Reading is denied.
      case alwaysDeny = 3
    }
  }
#endif
