public import Foundation
import ItemProviders
import ProfferFileSystem

/// Opening bundles by file URL; a path that is not UTF-8 has no URL, so its `FilePath` must be used.
extension ProviderBundle {
  /// Opens a bundle, which is a file or a folder with the same layout.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - limits: the limits for the bundle.
  /// - Throws: `ItemProviderError` if the URL is not a file URL; ``BundleError`` if the bundle is invalid; a
  ///   file system error if it cannot be read.
  public init(opening url: URL, limits: BundleLimits = .standard) throws {
    try self.init(opening: FilePath(fileURL: url), limits: limits)
  }

  /// Opens a bundle for some of its items.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - items: the indices of the items, counted from 0; indices beyond the last item are ignored.
  ///   - limits: the limits for the bundle.
  /// - Throws: `ItemProviderError` if the URL is not a file URL; ``BundleError`` if the archive or one of
  ///   these items is invalid; a file system error if the bundle cannot be read.
  public init(opening url: URL, items: Range<Int>, limits: BundleLimits = .standard) throws {
    try self.init(opening: FilePath(fileURL: url), items: items, limits: limits)
  }

  /// The URL of the file or folder from which the bundle was opened.
  ///
  /// - Throws: `ItemProviderError` with the code `pathNotRepresentableError` if the path is not UTF-8; use
  ///   ``path`` in that case.
  public var url: URL {
    get throws { try path.fileURL(isFolder: storage.isFolder) }
  }
}
