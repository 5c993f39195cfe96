/// The standard table: the types every registry begins with, as text.
///
/// `StanzaText.swift` describes the format. The order is the order of declaration in the system's own table
/// (exported types, imported types, raw pictures of cameras), then types known only from later systems, then types that
/// applications declare. Two things hang on it:
///
/// - Between types that claim the same tag and are otherwise equal, the one declared first wins.
/// - The constants of `UTType` hold positions, so that a query with them needs no search. A new type therefore goes
///   to the end of the last piece; a test compares every constant with its position.
///
/// Source: the system's declarations as of macOS 12.7, corrected by what was measured on macOS 26.4 wherever the two
/// differ, and by the headers of the 27.0 SDK for types that came later. Where a tag was declared in 12.7 and is no
/// longer reported in 26.4, it is kept as an `unreported` tag: a look-up finds the type, `tags` does not show it.
/// Types that only newer systems declare count as exported; those known from applications count as imported. The last
/// piece has the two types of our own.
///
/// Left out: the models of computers, phones and tablets (types tagged with a device model code), and the few
/// entries whose parents these are: `com.apple.macmini`, `com.apple.iphone-8`, `com.apple.iphone-8-plus`,
/// `com.apple.iphone-x`, and the three named `com.apple.homebuttonless-`.
enum StandardTypes {
  /// The pieces of the table, in the order of declaration.
  static var pieces: [StaticString] {
    [
      items, textFormats, media, foldersAndBundles, devicesAndCategories, documents, icons, camerasAndLater,
      ownTypes,
    ]
  }
}
