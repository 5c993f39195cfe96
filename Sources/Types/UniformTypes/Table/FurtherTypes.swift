/// The second part of the table: types that today's files have and that Apple's systems do not declare themselves.
///
/// The format is that of `TypeTable`. A type is added at the end of the piece that it belongs to: nothing depends on the
/// positions of these types. All are imported: a type of Apple's that has the same tag comes first, unless it has the
/// tag unreported.
///
/// Sources, in this order:
///
/// - `applications`: identifiers, extensions and parents that the type database of a Mac lists for Apple's and other
///   makers' applications.
/// - The other pieces: formats by the extension, and by the media types that are registered with IANA or named in the
///   Shared MIME-info Database of freedesktop.org or by the format's maker. The identifier is the one that the maker
///   declares where it is known, and otherwise begins with `io.proffer.`.
///
/// A type that is a kind of archive, text or picture in another format conforms to the type of that format, so that a
/// receiver of the general type takes it.
enum FurtherTypes {
  /// The pieces, whole lines each.
  static let pieces: [StaticString] = [documents, media, packages, source, data, applications]
}
