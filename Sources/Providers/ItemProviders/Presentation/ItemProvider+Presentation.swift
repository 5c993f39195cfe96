import ByteTools
import UniformTypes

/// The rules for presenting an item as part of the receiver's content or as a file.
///
/// An editor inserts a type of ``inlineTypeIdentifiers`` into its text. An upload area or a mail's list
/// of attachments uses a type of ``fileTypeIdentifiers``. Each uses the first type that it supports.
/// The rules are those of iOS, as shown by WebKit's public tests, with additions for cases that the
/// tests do not cover:
///
/// - Text, rich text and images can be either content or files. A URL can only be content. All other
///   types can only be files.
/// - If both are possible, the source's preferred style decides. It never removes the only possibility.
/// - Without a preferred style, text is content, unless it was registered as a file or the suggested
///   name has its extension (`hello.txt`). Images are offered in both ways.
/// - A file URL is neither, nor is a `public.url` beside it, because the location of a file is not
///   content.
/// - A type that has no extension and was not registered as a file, such as a program's private type,
///   is not a file, unless the source prefers an attachment.
extension ItemProvider {
  /// The types, in registered order, that a receiver may insert into its own content.
  ///
  /// This property runs no handler.
  public var inlineTypeIdentifiers: [String] { presentations.filter(\.isInline).map(\.typeIdentifier) }

  /// The types, in registered order, that a receiver may keep as a file.
  ///
  /// They are one item in several forms; a receiver keeps the first that it supports. This property runs
  /// no handler.
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
  /// `public.text` is too general: business cards and JSON conform to it.
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
