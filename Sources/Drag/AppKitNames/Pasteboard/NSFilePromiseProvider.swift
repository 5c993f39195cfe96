#if !canImport(Darwin)
  public import Foundation
  import UniformTypes

  /// An object that writes a promised file.
  ///
  /// It implements one of the two methods that write the file: with a completion, or `async`.
  public protocol NSFilePromiseProviderDelegate: NSObjectProtocol {
    /// Returns the base name of the file.
    ///
    /// - Parameters:
    ///   - filePromiseProvider: the promise.
    ///   - fileType: the type of the file.
    /// - Returns: the name, with its extension and without folders.
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, fileNameForType fileType: String
    ) -> String
    /// Writes the file.
    ///
    /// - Parameters:
    ///   - filePromiseProvider: the promise.
    ///   - url: where the file is written.
    ///   - completionHandler: called once, with nil or with the error.
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, writePromiseTo url: URL,
      completionHandler: @escaping @Sendable ((any Error)?) -> Void)
    /// Writes the file.
    ///
    /// - Parameters:
    ///   - filePromiseProvider: the promise.
    ///   - url: where the file is written.
    /// - Throws: the reason why the file is not written.
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, writePromiseTo url: URL
    ) async throws
    /// Returns the queue on which the file is written.
    ///
    /// - Parameter filePromiseProvider: the promise.
    /// - Returns: the queue.
    func operationQueue(for filePromiseProvider: NSFilePromiseProvider) -> OperationQueue
  }

  extension NSFilePromiseProviderDelegate {
    /// Default implementation; calls the `async` method.
    public func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, writePromiseTo url: URL,
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      let delegate = Unchecked<any NSFilePromiseProviderDelegate>(self)
      Task {
        do {
          try await delegate.value.filePromiseProvider(filePromiseProvider, writePromiseTo: url)
          completionHandler(nil)
        } catch {
          completionHandler(error)
        }
      }
    }

    /// Default implementation; throws, because the delegate does not write the file.
    public func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, writePromiseTo url: URL
    ) async throws { throw CocoaError(.featureUnsupported) }

    /// Default implementation; returns the main queue.
    public func operationQueue(for filePromiseProvider: NSFilePromiseProvider) -> OperationQueue { .main }
  }

  /// A file that is written when a receiver asks for it.
  open class NSFilePromiseProvider: NSObject, NSPasteboardWriting, @unchecked Sendable {
    /// The type of the file.
    open var fileType: String
    /// The object that writes the file.
    open weak var delegate: (any NSFilePromiseProviderDelegate)?
    /// An object of the program's own.
    open var userInfo: Any?

    /// Makes a promise without a type.
    public override init() { fileType = "" }

    /// Makes a promise.
    ///
    /// - Parameters:
    ///   - fileType: the type of the file.
    ///   - delegate: writes the file.
    public init(fileType: String, delegate: any NSFilePromiseProviderDelegate) {
      self.fileType = fileType
      self.delegate = delegate
    }

    /// The types that announce a file.
    open func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      FilePromise.types.map { NSPasteboard.PasteboardType($0) }
    }

    /// Returns `.promised` for the URL of the file, which does not exist yet.
    open func writingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.WritingOptions { type.rawValue == FilePromise.url ? .promised : [] }

    /// Returns the type of the file, and its name; nil for the URL, because a receiver says where the file is written.
    open func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      switch type.rawValue {
      case FilePromise.contentType: fileType
      case FilePromise.suggestedName: suggestedFileName ?? ""
      default: nil
      }
    }

    /// The name of the file; nil if the delegate was released.
    var suggestedFileName: String? { delegate?.filePromiseProvider(self, fileNameForType: fileType) }
  }

  /// The types with which a promised file is announced.
  enum FilePromise {
    static let url = "com.apple.pasteboard.promised-file-url"
    static let contentType = "com.apple.pasteboard.promised-file-content-type"
    static let suggestedName = "com.apple.pasteboard.promised-suggested-file-name"
    static let types = [contentType, suggestedName, url]
  }
#endif
