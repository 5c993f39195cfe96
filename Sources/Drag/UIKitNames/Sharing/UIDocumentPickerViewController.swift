#if !canImport(Darwin)
  public import Foundation
  public import UniformTypes

  /// The purpose of a document picker; the older form of its initialisers.
  public enum UIDocumentPickerMode: UInt, Sendable, Hashable {
    /// Copies of documents are opened.
    case `import` = 0
    /// Documents are opened.
    case open = 1
    /// Copies of files are stored.
    case exportToService = 2
    /// Files are moved.
    case moveToService = 3
  }

  /// Receives the documents that were chosen in a document picker.
  @preconcurrency @MainActor
  public protocol UIDocumentPickerDelegate: AnyObject {
    /// Called when documents were chosen, or when files were exported.
    ///
    /// - Parameters:
    ///   - controller: the picker.
    ///   - urls: the documents, their copies, or the exported files, in order.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
    /// Called when a document was chosen; the older form of the method.
    ///
    /// - Parameters:
    ///   - controller: the picker.
    ///   - url: the first document.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL)
    /// Called when the picker was cancelled.
    ///
    /// - Parameter controller: the picker.
    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
  }

  extension UIDocumentPickerDelegate {
    /// Default implementation; calls the older form of the method with the first document.
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
      if let url = urls.first { documentPicker(controller, didPickDocumentAt: url) }
    }
    /// Default implementation; does nothing.
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL) {}
    /// Default implementation; does nothing.
    public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
  }

  /// A controller in which a test or a client chooses documents to open, or the folder to which files are exported.
  ///
  /// No documents are shown. A test presents the controller as the program does, and calls ``choose(_:)``,
  /// ``export(to:)`` or ``cancel()``, which stand for a tap of the user.
  @preconcurrency @MainActor
  open class UIDocumentPickerViewController: UIViewController {
    /// The object that receives the documents; a weak reference.
    open weak var delegate: (any UIDocumentPickerDelegate)?
    /// Whether several documents can be chosen; false by default.
    open var allowsMultipleSelection = false
    /// Whether the extensions of names are shown; has no effect.
    open var shouldShowFileExtensions = false
    /// The folder that is shown first; has no effect.
    open var directoryURL: URL?
    /// The purpose.
    public let documentPickerMode: UIDocumentPickerMode
    /// The types of the documents that can be opened; ``choose(_:)`` does not check them.
    public let contentTypes: [UTType]
    /// The files to export; empty if documents are opened.
    public let exportedURLs: [URL]

    private init(_ mode: UIDocumentPickerMode, contentTypes: [UTType] = [], exporting urls: [URL] = []) {
      documentPickerMode = mode
      self.contentTypes = contentTypes
      exportedURLs = urls
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a picker that opens documents.
    ///
    /// - Parameters:
    ///   - contentTypes: the types of the documents.
    ///   - asCopy: whether the delegate receives copies, each in a temporary folder of its own.
    public convenience init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool) {
      self.init(asCopy ? .import : .open, contentTypes: contentTypes)
    }

    /// Makes a picker that opens documents in their place.
    ///
    /// - Parameter contentTypes: the types of the documents.
    public convenience init(forOpeningContentTypes contentTypes: [UTType]) {
      self.init(.open, contentTypes: contentTypes)
    }

    /// Makes a picker that exports files.
    ///
    /// - Parameters:
    ///   - urls: the files.
    ///   - asCopy: whether the files are copied; if false, they are moved.
    public convenience init(forExporting urls: [URL], asCopy: Bool) {
      self.init(asCopy ? .exportToService : .moveToService, exporting: urls)
    }

    /// Makes a picker that moves files.
    ///
    /// - Parameter urls: the files.
    public convenience init(forExporting urls: [URL]) { self.init(.moveToService, exporting: urls) }

    /// Makes a picker that opens documents; the older form.
    ///
    /// - Parameters:
    ///   - allowedUTIs: the identifiers of the types; an invalid identifier is omitted.
    ///   - mode: the purpose.
    public convenience init(documentTypes allowedUTIs: [String], in mode: UIDocumentPickerMode) {
      self.init(mode, contentTypes: allowedUTIs.compactMap { UTType($0) })
    }

    /// Makes a picker that exports files; the older form.
    ///
    /// - Parameters:
    ///   - urls: the files.
    ///   - mode: the purpose.
    public convenience init(urls: [URL], in mode: UIDocumentPickerMode) { self.init(mode, exporting: urls) }

    /// Makes a picker that exports a file; the older form.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - mode: the purpose.
    public convenience init(url: URL, in mode: UIDocumentPickerMode) { self.init(mode, exporting: [url]) }

    /// Makes a picker that opens documents of any type, without reading the archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      documentPickerMode = .open
      contentTypes = [.item]
      exportedURLs = []
      super.init(coder: coder)
    }

    /// Chooses documents, as taps of the user would: dismisses the picker and calls the delegate.
    ///
    /// - Parameter documents: the documents; only the first counts unless several can be chosen. Without documents,
    ///   the picker stays.
    /// - Returns: the URLs that the delegate receives.
    /// - Throws: the errors of copying; the delegate is not called then, and copies that were made before the error
    ///   stay in their temporary folders.
    @discardableResult
    public func choose(_ documents: [URL]) throws -> [URL] {
      var urls = allowsMultipleSelection ? documents : Array(documents.prefix(1))
      if urls.isEmpty { return [] }
      if documentPickerMode == .import {
        // Each copy has a folder of its own, because documents of several folders can have the same name.
        urls = try urls.map { url in
          let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "picked-\(UUID().uuidString)", isDirectory: true)
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          return try Self.place(url, in: folder, moving: false)
        }
      }
      finish(urls)
      return urls
    }

    /// Exports the files to a folder, as a tap of the user would: copies or moves them, dismisses the picker and
    /// calls the delegate.
    ///
    /// - Parameter folder: the folder, which exists.
    /// - Returns: the URLs that the delegate receives; empty if there are no files to export.
    /// - Throws: the errors of copying or moving, for example if a file of that name exists; the delegate is not
    ///   called then, and files that were copied or moved before the error stay in the folder.
    @discardableResult
    public func export(to folder: URL) throws -> [URL] {
      let urls = try exportedURLs.map {
        try Self.place($0, in: folder, moving: documentPickerMode == .moveToService)
      }
      if !urls.isEmpty { finish(urls) }
      return urls
    }

    /// Closes the picker without a document, as a tap of the user would.
    public func cancel() {
      presentingViewController?.dismiss(animated: true)
      delegate?.documentPickerWasCancelled(self)
    }

    private func finish(_ urls: [URL]) {
      presentingViewController?.dismiss(animated: true)
      delegate?.documentPicker(self, didPickDocumentsAt: urls)
    }

    private static func place(_ url: URL, in folder: URL, moving: Bool) throws -> URL {
      let placed = folder.appendingPathComponent(url.lastPathComponent)
      if moving {
        try FileManager.default.moveItem(at: url, to: placed)
      } else {
        try FileManager.default.copyItem(at: url, to: placed)
      }
      return placed
    }
  }
#endif
