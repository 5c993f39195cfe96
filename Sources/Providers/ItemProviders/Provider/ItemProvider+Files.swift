public import Foundation
import ProfferFileSystem
public import UniformTypes

extension ItemProvider {
  /// Creates a provider that offers a file, and the file's URL as `public.file-url`.
  ///
  /// The type of the file is determined by its extension. If the extension is unknown, the type is
  /// `public.data`, or `public.folder` for a folder. The suggested name is the name of the file.
  ///
  /// A URL that is not a file URL is registered as a `URL` value.
  ///
  /// The file is not accessed before a load. A file URL that ends in a slash is treated as the URL of a
  /// folder.
  ///
  /// - Parameter url: a file URL, or any other URL. If it is nil, this initialiser returns nil.
  /// - Returns: the provider; nil only if the URL is nil.
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    self.init(contentsOf: url, contentType: nil)
  }

  /// Creates a provider that offers a file, with the file's name as the suggested name.
  ///
  /// - Parameters:
  ///   - url: a file URL. Any other URL is registered as a `URL` value.
  ///   - contentType: the type of the file; nil to determine the type by the extension. If the extension is
  ///     unknown, the type is `public.data`, or `public.folder` for a folder.
  ///   - openInPlace: whether receivers may open the file itself.
  ///   - coordinated: whether to coordinate access while the file is copied. This argument has no effect,
  ///     because these platforms do not support file coordination.
  ///   - visibility: the receivers that can see the representation.
  public convenience init(
    contentsOf url: URL, contentType: UTType?, openInPlace: Bool = false, coordinated: Bool = false,
    visibility: RepresentationVisibility = .all
  ) {
    self.init()
    if url.isFileURL, !url.lastPathComponent.isEmpty { suggestedName = url.lastPathComponent }
    register(contentsOf: url, contentType: contentType, openInPlace: openInPlace, visibility: visibility)
  }

  private func register(
    contentsOf url: URL, contentType: UTType?, openInPlace: Bool, visibility: RepresentationVisibility
  ) {
    if url.isFileURL {
      let contentType =
        contentType ?? Self.contentType(ofFileNamed: url.lastPathComponent, isFolder: url.hasDirectoryPath)
      registerFileRepresentation(for: contentType, visibility: visibility, openInPlace: openInPlace) {
        completion in
        completion(url, false, nil)
        return nil
      }
      register(.object(url, as: UTType.fileURL.identifier, visibility: visibility, kind: .data))
    } else {
      registerObject(url, visibility: visibility)
    }
  }

  private static func contentType(ofFileNamed name: String, isFolder: Bool) -> UTType {
    let fallback: UTType = isFolder ? .folder : .data
    guard let fileExtension = FileNaming.fileExtension(of: Array(name.utf8)) else { return fallback }
    let type = UTType(filenameExtension: fileExtension, conformingTo: isFolder ? .directory : .data)
    return type.map { $0.isDynamic ? fallback : $0 } ?? fallback
  }
}

// MARK: - Loading files by URL

extension ItemProvider {
  /// Loads a file, or opens the source's own file if the receiver and the source allow it.
  ///
  /// The second argument of the completion is true if the URL refers to the source's own file. The source's
  /// own file is not deleted, and writing to it changes the source's item. Any other file is deleted when
  /// the completion returns.
  ///
  /// - Parameters:
  ///   - contentType: the requested type.
  ///   - openInPlace: whether to open the source's own file if the source allows it.
  ///   - completionHandler: called once, on a background queue, with an error, or with the URL and a
  ///     Boolean that is true for the source's own file.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  public func loadFileRepresentation(
    for contentType: UTType, openInPlace: Bool = false,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    loadFile(forTypeIdentifier: contentType.identifier, openInPlace: openInPlace) { result in
      Self.lend(result, completionHandler)
    }
  }

  /// Loads the source's own file if the source allows that, otherwise a copy.
  ///
  /// A copy remains after the completion returns, until `releaseLocalCopy(at:)` is called or the process
  /// ends. Copies that remain after a process ended are deleted by the next process that loads a file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the requested type.
  ///   - completionHandler: called once, on a background queue, with an error, or with the URL and a
  ///     Boolean that is true for the source's own file.
  /// - Returns: the progress of the load. Cancelling the progress cancels the load.
  @discardableResult
  @preconcurrency
  public func loadInPlaceFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    loadFile(forTypeIdentifier: typeIdentifier, openInPlace: true) { result in
      let url = result.flatMap { file in Result { (file, try file.url) } }
      if let (file, _) = url.value, !file.isInPlace { LoadFolders.shared.hold(file) }
      completionHandler(url.value?.1, url.value?.0.isInPlace ?? false, url.error)
    }
  }

  /// Deletes a copy that `loadInPlaceFileRepresentation` created; has no effect for any other URL.
  ///
  /// - Parameter url: the URL that the completion received.
  public class func releaseLocalCopy(at url: URL) {
    do {
      LoadFolders.shared.releaseHeld(try FilePath(fileURL: url))
    } catch {
      // A URL that is not a file URL does not refer to a copy.
    }
  }

  /// Passes a file to a completion, and deletes the file afterwards unless it is the source's own file.
  static func lend(
    _ result: Result<LoadedFile, any Error>, _ completionHandler: (URL?, Bool, (any Error)?) -> Void
  ) {
    switch result.flatMap({ file in Result { (file, try file.url) } }) {
    case .success((let file, let url)):
      completionHandler(url, file.isInPlace, nil)
      file.release()
    case .failure(let error): completionHandler(nil, false, error)
    }
  }
}
