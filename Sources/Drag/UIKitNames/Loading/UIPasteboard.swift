#if !canImport(Darwin)
  public import AppleNames
  import ByteTools
  import Dispatch
  public import DragAndDrop
  public import Foundation
  public import ItemProviders

  /// A pasteboard: copied providers that are shared by the whole process.
  ///
  /// The object wraps a ``Pasteboard``. The contents are private to the process and are not exchanged with
  /// the desktop's clipboard. Members that return loaded data, such as ``string``, block until the providers
  /// have delivered the data. All members can be used from any thread.
  public final class UIPasteboard: NSObject, Sendable {
    /// The pasteboard of the process.
    public static let general = UIPasteboard()

    /// The key of an option for setting the contents.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
      /// The key's name.
      public let rawValue: String
      /// Makes a key from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Whether the contents are hidden from other processes, as a `Bool`.
      public static let localOnly = OptionsKey(rawValue: "localOnly")
      /// The date from which the contents are empty, as a `Date`.
      public static let expirationDate = OptionsKey(rawValue: "expirationDate")
    }

    private let contents = Locked(Pasteboard())

    /// Makes an empty pasteboard, as `withUniqueName()` does.
    override init() {}

    /// Makes an empty pasteboard that other code can access only through this object.
    ///
    /// - Returns: the pasteboard.
    public static func withUniqueName() -> UIPasteboard { UIPasteboard() }

    /// The number of times the contents were set.
    public var changeCount: Int { contents.withLock { $0.changeCount } }

    /// The number of providers.
    public var numberOfItems: Int { itemProviders.count }

    /// The providers, in order; setting the property replaces the contents.
    public var itemProviders: [ItemProvider] {
      get { contents.withLock { $0.itemProviders(for: .ownProcess) } }
      set { contents.withLock { $0.itemProviders = newValue } }
    }

    /// Replaces the contents.
    ///
    /// - Parameters:
    ///   - itemProviders: the providers, in order.
    ///   - localOnly: whether the contents are hidden from other processes.
    ///   - expirationDate: the date from which the contents are empty; nil for no expiration.
    public func setItemProviders(_ itemProviders: [ItemProvider], localOnly: Bool, expirationDate: Date?) {
      contents.withLock {
        $0.setItemProviders(itemProviders, localOnly: localOnly, expirationDate: expirationDate)
      }
    }

    /// Replaces the contents with objects, each in its own provider.
    ///
    /// - Parameter objects: the objects, in order.
    public func setObjects(_ objects: [any NSItemProviderWriting]) {
      itemProviders = objects.map { ItemProvider(object: $0) }
    }

    /// Replaces the contents with values, each in its own provider.
    ///
    /// - Parameter objects: the values, in order.
    public func setObjects(_ objects: [any ItemProviderWriting]) {
      contents.withLock { $0.setObjects(objects) }
    }

    /// The types of the first provider, in the provider's order; empty for an empty pasteboard.
    public var types: [String] { itemProviders.first?.registeredTypeIdentifiers ?? [] }

    /// Returns whether the first provider has a representation that conforms to one of the types.
    ///
    /// - Parameter pasteboardTypes: the type identifiers.
    /// - Returns: `true` if a representation matches.
    public func contains(pasteboardTypes: [String]) -> Bool {
      pasteboardTypes.contains { type in
        itemProviders.first?.hasItemConformingToTypeIdentifier(type) ?? false
      }
    }

    /// Returns the data of the first provider for a type; nil if the provider has no such data or the load
    /// fails.
    ///
    /// - Parameter pasteboardType: the type identifier.
    /// - Returns: the data.
    public func data(forPasteboardType pasteboardType: String) -> Data? {
      guard let provider = itemProviders.first,
        provider.hasItemConformingToTypeIdentifier(pasteboardType)
      else { return nil }
      return Self.waiting { completion in
        provider.loadDataRepresentation(forTypeIdentifier: pasteboardType) { data, _ in completion(data) }
      }
    }

    /// Replaces the contents with bytes of a type.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - pasteboardType: the type.
    public func setData(_ data: Data, forPasteboardType pasteboardType: String) {
      let provider = ItemProvider()
      provider.registerDataRepresentation(forTypeIdentifier: pasteboardType, visibility: .all) { completion in
        completion(data, nil)
        return nil
      }
      itemProviders = [provider]
    }

    // MARK: Objects

    /// The first string; setting the property replaces the contents.
    public var string: String? {
      get { strings?.first }
      set { strings = newValue.map { [$0] } }
    }
    /// The strings that can be loaded from the providers, in order; nil if there are no strings.
    ///
    /// Setting the property replaces the contents.
    public var strings: [String]? {
      get { objects(NSString.self)?.map { $0 as String } }
      set { setObjects((newValue ?? []).map { $0 as any ItemProviderWriting }) }
    }
    /// The first URL; setting the property replaces the contents.
    public var url: URL? {
      get { urls?.first }
      set { urls = newValue.map { [$0] } }
    }
    /// The URLs that can be loaded from the providers, in order; nil if there are no URLs.
    ///
    /// Setting the property replaces the contents.
    public var urls: [URL]? {
      get { objects(NSURL.self)?.map { $0 as URL } }
      set { setObjects((newValue ?? []).map { $0 as any ItemProviderWriting }) }
    }
    /// The first picture; setting the property replaces the contents.
    public var image: UIImage? {
      get { images?.first }
      set { images = newValue.map { [$0] } }
    }
    /// The pictures that can be loaded from the providers, in order; nil if there are no pictures.
    ///
    /// Setting the property replaces the contents.
    public var images: [UIImage]? {
      get { objects(UIImage.self) }
      set { setObjects((newValue ?? []).map { $0 as any NSItemProviderWriting }) }
    }
    /// The first color; setting the property replaces the contents.
    public var color: PreviewColor? {
      get { objects(PreviewColor.self)?.first }
      set { setObjects((newValue.map { [$0] } ?? []).map { $0 as any NSItemProviderWriting }) }
    }
    /// Whether at least one provider can load a string; nothing is loaded.
    public var hasStrings: Bool { canLoad(NSString.self) }
    /// Whether at least one provider can load a URL; nothing is loaded.
    public var hasURLs: Bool { canLoad(NSURL.self) }
    /// Whether at least one provider can load a picture; nothing is loaded.
    public var hasImages: Bool { canLoad(UIImage.self) }

    private func canLoad(_ type: any NSItemProviderReading.Type) -> Bool {
      itemProviders.contains { $0.canLoadObject(ofClass: type) }
    }

    /// Loads objects of a class from the providers, in order; returns nil if no object can be loaded.
    private func objects<Object: NSItemProviderReading>(_ type: Object.Type) -> [Object]? {
      let objects = itemProviders.filter { $0.canLoadObject(ofClass: type) }.compactMap { provider in
        Self.waiting { (completion: @escaping @Sendable (ReadObject<Object>?) -> Void) in
          provider.loadObject(ofClass: ReadObject<Object>.self) { object, _ in completion(object) }
        }?.object
      }
      return objects.isEmpty ? nil : objects
    }

    /// Blocks until a load finishes; the completion of the load runs on a background queue.
    private static func waiting<Value: Sendable>(
      _ load: (@escaping @Sendable (Value?) -> Void) -> Progress
    ) -> Value? {
      let loaded = Locked<Value?>(nil)
      let isFinished = DispatchSemaphore(value: 0)
      _ = load { value in
        loaded.withLock { $0 = value }
        isFinished.signal()
      }
      isFinished.wait()
      return loaded.withLock { $0 }
    }
  }
#endif
