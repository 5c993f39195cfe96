#if !canImport(Darwin)
  import AppleNames
  import AppleValues
  public import DragAndDrop
  public import Foundation
  import ItemProviders
  import Pasteboards

  extension UIPasteboard {
    /// The first string; setting the property replaces the contents, and nil empties them.
    ///
    /// The getter blocks until the data was loaded. Do not call it on a thread that the provider of the data needs. The
    /// same applies to the other properties with contents.
    public var string: String? {
      get { strings?.first }
      set { strings = newValue.map { [$0] } }
    }

    /// The strings that can be loaded from the items, in order; nil if there are no strings.
    ///
    /// Setting the property replaces the contents, and nil empties them.
    public var strings: [String]? {
      get { objects(NSString.self)?.map { $0 as String } }
      set { setObjects((newValue ?? []).map { $0 as any ItemProviderWriting }) }
    }

    /// The first URL; setting the property replaces the contents, and nil empties them.
    public var url: URL? {
      get { urls?.first }
      set { urls = newValue.map { [$0] } }
    }

    /// The URLs that can be loaded from the items, in order; nil if there are no URLs.
    ///
    /// Setting the property replaces the contents, and nil empties them.
    public var urls: [URL]? {
      get { objects(NSURL.self)?.map { $0 as URL } }
      set { setObjects((newValue ?? []).map { $0 as any ItemProviderWriting }) }
    }

    /// The first picture; setting the property replaces the contents, and nil empties them.
    public var image: UIImage? {
      get { images?.first }
      set { images = newValue.map { [$0] } }
    }

    /// The pictures that can be loaded from the items, in order; nil if there are no pictures.
    ///
    /// Setting the property replaces the contents, and nil empties them.
    public var images: [UIImage]? {
      get { objects(UIImage.self) }
      set { setObjects((newValue ?? []).map { $0 as any NSItemProviderWriting }) }
    }

    /// The first color; setting the property replaces the contents, and nil empties them.
    public var color: PreviewColor? {
      get { colors?.first }
      set { colors = newValue.map { [$0] } }
    }

    /// The colors that can be loaded from the items, in order; nil if there are no colors.
    ///
    /// Setting the property replaces the contents, and nil empties them.
    public var colors: [PreviewColor]? {
      get { objects(PreviewColor.self) }
      set { setObjects((newValue ?? []).map { $0 as any NSItemProviderWriting }) }
    }

    /// Whether at least one item has a type of text; nothing is loaded.
    public var hasStrings: Bool { canLoad(NSString.self) }
    /// Whether at least one item has a type of URLs; nothing is loaded.
    public var hasURLs: Bool { canLoad(NSURL.self) }
    /// Whether at least one item has a type of pictures; nothing is loaded.
    public var hasImages: Bool { canLoad(UIImage.self) }
    /// Whether at least one item has a type of colors or of text with a color; nothing is loaded.
    public var hasColors: Bool { canLoad(PreviewColor.self) }

    private func canLoad(_ type: any NSItemProviderReading.Type) -> Bool {
      let accepted = type.readableTypeIdentifiersForItemProvider
      return pasteboard.items.contains { $0.type(accepting: accepted) != nil }
    }

    /// Loads objects of a class from the items, in order; returns nil if no object can be loaded.
    private func objects<Object: NSItemProviderReading>(_ type: Object.Type) -> [Object]? {
      let objects = itemProviders.filter { $0.canLoadObject(ofClass: type) }.compactMap { provider in
        BlockingLoad.value { (completion: @escaping @Sendable (ReadObject<Object>?) -> Void) in
          provider.loadObject(ofClass: ReadObject<Object>.self) { object, _ in completion(object) }
        }?.object
      }
      return objects.isEmpty ? nil : objects
    }
  }
#endif
