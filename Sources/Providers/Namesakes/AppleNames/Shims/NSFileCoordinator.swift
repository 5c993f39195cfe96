#if !canImport(Darwin)
  public import Foundation

  /// Runs functions that access files.
  ///
  /// On Apple's systems, the programs that use a file are notified before another program accesses it, and
  /// the access waits until they have saved the file. Other systems have no such service: here, each
  /// function runs at once, on the caller's thread, with the URL that the caller passed. The options and the
  /// file presenters have no effect, so `forUploading` passes a folder itself instead of an archive of the
  /// folder.
  open class NSFileCoordinator: NSObject {
    /// The way in which a file is read; has no effect.
    public struct ReadingOptions: OptionSet, Sendable {
      /// The bits of the options.
      public let rawValue: UInt

      /// Makes options.
      ///
      /// - Parameter rawValue: the bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Changes of other programs need not be saved.
      public static let withoutChanges = ReadingOptions(rawValue: 1)
      /// A symbolic link is followed.
      public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
      /// Only the metadata is read.
      public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
      /// The file is uploaded.
      public static let forUploading = ReadingOptions(rawValue: 8)
    }

    /// The way in which a file is written; has no effect.
    public struct WritingOptions: OptionSet, Sendable {
      /// The bits of the options.
      public let rawValue: UInt

      /// Makes options.
      ///
      /// - Parameter rawValue: the bits.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The file is deleted.
      public static let forDeleting = WritingOptions(rawValue: 1)
      /// The file is moved.
      public static let forMoving = WritingOptions(rawValue: 2)
      /// The file is changed.
      public static let forMerging = WritingOptions(rawValue: 4)
      /// The file is replaced.
      public static let forReplacing = WritingOptions(rawValue: 8)
      /// Only metadata that does not depend on the contents is written.
      public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
    }

    /// An identifier of the accesses that belong together; has no effect.
    open var purposeIdentifier = UUID().uuidString

    /// Makes a coordinator.
    ///
    /// - Parameter filePresenterOrNil: has no effect.
    public init(filePresenter filePresenterOrNil: (any NSFilePresenter)? = nil) { super.init() }

    /// The registered presenters; always empty, because presenters are not notified.
    open class var filePresenters: [any NSFilePresenter] { [] }

    /// Has no effect, because presenters are not notified.
    ///
    /// - Parameter filePresenter: the presenter.
    open class func addFilePresenter(_ filePresenter: any NSFilePresenter) {}

    /// Has no effect.
    ///
    /// - Parameter filePresenter: the presenter.
    open class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {}

    /// Runs a function that reads a file.
    ///
    /// - Parameters:
    ///   - url: the URL of the file.
    ///   - options: have no effect.
    ///   - outError: not changed, because nothing can fail before the function runs.
    ///   - reader: called once with the URL, before this method returns.
    open func coordinate(
      readingItemAt url: URL, options: ReadingOptions = [], error outError: UnsafeMutablePointer<NSError?>?,
      byAccessor reader: (URL) -> Void
    ) { reader(url) }

    /// Runs a function that writes a file.
    ///
    /// - Parameters:
    ///   - url: the URL of the file.
    ///   - options: have no effect.
    ///   - outError: not changed.
    ///   - writer: called once with the URL, before this method returns.
    open func coordinate(
      writingItemAt url: URL, options: WritingOptions = [], error outError: UnsafeMutablePointer<NSError?>?,
      byAccessor writer: (URL) -> Void
    ) { writer(url) }

    /// Runs a function that reads one file and writes another.
    ///
    /// - Parameters:
    ///   - readingURL: the URL of the file that is read.
    ///   - readingOptions: have no effect.
    ///   - writingURL: the URL of the file that is written.
    ///   - writingOptions: have no effect.
    ///   - outError: not changed.
    ///   - readerWriter: called once with the URLs, before this method returns.
    open func coordinate(
      readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
      writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
      error outError: UnsafeMutablePointer<NSError?>?, byAccessor readerWriter: (URL, URL) -> Void
    ) { readerWriter(readingURL, writingURL) }

    /// Runs a function that writes two files.
    ///
    /// - Parameters:
    ///   - url1: the URL of the first file.
    ///   - options1: have no effect.
    ///   - url2: the URL of the second file.
    ///   - options2: have no effect.
    ///   - outError: not changed.
    ///   - writer: called once with the URLs, before this method returns.
    open func coordinate(
      writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
      options options2: WritingOptions = [], error outError: UnsafeMutablePointer<NSError?>?,
      byAccessor writer: (URL, URL) -> Void
    ) { writer(url1, url2) }

    /// Runs a function that accesses several files, on a queue.
    ///
    /// - Parameters:
    ///   - intents: the files.
    ///   - queue: runs the function.
    ///   - accessor: called once on the queue, with nil.
    @preconcurrency
    open func coordinate(
      with intents: [NSFileAccessIntent], queue: OperationQueue,
      byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
    ) { queue.addOperation { accessor(nil) } }

    /// Has no effect, because presenters are not notified.
    ///
    /// - Parameters:
    ///   - oldURL: the former URL of a file.
    ///   - newURL: its new URL.
    open func item(at oldURL: URL, willMoveTo newURL: URL) {}

    /// Has no effect, because presenters are not notified.
    ///
    /// - Parameters:
    ///   - oldURL: the former URL of a file.
    ///   - newURL: its new URL.
    open func item(at oldURL: URL, didMoveTo newURL: URL) {}

    /// Has no effect, because no access waits.
    open func cancel() {}
  }

  /// A file and the way in which it is accessed.
  open class NSFileAccessIntent: NSObject, @unchecked Sendable {
    /// The URL of the file.
    public let url: URL

    private init(_ url: URL) {
      self.url = url
      super.init()
    }

    /// Makes an intent to read a file.
    ///
    /// - Parameters:
    ///   - url: the URL of the file.
    ///   - options: have no effect.
    /// - Returns: the intent.
    open class func readingIntent(
      with url: URL, options: NSFileCoordinator.ReadingOptions = []
    ) -> NSFileAccessIntent { NSFileAccessIntent(url) }

    /// Makes an intent to write a file.
    ///
    /// - Parameters:
    ///   - url: the URL of the file.
    ///   - options: have no effect.
    /// - Returns: the intent.
    open class func writingIntent(
      with url: URL, options: NSFileCoordinator.WritingOptions = []
    ) -> NSFileAccessIntent { NSFileAccessIntent(url) }
  }

  /// An object that shows a file and is told about accesses of other programs.
  ///
  /// No method of a presenter is called outside Apple's systems; see ``NSFileCoordinator``. The protocol has
  /// only the two properties that every presenter implements.
  public protocol NSFilePresenter: NSObjectProtocol {
    /// The URL of the file; nil if the object shows none.
    var presentedItemURL: URL? { get }
    /// The queue on which the object would be told about accesses.
    var presentedItemOperationQueue: OperationQueue { get }
  }
#endif
