#if !canImport(Darwin)
  import Foundation
  import Pasteboards

  /// Items of a pasteboard that are made of written objects.
  enum WrittenItem {
    /// Makes an item of an object.
    ///
    /// - Returns: nil if the object is an item of a pasteboard already.
    static func make(of object: any NSPasteboardWriting, on pasteboard: NSPasteboard) -> PasteboardItem? {
      if let own = object as? NSPasteboardItem { return own.bind(to: pasteboard) ? own.item : nil }
      let item = PasteboardItem(localObject: PasteboardItem.LocalObject(object))
      item.suggestedName = (object as? NSFilePromiseProvider)?.suggestedFileName
      for (index, type) in object.writableTypes(for: pasteboard).enumerated() {
        let identifier = OldTypeName.identifier(of: type)
        let options = object.writingOptions(forType: type, pasteboard: pasteboard)
        let isPromised = options == .positional ? index > 0 : options.contains(.promised)
        if isPromised {
          promise(type, identifier, of: Unchecked(object), in: item)
        } else if let data = data(of: object, type, identifier) {
          item.set(data, for: identifier)
        }
      }
      return item
    }

    private static func promise(
      _ type: NSPasteboard.PasteboardType, _ identifier: String,
      of object: Unchecked<any NSPasteboardWriting>,
      in item: PasteboardItem
    ) {
      let promise = PasteboardPromise(of: [identifier], endsWhenKept: true) { item, _ in
        if let data = data(of: object.value, type, identifier) { item.set(data, for: identifier) }
      }
      item.promise([identifier], promise)
    }

    private static func data(
      of object: any NSPasteboardWriting, _ type: NSPasteboard.PasteboardType, _ identifier: String
    ) -> Data? {
      object.pasteboardPropertyList(forType: type).flatMap { PropertyListForm.data(of: $0, as: identifier) }
    }
  }
#endif
