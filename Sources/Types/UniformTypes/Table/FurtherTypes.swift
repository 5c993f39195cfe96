/// The second part of the table: types of current files that Apple's systems do not declare.
///
/// The format is that of `TypeTable`. Append new types to the end of the matching piece: nothing
/// depends on the positions of these types. All are imported. If a type of Apple's has the same tag, it
/// takes precedence, unless the tag is unreported there.
///
/// Sources, in this order:
///
/// - `applications`: identifiers, extensions and parents that the type database of a Mac lists for the
///   applications of Apple and other makers.
/// - The other pieces: formats by their extension, and by media types registered with IANA or named in
///   the Shared MIME-info Database of freedesktop.org or by the format's maker. The identifier is the
///   maker's if it is known, and otherwise begins with `io.proffer.`.
///
/// A type that is based on an archive, text or picture format conforms to the type of that format, so
/// that a receiver of the general type accepts it.
enum FurtherTypes {
  /// The pieces, each made of whole lines.
  static let pieces: [StaticString] = [documents, media, packages, source, data, applications]
}
