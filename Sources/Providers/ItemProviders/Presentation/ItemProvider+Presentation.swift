import ByteTools
import UniformTypes

/// The rules for presenting an item as part of the receiver's content or as a file.
///
/// An editor inserts content of one of the ``inlineTypeIdentifiers`` into its text. An upload area or a
/// list of mail attachments accepts a file of one of the ``fileTypeIdentifiers``. A receiver uses the first
/// type in the list that it supports. These are the rules of iOS, as WebKit's public tests show them, with
/// additions for cases that the tests do not cover:
///
/// - Text, rich text and images can be either content or files. A URL can only be content. All other
///   types can only be files.
/// - If an item can be both, the source's preferred style decides. If an item can be only content or only a
///   file, the preferred style does not change this.
/// - Without a preferred style, text is a file if it was registered as a file, or if the suggested name has
///   an extension of the text's type (`hello.txt`). Otherwise text is content. Images are both content and
///   files.
/// - A file URL is neither content nor a file, because the location of a file is not content. A
///   `public.url` that is registered together with a file URL is also neither.
/// - A type without an extension that was not registered as a file, such as a program's private type, is a
///   file only if the source prefers an attachment.
extension ItemProvider {
  /// The types, in registered order, that a receiver may insert into its own content.
  ///
  /// Reading this property does not call any handler.
  public var inlineTypeIdentifiers: [String] { presentations.filter(\.isInline).map(\.typeIdentifier) }

  /// The types, in registered order, that a receiver may keep as a file.
  ///
  /// The types are forms of one item, so a receiver keeps only the first type that it supports. Reading
  /// this property does not call any handler.
  public var fileTypeIdentifiers: [String] { presentations.filter(\.isFile).map(\.typeIdentifier) }

  private struct Presentation {
    let typeIdentifier: String
    let isInline: Bool
    let isFile: Bool
  }

  private var presentations: [Presentation] {
    let types = registeredTypeIdentifiers
    let registry = typeRegistry
    let kinds = state.withLock { state in types.map { state.representations[$0]?.kind } }
    let hasFileURL = types.contains { TypeIdentifier($0) == "public.file-url" }
    return zip(types, kinds).map { type, kind in
      if FidelityOrder.isURL(type) {
        return Presentation(typeIdentifier: type, isInline: !hasFileURL, isFile: false)
      }
      let isText = Self.conforms(type, toAnyOf: Self.textTypes, in: registry)
      guard isText || Self.conforms(type, toAnyOf: ["public.image"], in: registry) else {
        return Presentation(
          typeIdentifier: type, isInline: false, isFile: isFile(type, registeredAs: kind, in: registry))
      }
      let style = preferredPresentationStyle
      let isNamed = suggestedName.map { FileNaming.isFileName($0, ofType: type, in: registry) } ?? false
      let isFile = style == .attachment || style == .unspecified && (!isText || kind == .file || isNamed)
      return Presentation(
        typeIdentifier: type, isInline: style == .inline || style == .unspecified && (!isText || !isFile),
        isFile: isFile)
    }
  }

  /// The types that an editor of rich text shows as text.
  ///
  /// The list does not contain `public.text`, because business cards and JSON also conform to that type.
  private static let textTypes = [
    "public.plain-text", "public.html", "public.rtf", "com.apple.flat-rtfd", "com.apple.webarchive",
  ]

  private static func conforms(
    _ type: String, toAnyOf types: [String], in registry: TypeRegistry
  ) -> Bool {
    types.contains { registry.conforms(identifier: type, to: $0) }
  }

  private func isFile(
    _ typeIdentifier: String, registeredAs kind: RepresentationKind?, in registry: TypeRegistry
  ) -> Bool {
    if kind == .file || preferredPresentationStyle == .attachment { return true }
    return UTType(typeIdentifier, in: registry)?.preferredFilenameExtension(in: registry) != nil
  }
}
