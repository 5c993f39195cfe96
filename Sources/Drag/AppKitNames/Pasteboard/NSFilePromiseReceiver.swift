#if !canImport(Darwin)
  import AppleNames
  import ByteTools
  public import Foundation
  import ItemProviders
  import Pasteboards
  import ProfferFileSystem

  /// Receives the file that an item of a pasteboard promises.
  ///
  /// It also receives the file of an item provider that registered one.
  open class NSFilePromiseReceiver: NSObject, NSPasteboardReading, @unchecked Sendable {
    private enum Source {
      case promise(NSFilePromiseProvider)
      case provider(ItemProvider, typeIdentifier: String)
    }

    /// The paths of files that are being written, or are about to be.
    private static let reserved = Locked<Set<String>>([])

    private let source: Source
    private let names = Locked<[String]>([])
    /// The types of the file.
    public let fileTypes: [String]
    /// The names of the files; empty before they were asked for.
    ///
    /// The name of a provider's file is known only after the file is loaded.
    public var fileNames: [String] { names.withLock { $0 } }

    /// The types of items that promise a file, for `registerForDraggedTypes(_:)`.
    open class var readableDraggedTypes: [String] { FilePromise.types }

    /// The types of items that promise a file.
    open class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      readableDraggedTypes.map { NSPasteboard.PasteboardType($0) }
    }

    /// Makes nothing, because receivers are made of items, not of a property list.
    ///
    /// - Parameters:
    ///   - propertyList: not used.
    ///   - type: not used.
    /// - Returns: nil.
    public required init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType)
    {
      nil
    }

    /// Makes a receiver of an item; nil if the item promises no file.
    init?(receiving item: PasteboardItem) {
      guard let source = Self.source(of: item) else { return nil }
      self.source = source
      switch source {
      case .promise(let promise): fileTypes = [promise.fileType]
      case .provider(_, let typeIdentifier): fileTypes = [typeIdentifier]
      }
    }

    /// Returns whether an item promises a file.
    static func canReceive(_ item: PasteboardItem) -> Bool { source(of: item) != nil }

    private static func source(of item: PasteboardItem) -> Source? {
      if let promise = item.localObject?.object as? NSFilePromiseProvider { return .promise(promise) }
      let provider = item.provider
      let file = provider.offers.first { $0.kind == .file }
      return file.map { .provider(provider, typeIdentifier: $0.typeIdentifier) }
    }

    /// Has the file written into a folder.
    ///
    /// - Parameters:
    ///   - destinationDir: the folder, which exists.
    ///   - options: has no effect.
    ///   - operationQueue: the queue on which `reader` is called.
    ///   - reader: called once for each file, with its URL and nil, or with the URL of the file or the folder and the
    ///     error.
    open func receivePromisedFiles(
      atDestination destinationDir: URL, options: [AnyHashable: Any] = [:], operationQueue: OperationQueue,
      reader: @escaping @Sendable (URL, (any Error)?) -> Void
    ) {
      switch source {
      case .promise(let promise): receive(promise, in: destinationDir, operationQueue, reader)
      case .provider(let provider, let type):
        receive(provider, type, in: destinationDir, operationQueue, reader)
      }
    }

    private func receive(
      _ promise: NSFilePromiseProvider, in folder: URL, _ queue: OperationQueue,
      _ reader: @escaping @Sendable (URL, (any Error)?) -> Void
    ) {
      guard let delegate = promise.delegate else {
        let error = ItemProviderError(
          .itemUnavailableError, subject: promise.fileType, reason: "the delegate of its promise was released"
        )
        return queue.addOperation { reader(folder, error) }
      }
      let name = delegate.filePromiseProvider(promise, fileNameForType: promise.fileType)
      let url = Self.reserveURL(named: name, promise.fileType, in: folder)
      names.withLock { $0 = [url.lastPathComponent] }
      let writer = Unchecked(delegate)
      delegate.operationQueue(for: promise).addOperation {
        writer.value.filePromiseProvider(promise, writePromiseTo: url) { error in
          NSFilePromiseReceiver.release(url)
          queue.addOperation { reader(url, error) }
        }
      }
    }

    private func receive(
      _ provider: ItemProvider, _ typeIdentifier: String, in folder: URL, _ queue: OperationQueue,
      _ reader: @escaping @Sendable (URL, (any Error)?) -> Void
    ) {
      provider.loadFileRepresentation(forTypeIdentifier: typeIdentifier) { [names] file, error in
        guard let file else {
          queue.addOperation { reader(folder, error) }
          return
        }
        // The loaded file exists until this completion returns.
        let url = Self.reserveURL(named: file.lastPathComponent, typeIdentifier, in: folder)
        names.withLock { $0 = [url.lastPathComponent] }
        let failure: (any Error)?
        do {
          try FileManager.default.copyItem(at: file, to: url)
          failure = nil
        } catch {
          failure = error
        }
        Self.release(url)
        queue.addOperation { reader(url, failure) }
      }
    }

    /// Reserves a URL in a folder at which no file is or is being written; a name that is taken gets a number.
    ///
    /// The files of several promises are written at the same time, so a missing file does not make a name free.
    /// A name with slashes stays in the folder: they become hyphens.
    private static func reserveURL(named text: String, _ typeIdentifier: String, in folder: URL) -> URL {
      let whole = FileName(text)
      let name = FileNaming.name(
        suggested: whole == nil ? text : nil, sourceName: whole, typeIdentifier: typeIdentifier)
      func url(_ name: FileName) -> URL {
        folder.appendingPathComponent(String(decoding: name.bytes, as: UTF8.self))
      }
      return reserved.withLock { reserved in
        var free = url(name)
        var number = 2
        while reserved.contains(free.path) || FileManager.default.fileExists(atPath: free.path) {
          free = url(FileNaming.numbered(name, number))
          number += 1
        }
        reserved.insert(free.path)
        return free
      }
    }

    private static func release(_ url: URL) { reserved.withLock { _ = $0.remove(url.path) } }
  }
#endif
