import TransferWindows
import UniformTypes

extension WindowIcon {
  /// The icons of types, most specific first.
  ///
  /// Content has the icon of the first type to which it conforms.
  private static let kinds: [(typeIdentifier: String, icon: WindowIcon)] = [
    ("public.vcard", .contact), ("com.apple.color", .color), ("public.url", .link),
    ("com.apple.package", .richText), ("public.directory", .folder), ("public.image", .picture),
    ("public.movie", .film), ("public.audio", .sound), ("public.archive", .archive),
    ("public.delimited-values-text", .table), ("public.spreadsheet", .table), ("public.html", .richText),
    ("net.daringfireball.markdown", .richText), ("public.rtf", .richText),
    ("public.composite-content", .richText), ("public.text", .text),
  ]

  /// Creates the icon for content of a type.
  init(for typeIdentifier: String, in types: TypeRegistry) {
    let kind = WindowIcon.kinds.first {
      types.conforms(identifier: typeIdentifier, to: $0.typeIdentifier)
    }
    self = kind?.icon ?? .other
  }
}
