public import ProfferFileSystem
import ProviderBundles

/// An action that shows a bundle as one HTML page.
///
/// The page has the pictures and texts of the items, their types and sizes, and the losses that conversions
/// would cause. A bundle is untrusted input, so the page has these properties:
///
/// - All text of the bundle is escaped. Formatted text is read as `RichText` and written again; markup of the
///   bundle is never copied. Links other than `http`, `https` and `mailto` become plain text.
/// - Pictures are decoded and encoded again. The page has no script, and its content security policy forbids
///   scripts and the network.
/// - No program is started, and no file outside the bundle is read.
/// - The page has at most 20 MB. Content that does not fit is listed by name.
public struct BundleView: Action {
  /// The page that was written.
  public struct Outcome: Sendable {
    /// The path of the page; nil if it was written to a stream.
    public let path: FilePath?
    /// The size of the page, in bytes.
    public let byteCount: Int
    /// The number of items in the bundle.
    public let itemCount: Int
    /// The number of items that have no card on the page, because the page would be too large.
    public let omittedItemCount: Int
  }

  /// The bundle.
  public var bundle: ActionInput
  /// The destination of the page; nil for a temporary page that only the user can read.
  ///
  /// A temporary page is in the runtime folder of the context or, without one, in the temporary folder. Each
  /// temporary page has a folder of its own. An action that writes a temporary page removes those of the same
  /// user that are older than one hour.
  public var output: ActionOutput?
  /// Whether to replace an existing file.
  public var replaces = false
  /// The limits on the page.
  package var limits = PageLimits()

  /// Creates an action that shows a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - output: the destination of the page; nil for a temporary page.
  public init(of bundle: ActionInput, to output: ActionOutput? = nil) {
    self.bundle = bundle
    self.output = output
  }

  /// Writes the page.
  ///
  /// Damaged content of an item is reported on the page.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the page.
  /// - Throws: the error of opening the bundle or writing the page.
  public func run(in context: ActionContext) throws -> Outcome {
    let opened = try bundle.openBundle(in: context)
    let name = bundle.path?.lastComponent?.description ?? bundle.description
    var page = BundlePage(of: opened, named: name, within: limits, in: context)
    let bytes = try page.make()
    return Outcome(
      path: try write(bytes, in: context), byteCount: bytes.count, itemCount: opened.itemCount,
      omittedItemCount: page.omittedItemCount)
  }

  private func write(_ bytes: [UInt8], in context: ActionContext) throws -> FilePath? {
    switch output {
    case nil: return try PrivatePage.write(bytes, in: context)
    case .stream(let write)?:
      try bytes.withUnsafeBytes(write)
      return nil
    case .path(let path)?: return try write(bytes, to: path)
    case .folder(let folder)?:
      try Folder.createWithParents(folder)
      return try write(bytes, to: folder)
    }
  }

  private func write(_ bytes: [UInt8], to path: FilePath) throws -> FilePath {
    let place = try OutputPlace(path, for: fileName)
    try place.writeFile(replacing: replaces) { write in try bytes.withUnsafeBytes(write) }
    return place.path
  }

  /// The name of the page in a folder: the name of the bundle with another extension.
  private var fileName: FileName {
    let name = bundle.path?.lastComponent?.bytes ?? Array("bundle".utf8)
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
    return FileName(bytes: (dot > 0 ? name[..<dot] : name[...]) + ".html".utf8) ?? PrivatePage.fileName
  }
}

/// The limits on the page of a bundle.
package struct PageLimits: Sendable {
  /// The maximum size of the page, in bytes.
  package var byteCount = 20_000_000
  /// The maximum size of a payload that is read, in bytes.
  package var payloadByteCount: UInt64 = 20_000_000
  /// The maximum size of a formatted document that is read, in bytes; plain text may be longer.
  package var documentByteCount: UInt64 = 4_000_000
  /// The maximum number of bytes that are read in total.
  package var readByteCount: UInt64 = 256_000_000
  /// The maximum number of bytes of a text that are shown.
  package var textByteCount = 1 << 17
  /// The time after which no further content is read.
  package var time = Duration.seconds(10)

  package init() {}
}
