import FileSystem
public import Foundation
public import UniformTypes

extension ItemProvider {
  /// Makes a provider of a file: its type by the extension, `public.data` where that says nothing, and then
  /// its address as `public.file-url`.
  ///
  /// Another address is offered as `URL` values are.
  ///
  /// Nothing looks at the file before a load, except that a URL ending in a slash is a folder's.
  ///
  /// - Returns: nil only when there is no URL.
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    self.init()
    register(contentsOf: url, contentType: nil, openInPlace: false, visibility: .all)
  }

  /// Makes a provider of a file and suggests the file's name.
  ///
  /// - Parameters:
  ///   - contentType: nil takes the type by the extension, `public.data` where that says nothing.
  ///   - openInPlace: whether receivers may open the file itself.
  ///   - coordinated: whether the copy is made under file coordination, which these platforms do not have;
  ///     without meaning when opened in place.
  ///   - visibility: who may see it.
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
