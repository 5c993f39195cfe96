public import Foundation
import ItemProviders
import ProfferFileSystem

/// Bundles by file URL; a path that is not UTF-8 has no URL, and is opened by its `FilePath`.
extension ProviderBundle {
  /// Opens a bundle, a file or a folder with the same layout.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - limits: the largest bundle that is accepted.
  /// - Throws: `ItemProviderError` for a URL that is not a file's, ``BundleError`` that says what is wrong, and the file
  ///   system's error for what cannot be read.
  public init(opening url: URL, limits: BundleLimits = .standard) throws {
    try self.init(opening: FilePath(fileURL: url), limits: limits)
  }

  /// Opens a bundle for some of its items.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - items: the places of the items, counted from 0; places beyond the last item are ignored.
  ///   - limits: the largest bundle that is accepted.
  /// - Throws: `ItemProviderError` for a URL that is not a file's, ``BundleError`` that says what is wrong, and the file
  ///   system's error for what cannot be read.
  public init(opening url: URL, items: Range<Int>, limits: BundleLimits = .standard) throws {
    try self.init(opening: FilePath(fileURL: url), items: items, limits: limits)
  }

  /// The URL of the file or folder that the bundle was opened from.
  ///
  /// - Throws: `ItemProviderError` with code `pathNotRepresentableError` when the path is not UTF-8; use ``path`` then.
  public var url: URL {
    get throws { try path.fileURL(isFolder: storage.isFolder) }
  }
}
