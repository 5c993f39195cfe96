import DesktopTransfer
import Foundation
import ImageCoders
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import TypeDiscovery
import UniformTypes

/// A copied item: its representations, and the types to which they can be converted.
struct CopiedItem {
  /// A representation of the item.
  struct Representation {
    let type: UTType
    /// Returns the contents for a program that requests this type.
    let contents: @Sendable () throws -> RepresentationContents
    /// Returns the source document for a conversion.
    let document: @Sendable () throws -> RepresentationSource
    /// Whether the representation is a promise: its bytes are created on request from another representation.
    var isPromise = false
    /// Whether the first mebibyte of the representation is text.
    ///
    /// Always false for an item of a bundle, because its bytes may have to be decompressed first.
    var beginsWithText = false
    /// The number of bytes; nil in a bundle or for a folder.
    var byteCount: UInt64?
    /// Opens the contents of a file that is too large for a private copy; nil for all others.
    var pieces: OfferedContent.Pieces?
  }

  /// Types that are offered as conversions, because programs commonly paste them; best first.
  static let receivedTypes: [UTType] = [.html, .rtf]
  /// Types in which spreadsheets are offered in addition, best first.
  static let tableTypes: [UTType] = [.tabSeparatedText, .commaSeparatedText]
  /// The types of documents that external converters convert.
  static let officeTypes = [
    "org.openxmlformats.wordprocessingml.document", "org.oasis-open.opendocument.text",
    "com.microsoft.word.doc", "com.microsoft.excel.xls", "com.microsoft.powerpoint.ppt",
  ]
  /// Types that are provided as plain text if they are requested.
  static let textTypes: [UTType] = [.text, .plainText, .utf8PlainText]

  /// Returns whether a conversion to a type is produced in the background.
  static func isPrepared(_ typeIdentifier: String) -> Bool {
    (receivedTypes + textTypes).contains { TypeIdentifier($0.identifier) == TypeIdentifier(typeIdentifier) }
  }

  /// The size of the item in bytes; nil if the item is a folder or in a bundle.
  var byteCount: UInt64? { representations.first?.byteCount }

  /// The name of the item in messages.
  let name: String
  /// The suggested name for files of the item.
  let suggestedName: String?
  /// The representations, best first.
  let representations: [Representation]
  /// The path of the item; nil if the item is from a stream or a bundle.
  let path: FilePath?
  /// Whether the item is a folder.
  let isFolder: Bool
  /// The size that the user sees, in bytes; nil for a folder.
  let shownByteCount: UInt64?
  /// Returns the stored preview of the item, or a picture of its best representation that is a picture or a color.
  ///
  /// Nil if there is neither. The size is the maximum size in pixels.
  let preview: @Sendable (ImagePreviewRenderer, PresentationSize) throws -> Image?
  /// Returns the path of the item's file, and creates the file if needed; nil if the item has no file.
  let file: (@Sendable () throws -> FilePath)?

  // MARK: Files

  /// Creates an item from a file or folder.
  ///
  /// - Parameter file: the open file whose type was detected; nil for a folder.
  init(_ path: FilePath, _ type: UTType, _ file: OpenFile?, in context: ActionContext) throws {
    name = path.description
    let path = try path.lastComponent == nil ? path.resolvingLinks() : path.absolute()
    self.path = path
    self.file = { path }
    suggestedName = path.lastComponent?.string
    isFolder = file == nil
    guard let file else {
      guard try FileStatus.of(path).kind == .folder else {
        throw ActionError.failure("\(path) is a device, a pipe or a socket, which cannot be copied")
      }
      shownByteCount = nil
      preview = { _, _ in nil }
      representations = [
        Representation(type: type) {
          .file(path, isInPlace: false)
        } document: {
          RepresentationSource(
            try DocumentContents(at: path), typeIdentifier: type.identifier, name: path.lastComponent?.string,
            limits: context.readingLimits)
        }
      ]
      return
    }
    representations = [
      try CopiedItem.representation(
        of: file, as: type, named: path.lastComponent, in: context,
        showing: FolderPictures(beside: path, in: context).resolver)
    ]
    shownByteCount = representations[0].byteCount
    preview = CopiedItem.preview(of: representations[0], in: context)
  }

  /// Creates an item from the contents of a stream, which are in an unnamed file.
  ///
  /// - Parameters:
  ///   - name: the name used in messages.
  ///   - type: the type of the contents.
  init(_ file: OpenFile, named name: String, as type: UTType, in context: ActionContext) throws {
    self.name = name
    suggestedName = nil
    path = nil
    self.file = nil
    isFolder = false
    representations = [
      try CopiedItem.representation(of: file, as: type, named: nil, in: context)
    ]
    shownByteCount = representations[0].byteCount
    preview = CopiedItem.preview(of: representations[0], in: context)
  }

  /// The size in bytes up to which a picture is read for a preview.
  private static let mostPreviewedByteCount: UInt64 = 64_000_000

  private static func preview(
    of representation: Representation, in context: ActionContext
  ) -> @Sendable (ImagePreviewRenderer, PresentationSize) throws -> Image? {
    { [types = context.types.registry] renderer, size in
      let identifier = representation.type.identifier
      guard representation.byteCount.map({ $0 <= mostPreviewedByteCount }) ?? false,
        renderer.renderableTypeIdentifiers.contains(where: {
          types.conforms(identifier: identifier, to: $0)
        }), case .data(let data) = try representation.contents()
      else { return nil }
      return try TypeRegistry.withCurrent(types) {
        try renderer.image(of: data, typeIdentifier: identifier, fitting: size)
      }
    }
  }

  /// Returns whether the first mebibyte of a file is text in UTF-8.
  private static func beginsWithText(_ file: OpenFile, _ byteCount: UInt64) throws -> Bool {
    let count = Int(min(byteCount, 1 << 20))
    return try file.bytes(at: 0, count: count).withUnsafeBytes { bytes in
      // The last character may be truncated.
      (0..<min(4, max(1, bytes.count))).contains { cut in
        String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
      } && !bytes.contains(0)
    }
  }

  private static func representation(
    of file: OpenFile, as type: UTType, named name: FileName?, in context: ActionContext,
    showing pictures: PictureResolver? = nil
  ) throws -> Representation {
    let (folder, limits) = (context.folders.temporary, context.readingLimits)
    let contents = try FileContents(of: file, file.status(), spoolingIn: folder)
    let snapshot = try FileSnapshot(of: contents, in: folder)
    return Representation(
      type: type,
      contents: { .data(try snapshot.data()) },
      document: {
        var source = RepresentationSource(
          try snapshot.data(), typeIdentifier: type.identifier, name: name?.string, limits: limits)
        source.pictures = pictures
        return source
      },
      beginsWithText: try contents.byteCount > 0 && beginsWithText(contents.file, contents.byteCount),
      byteCount: contents.byteCount,
      pieces: snapshot.checkedPieces)
  }

  /// Returns the contents of files that are too large for private copies, by type identifier.
  func pieces(_ text: CopiedText?) -> [String: OfferedContent.Pieces] {
    var pieces: [String: OfferedContent.Pieces] = [:]
    for representation in representations { pieces[representation.type.identifier] = representation.pieces }
    let plain = UTType.utf8PlainText.identifier
    if !representations.contains(where: { $0.type == .utf8PlainText }) { pieces[plain] = text?.pieces }
    return pieces
  }

  // MARK: Bundles

  /// Returns the items of a bundle, with only the representations that every program may see.
  ///
  /// - Parameter files: creates and keeps files for the items.
  /// - Throws: ``ActionError`` if the extracted items would be much larger than the bundle.
  static func items(
    of bundle: ProviderBundle, extractingInto files: CopiedFiles, in context: ActionContext,
    _ note: (DesktopNote) -> Void
  ) throws -> [CopiedItem] {
    do {
      try bundle.checkExpansion(ofLargestIn: bundle.items, to: .other)
    } catch {
      throw ActionError.failure(
        "\(error.message); unpack it with a higher limit, and copy the files that you need", cause: error
      )
    }
    return bundle.items.enumerated().map { place, item in
      CopiedItem(item, place + 1, of: bundle, extractingInto: files, in: context, note)
    }
  }

  private init(
    _ item: BundledItem, _ number: Int, of bundle: ProviderBundle, extractingInto files: CopiedFiles,
    in context: ActionContext, _ note: (DesktopNote) -> Void
  ) {
    let (types, limits) = (context.types.registry, context.readingLimits)
    name = "item \(number) of \(bundle.path)"
    suggestedName = item.suggestedName
    path = nil
    let promises = PromiseResolver.standard(types: types, limits: limits)
    let best = bundle.visible(in: item, to: .other).map(\.representation).first {
      switch $0.storage {
      case .payload, .folder: true
      case .inPlace, .promise: false
      }
    }
    if case .folder = best?.storage { isFolder = true } else { isFolder = false }
    if case .payload(let payload) = best?.storage {
      shownByteCount = payload.byteCount
    } else {
      shownByteCount = nil
    }
    preview = { renderer, size in
      try TypeRegistry.withCurrent(types) {
        try bundle.picture(
          of: item, to: .other, by: renderer, fitting: size, readingAtMost: CopiedItem.mostPreviewedByteCount)
      }
    }
    if let best {
      let fileName = FileNaming.portable(best.fileName(in: item, types: types))
      file = {
        try bundle.verifyPayload(of: best)
        return try files.add(named: fileName) { try bundle.extract(best, to: $0) }
      }
    } else {
      file = nil
    }
    representations = bundle.visible(in: item, to: .other).compactMap {
      _, representation -> Representation? in
      // References are left out, because a reference can name any file on this machine, and the receiver may
      // be a web page.
      if case .inPlace(let reference) = representation.storage {
        note(.referenceLeftOut(reference.path, of: bundle.path))
        return nil
      }
      guard
        let type = UTType(identifier: representation.typeIdentifier, allowUndeclared: true, in: types)
      else { return nil }
      return Representation(
        type: type,
        contents: {
          try bundle.verifyPayload(of: representation)
          return try bundle.contents(of: representation, in: item, promises: promises)
        },
        document: {
          RepresentationSource(
            try DocumentContents(of: representation, in: bundle),
            typeIdentifier: representation.typeIdentifier,
            name: representation.name?.string, limits: limits)
        },
        isPromise: representation.isPromise)
    }
  }
}
