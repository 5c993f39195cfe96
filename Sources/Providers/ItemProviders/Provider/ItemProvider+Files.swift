import FileSystem
public import Foundation
public import UniformTypes

extension ItemProvider {
  /// Loads a file of the receiver's own, named after the suggested name and the type served.
  ///
  /// The file is deleted when the completion returns; move, copy or link it there to keep it.
  @discardableResult
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
  /// The second argument of the completion says whether the URL is the source's own file: writing to it
  /// changes what the source offers, and nothing deletes it. Otherwise the file is deleted when the
  /// completion returns.
  @discardableResult
  public func loadFileRepresentation(
    for contentType: UTType, openInPlace: Bool = false,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    loadFile(forTypeIdentifier: contentType.identifier, openInPlace: openInPlace) { result in
      Self.lend(result, completionHandler)
    }
  }

  /// Loads the source's own file where it allows that, otherwise a copy.
  ///
  /// A copy stays after the completion, until `releaseLocalCopy(at:)` or the end of the process; the next
  /// process that loads a file deletes what an ended one left.
  @discardableResult
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

  /// Deletes a copy that `loadInPlaceFileRepresentation` made; any other URL is left alone.
  public class func releaseLocalCopy(at url: URL) {
    do {
      LoadFolders.shared.releaseHeld(try FilePath(fileURL: url))
    } catch {
      // What is no file's address is no copy of ours.
    }
  }

  /// Shows a file to a completion and deletes it afterwards.
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
