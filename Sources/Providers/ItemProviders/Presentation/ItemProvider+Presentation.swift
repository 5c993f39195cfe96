import ByteTools
import UniformTypes

/// Whether an item becomes part of what the receiver shows or a file beside it.
///
/// An editor takes what stands in ``inlineTypeIdentifiers`` into its text, an upload area or a mail's list of
/// attachments what stands in ``fileTypeIdentifiers``; each takes the first that it supports. The rules are
/// those that WebKit's public tests show of iOS, made whole where these say nothing:
///
/// - Text, rich text and images can become either; an address only becomes content; everything else only a
///   file.
/// - A style that the source prefers chooses where both are possible. It never takes away the only way there
///   is.
/// - Without a style, text is content, unless it was registered as a file or the suggested name has its
///   extension (`hello.txt`); images are offered both ways.
/// - A file's address is neither, nor is `public.url` beside it: where a file lies concerns no content.
/// - What has neither an extension nor a file registered for it, such as a program's private type, is no
///   file, unless the source prefers an attachment.
extension ItemProvider {
  /// The types, in registered order, that a receiver may take into its own content.
  ///
  /// No handler runs.
  public var inlineTypeIdentifiers: [String] { presentations.filter(\.isInline).map(\.typeIdentifier) }

  /// The types, in registered order, that a receiver may keep as a file.
  ///
  /// They are one thing in several forms: a receiver keeps the first that it supports. No handler runs.
  public var fileTypeIdentifiers: [String] { presentations.filter(\.isFile).map(\.typeIdentifier) }

  private struct Presentation {
    let typeIdentifier: String
    let isInline: Bool
    let isFile: Bool
  }

  private var presentations: [Presentation] {
    let types = registeredTypeIdentifiers
    let kinds = state.withLock { state in types.map { state.representations[$0]?.kind } }
    let hasFileAddress = types.contains { TypeIdentifier.areEqual($0, "public.file-url") }
    return zip(types, kinds).map { type, kind in
      if FidelityOrder.isAddress(type) {
        return Presentation(typeIdentifier: type, isInline: !hasFileAddress, isFile: false)
      }
      let isText = Self.conforms(type, toAnyOf: Self.textTypes)
      guard isText || Self.conforms(type, toAnyOf: ["public.image"]) else {
        return Presentation(typeIdentifier: type, isInline: false, isFile: isFile(type, registeredAs: kind))
      }
      let style = preferredPresentationStyle
      let isNamed = suggestedName.map { FileNaming.isFileName($0, ofType: type) } ?? false
      let isFile = style == .attachment || style == .unspecified && (!isText || kind == .file || isNamed)
      return Presentation(
        typeIdentifier: type, isInline: style == .inline || style == .unspecified && (!isText || !isFile),
        isFile: isFile)
    }
  }

  /// What an editor of rich text shows as text.
  ///
  /// `public.text` is too much: business cards and JSON conform to it.
  private static let textTypes = [
    "public.plain-text", "public.html", "public.rtf", "com.apple.flat-rtfd", "com.apple.webarchive",
  ]

  private static func conforms(_ type: String, toAnyOf types: [String]) -> Bool {
    types.contains { TypeRegistry.current.conforms(identifier: type, to: $0) }
  }

  private func isFile(_ typeIdentifier: String, registeredAs kind: RepresentationKind?) -> Bool {
    if kind == .file || preferredPresentationStyle == .attachment { return true }
    return UTType(typeIdentifier)?.preferredFilenameExtension != nil
  }
}
