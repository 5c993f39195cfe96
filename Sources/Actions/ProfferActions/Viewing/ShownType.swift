import ProfferFileSystem
import UniformTypes

/// A type as a page shows it: a short name, and a color for its kind.
struct ShownType: Hashable {
  /// The identifier of the type.
  let identifier: String
  /// The short name of the type; the identifier if there is none.
  private(set) var name: String
  /// The class of the element that shows the name.
  let kind: Kind

  /// The kinds of types, which have different colors.
  enum Kind: Hashable {
    case text, picture, data, media, other
  }

  /// The identifiers of types, each with the kind of the types that conform to it, the most specific first.
  private static let kinds: [(identifier: String, kind: Kind)] = [
    ("public.image", .picture), ("com.apple.cocoa.pasteboard.color", .picture),
    ("public.audiovisual-content", .media), ("public.json", .data), ("public.delimited-values-text", .data),
    ("public.yaml", .data), ("com.apple.property-list", .data), ("public.spreadsheet", .data),
    ("public.database", .data), ("public.contact", .data), ("public.calendar-event", .data),
    ("public.archive", .other), ("public.html", .text), ("public.text", .text),
    ("public.composite-content", .text),
    ("com.apple.webarchive", .text), ("public.url", .text),
  ]

  init(_ identifier: String, in registry: TypeRegistry) {
    self.identifier = identifier
    let name = TypeNames.name(of: identifier, in: registry)
    self.name = PrintableText.line(name == identifier ? name : name.prefix(1).uppercased() + name.dropFirst())
    kind =
      Self.kinds.first { registry.conforms(identifier: identifier, to: $0.identifier) }?.kind ?? .other
  }

  /// The type with the end of its identifier in its name, for lists with several types of one name.
  var distinguished: ShownType {
    var type = self
    if let end = identifier.split(separator: ".").last {
      type.name += " (\(PrintableText.line(String(end))))"
    }
    return type
  }
}
