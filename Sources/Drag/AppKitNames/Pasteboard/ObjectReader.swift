#if !canImport(Darwin)
  import Foundation
  import Pasteboards
  import UniformTypes

  /// Reads objects of classes from the items of a pasteboard.
  struct ObjectReader {
    private let classes: [any NSPasteboardReading.Type]
    private let pasteboard: NSPasteboard
    private let readsFilesOnly: Bool
    /// The types of the files whose URLs are read; nil for all.
    private let contentTypes: [String]?

    init(
      _ classes: [AnyClass], _ options: [NSPasteboard.ReadingOptionKey: Any]?, on pasteboard: NSPasteboard
    ) {
      self.classes = classes.compactMap { $0 as? any NSPasteboardReading.Type }
      self.pasteboard = pasteboard
      readsFilesOnly = options?[.urlReadingFileURLsOnly] as? Bool ?? false
      contentTypes = options?[.urlReadingContentsConformToTypes] as? [String]
    }

    /// Returns an object for each item that a class reads, with the index of the item.
    func objects(of items: [PasteboardItem]) -> [(index: Int, object: Any)] {
      items.enumerated().compactMap { index, item in
        classes.lazy.compactMap { object($0, of: item) }.first.map { (index, $0) }
      }
    }

    /// Returns whether a class reads an item.
    func canRead(_ items: [PasteboardItem]) -> Bool {
      items.contains { item in
        classes.contains { type in
          // The restrictions are about the URL, which is read for them.
          if type is NSURL.Type, isRestricted { return object(type, of: item) != nil }
          if type is NSFilePromiseReceiver.Type { return NSFilePromiseReceiver.canReceive(item) }
          return type is NSPasteboardItem.Type || self.type(type, of: item) != nil
        }
      }
    }

    private var isRestricted: Bool { readsFilesOnly || contentTypes != nil }

    private func object(_ type: any NSPasteboardReading.Type, of item: PasteboardItem) -> Any? {
      if type is NSPasteboardItem.Type { return NSPasteboardItem(item, on: pasteboard) }
      if type is NSFilePromiseReceiver.Type { return NSFilePromiseReceiver(receiving: item) }
      guard let place = self.type(type, of: item), let data = item.data(for: place.own) else { return nil }
      guard let object = made(type, of: data, as: place.own, readAs: place.accepted) else { return nil }
      if let url = object as? URL, type is NSURL.Type, !isRead(url) { return nil }
      return object
    }

    /// Returns the first readable type of a class that the item matches, and the item's own type.
    private func type(
      _ type: any NSPasteboardReading.Type, of item: PasteboardItem
    ) -> (accepted: NSPasteboard.PasteboardType, own: String)? {
      for accepted in type.readableTypes(for: pasteboard) {
        if let own = item.type(accepting: [OldTypeName.identifier(of: accepted)]) { return (accepted, own) }
      }
      return nil
    }

    private func made(
      _ type: any NSPasteboardReading.Type, of data: Data, as own: String,
      readAs accepted: NSPasteboard.PasteboardType
    ) -> Any? {
      let options = type.readingOptions(forType: accepted, pasteboard: pasteboard)
      let list: Any?
      if options.contains(.asKeyedArchive) {
        // Data that is no archive of the class is not read, as on the system.
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: [type], from: data)
      } else if options.contains(.asPropertyList) {
        list = PropertyListForm.value(of: data, as: own)
      } else if options.contains(.asString) {
        list = PropertyListForm.text(data, as: own)
      } else {
        list = data
      }
      return list.flatMap { type.init(pasteboardPropertyList: $0, ofType: NSPasteboard.PasteboardType(own)) }
    }

    private func isRead(_ url: URL) -> Bool {
      if readsFilesOnly, !url.isFileURL { return false }
      guard let contentTypes else { return true }
      guard url.isFileURL, let type = contentType(of: url) else { return false }
      return contentTypes.contains { TypeRegistry.current.conforms(identifier: type, to: $0) }
    }

    /// Returns the type of a file by its name, or of a folder; nil if the name has no known type.
    private func contentType(of url: URL) -> String? {
      let known = url.pathExtension.isEmpty ? nil : UTType(filenameExtension: url.pathExtension)
      if let known, !known.isDynamic { return known.identifier }
      return url.hasDirectoryPath ? UTType.folder.identifier : nil
    }
  }
#endif
