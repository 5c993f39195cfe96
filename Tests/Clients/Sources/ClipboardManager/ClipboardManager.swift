import Foundation

// A clipboard manager as it is written for a Mac: it polls the pasteboard, keeps what was copied, and copies it again.
#if canImport(AppKit)
  import AppKit
#else
  import AppKitNames
#endif

extension NSPasteboard.PasteboardType {
  static let concealed = Self("org.nspasteboard.ConcealedType")
  static let fromHistory = NSPasteboard.PasteboardType(rawValue: "com.example.clipboard-manager.from-history")
  static let oldFilenames = NSPasteboard.PasteboardType("NSFilenamesPboardType")
}

extension NSPasteboard {
  /// The files that were copied, by their URLs or by the old list of paths.
  var filePaths: [String] {
    if let urls = readObjects(forClasses: [NSURL.self], options: [.urlReadingFileURLsOnly: true]) as? [URL],
      !urls.isEmpty
    {
      return urls.map { $0.path }
    }
    return propertyList(forType: .oldFilenames) as? [String] ?? []
  }
}

/// Something that was copied.
struct HistoryEntry: Equatable {
  enum Kind: String { case text, link, files, picture, other }
  var kind: Kind
  var title: String
  var contents: [[String: Data]]
}

final class ClipboardManager {
  private(set) var entries: [HistoryEntry] = []
  var onNewEntry: ((HistoryEntry) -> Void)?
  private let pasteboard: NSPasteboard
  private var changeCount: Int
  private let supported: Set<NSPasteboard.PasteboardType> = [
    .string, .rtf, .html, .png, .tiff, .fileURL, .URL,
  ]

  init(pasteboard: NSPasteboard = .general) {
    self.pasteboard = pasteboard
    changeCount = pasteboard.changeCount
  }

  /// Called by a timer, some times a second.
  func checkForChanges() {
    guard pasteboard.changeCount != changeCount else { return }
    changeCount = pasteboard.changeCount
    guard let types = pasteboard.types, !types.contains(.concealed), !types.contains(.fromHistory) else {
      return
    }
    guard let items = pasteboard.pasteboardItems, !items.isEmpty else { return }

    let contents = items.map { item -> [String: Data] in
      var data = [String: Data]()
      item.types.filter { supported.contains($0) }.forEach { type in
        data[type.rawValue] = item.data(forType: type)
      }
      return data
    }.filter { !$0.isEmpty }
    guard contents.count > 0 else { return }

    let (kind, title) = describe()
    let entry = HistoryEntry(kind: kind, title: title, contents: contents)
    entries.removeAll { $0.contents == entry.contents }
    entries.insert(entry, at: 0)
    onNewEntry?(entry)
  }

  private func describe() -> (HistoryEntry.Kind, String) {
    let files = pasteboard.filePaths
    if !files.isEmpty {
      return (.files, files.map { ($0 as NSString).lastPathComponent }.joined(separator: ", "))
    }
    if pasteboard.types?.contains(.URL) == true, let url = pasteboard.string(forType: .URL) {
      return (.link, url)
    }
    if let text = pasteboard.string(forType: .string) {
      return (.text, String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix(40)))
    }
    if pasteboard.canReadObject(forClasses: [NSImage.self], options: nil) { return (.picture, "Picture") }
    return (.other, pasteboard.types?.first?.rawValue ?? "Unknown")
  }

  /// Puts an entry on the pasteboard again.
  func copy(_ entry: HistoryEntry) {
    pasteboard.clearContents()
    let items = entry.contents.map { content -> NSPasteboardItem in
      let item = NSPasteboardItem()
      for (type, data) in content { item.setData(data, forType: NSPasteboard.PasteboardType(type)) }
      item.setString("", forType: .fromHistory)
      return item
    }
    pasteboard.writeObjects(items)
    checkForChanges()
  }

  /// Puts a text on the pasteboard that is not kept.
  func copyPassword(_ password: String) {
    pasteboard.declareTypes([.string, .concealed], owner: nil)
    pasteboard.setString(password, forType: .string)
    pasteboard.setData(Data(), forType: .concealed)
  }

  /// Copies the texts of all items, one below the other.
  func copyAsPlainText() {
    let texts = pasteboard.pasteboardItems?.compactMap { $0.string(forType: .string) } ?? []
    guard !texts.isEmpty else { return }
    let pb = pasteboard
    pb.clearContents()
    pb.setString(texts.joined(separator: "\n"), forType: .string)
  }

  func copyLink(_ url: URL, title: String) {
    pasteboard.clearContents()
    pasteboard.writeObjects([url as NSURL])
    pasteboard.writeObjects([title as NSString])
  }
}
