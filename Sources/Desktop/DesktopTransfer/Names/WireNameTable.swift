import UniformTypes

/// The names of content in the transfer protocols, if they differ from the MIME types of the content.
///
/// A row contains a type, the routes, a name, and the encoding of the bytes. The names of a type are in the
/// order in which they are offered. A type without a row is offered under its declared MIME types. For
/// received content, a name stands for the type in the first row that contains the name.
struct WireNameTable: Sendable {
  /// A row of the table.
  struct Row: Sendable {
    let typeIdentifier: String
    let routes: Set<TransferRouteKind>
    let name: String
    let form: WireForm
  }

  /// `*` means every route; `desktop` means X11 and Wayland.
  private static let text = """
    # Sources: ICCCM 2.6.2 (UTF8_STRING, STRING), RFC 2483 (text/uri-list), the file managers of GNOME,
    # MATE and KDE.
    public.utf8-plain-text  desktop   UTF8_STRING
    public.utf8-plain-text  *         text/plain;charset=utf-8
    public.utf8-plain-text  *         text/plain
    public.utf8-plain-text  wayland   TEXT
    public.utf8-plain-text  wayland   STRING
    public.utf8-plain-text  x11       STRING                         latin-1
    public.html             *         text/html                      html
    public.rtf              *         text/rtf
    public.rtf              *         application/rtf
    public.rtf              x11       text/richtext
    # GTK's names for files through the document portal, before the list, whose paths mean nothing in a sandbox: the documented
    # name, and the one that GTK 4 had before 4.8.
    public.file-url         desktop   application/vnd.portal.filetransfer  file-transfer
    public.file-url         desktop   application/vnd.portal.files         file-transfer
    public.file-url         *         text/uri-list                  uri-list
    public.file-url         desktop   x-special/gnome-copied-files   copied-files
    public.file-url         desktop   x-special/mate-copied-files    copied-files
    public.file-url         desktop   application/x-kde4-urilist     kde-uri-list
    public.data             *         application/octet-stream
    public.url              *         text/uri-list                  uri-list
    public.url              desktop   text/x-moz-url                 moz-url
    public.url              x11       _NETSCAPE_URL                  netscape-url
    # LibreOffice Calc.
    public.tab-separated-values-text  -  application/x-libreoffice-tsvc
    """

  /// The rows, in the order of the table.
  let rows: [Row]

  /// The built-in table.
  static let standard = WireNameTable(text)

  /// Reads a table.
  ///
  /// Traps for an invalid line, which is a programming error.
  init(_ text: String) {
    rows = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let type = words.first, !type.hasPrefix("#") else { return nil }
      let form = words.count > 3 ? WireForm(rawValue: String(words[3])) : .bytes
      guard words.count >= 3, let form, let routes = WireNameTable.routes(words[1]) else {
        preconditionFailure("the table of names has the line \(line)")
      }
      return Row(typeIdentifier: String(type), routes: routes, name: String(words[2]), form: form)
    }
  }

  private static func routes(_ word: Substring) -> Set<TransferRouteKind>? {
    switch word {
    case "*": Set(TransferRouteKind.allCases)
    case "desktop": [.x11, .wayland]
    case "-": []
    default: TransferRouteKind(rawValue: String(word)).map { [$0] }
    }
  }

  /// Returns the names of a type on a route with their encodings, in the order in which the names are
  /// offered.
  func names(
    of typeIdentifier: String, on route: TransferRouteKind, types: TypeRegistry
  ) -> [(name: String, form: WireForm)] {
    let own = rows.filter {
      $0.routes.contains(route) && TypeIdentifier($0.typeIdentifier) == TypeIdentifier(typeIdentifier)
    }
    if !own.isEmpty { return own.map { ($0.name, $0.form) } }
    guard let type = UTType(identifier: typeIdentifier, allowUndeclared: true, in: types) else { return [] }
    return (types.tags(of: type)[.mimeType] ?? []).filter(WireNameTable.isName).map { ($0, .bytes) }
  }

  /// Returns the first row with a name, ignoring case; nil if the name is not in the table.
  func row(named name: String) -> Row? {
    let name = name.lowercased()
    return rows.first { $0.name.lowercased() == name }
  }

  /// Returns whether a text can be a name on every route.
  ///
  /// The terminal protocol separates names by spaces.
  static func isName(_ tag: String) -> Bool {
    !tag.isEmpty && tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
  }
}
