public import Foundation
import ProfferFileSystem
public import UniformTypes

extension ItemProvider {
  /// Makes a provider of a file: first under the type of its extension, `public.data` where that is unknown, then as
  /// its URL under `public.file-url`.
  ///
  /// The name of the file is suggested.
  ///
  /// A URL that is not a file's is offered like any `URL` value.
  ///
  /// The file is not accessed before a load; a URL that ends in a slash is a folder's.
  ///
  /// - Parameter url: the URL of a file or of anything else; nil makes no provider.
  /// - Returns: nil only for a URL that is nil.
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    self.init(contentsOf: url, contentType: nil)
  }

  /// Makes a provider of a file and suggests the file's name.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - contentType: nil takes the type of the extension, `public.data` where that is unknown.
  ///   - openInPlace: whether receivers may open the file itself.
  ///   - coordinated: whether the copy is made under file coordination; without effect, because these platforms do not
  ///     have it.
  ///   - visibility: which receivers can see it.
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
      registerDataRepresentation(for: .fileURL, visibility: visibility) { completion in
        url.loadData(
          withTypeIdentifier: UTType.fileURL.identifier, forItemProviderCompletionHandler: completion)
      }
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
  /// Loads a file that the receiver owns, named after the suggested name and the registered type.
  ///
  /// The file is deleted when the completion returns; move, copy or link it there to keep it.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - completionHandler: called once, on a background queue, with the URL of the file or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
  @discardableResult
  @preconcurrency
  public func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    loadFile(forTypeIdentifier: typeIdentifier) { result in
      Self.lend(result) { url, _, error in completionHandler(url, error) }
    }
  }

  /// Loads a file, in place where the receiver and the source allow it.
  ///
  /// The second argument of the completion is whether the URL is that of the source's own file: writing to it changes
  /// what the source offers, and it is not deleted. Otherwise the file is deleted when the completion returns.
  ///
  /// - Parameters:
  ///   - contentType: the type wanted.
  ///   - openInPlace: whether to open the source's own file where the source allows it.
  ///   - completionHandler: called once, on a background queue, with the URL and whether it is the source's own file,
  ///     or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
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

  /// Loads the source's own file where the source allows that, otherwise a copy.
  ///
  /// A copy exists after the completion, until `releaseLocalCopy(at:)` or the end of the process; the next process that
  /// loads a file deletes the copies of processes that ended.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type wanted.
  ///   - completionHandler: called once, on a background queue, with the URL and whether it is the source's own file,
  ///     or an error.
  /// - Returns: the progress of the load; cancelling it ends the load.
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

  /// Deletes a copy that `loadInPlaceFileRepresentation` made; does nothing for any other URL.
  ///
  /// - Parameter url: the URL that the completion received.
  public class func releaseLocalCopy(at url: URL) {
    do {
      LoadFolders.shared.releaseHeld(try FilePath(fileURL: url))
    } catch {
      // A URL that is not a file's is not that of a copy.
    }
  }

  /// Passes a file to a completion and deletes it afterwards.
  private static func lend(
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
