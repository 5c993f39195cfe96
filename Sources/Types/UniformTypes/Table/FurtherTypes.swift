/// The second part of the table: types that are in use today but that Apple's systems do not declare.
///
/// `TypeTable` describes the format. Append new types to the end of the matching piece. No code depends on
/// the positions of these types. All types are declared as imported. If one of Apple's types has the same
/// tag, the usual order of precedence applies: types in the domain `public`, then exported types, then the
/// order of the table.
///
/// Sources:
///
/// - `applications`: identifiers, extensions and parents that the type database of a Mac lists for the
///   applications of Apple and other makers.
/// - The other pieces: the extensions of formats, and the media types that are registered with IANA, or
///   that the format's maker or the Shared MIME-info Database of freedesktop.org uses. The identifier is
///   that of the maker if it is known; otherwise it begins with `io.proffer.`.
///
/// A type that is based on an archive, text or picture format conforms to the type of that format, so that
/// a receiver that accepts the general type also accepts this type.
enum FurtherTypes {
  /// The pieces, each made of whole lines.
  static let pieces: [StaticString] = [documents, media, packages, source, data, applications]
}
