/// The standard table: the types that every registry begins with, as text.
///
/// `TypeTable` describes the format. The order is the order of declaration in the system's own table
/// (exported types, imported types, raw pictures of cameras), then types known only from later systems, then types that
/// applications declare. Two rules depend on it:
///
/// - Between types that claim the same tag and are otherwise equal, the one declared first wins.
/// - The constants of `UTType` hold positions, so that a query with them needs no search. A new type therefore goes
///   to the end of the last piece; a test compares every constant with its position.
///
/// Source: the system's declarations as of macOS 12.7, corrected by what was measured on macOS 26.4 wherever the two
/// differ, and by the headers of the 27.0 SDK for types that came later. Where a tag was declared in 12.7 and is no
/// longer reported in 26.4, it is kept as an `unreported` tag: a look-up finds the type, `tags` does not show it.
/// Types that only newer systems declare count as exported; those known from applications count as imported. The piece
/// after them has the three types of our own, and then follow the `FurtherTypes`.
///
/// Unreported tags are also names under which the world knows a type of Apple's: media types that are registered with
/// IANA or that Linux desktops use, and extensions beside the declared ones. Apple's own tags stay as they are reported.
///
/// Left out: the models of computers, phones and tablets (types tagged with a device model code), and the few
/// entries whose parents these are: `com.apple.macmini`, `com.apple.iphone-8`, `com.apple.iphone-8-plus`,
/// `com.apple.iphone-x`, and the three named `com.apple.homebuttonless-`.
enum StandardTypes {
  /// The table.
  static let table: TypeTable = {
    var text: [UInt8] = []
    text.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8CodeUnitCount + 1 })
    for piece in pieces {
      text.append(
        contentsOf: UnsafeRawBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount))
      text.append(UInt8(ascii: "\n"))
    }
    do throws(TypeError) {
      return try TypeTable(text)
    } catch {
      fatalError("the standard table cannot be read: \(error)")
    }
  }()

  /// The declaration at a position.
  static func declaration(at position: Int) -> TypeDeclaration {
    do throws(TypeError) {
      return try table.declaration(at: position)
    } catch {
      fatalError("the standard table cannot be read: \(error)")
    }
  }

  /// The text in pieces that are whole lines each.
  private static let pieces: [StaticString] =
    [
      items, textFormats, media, foldersAndBundles, devicesAndCategories, documents, icons,
      camerasAndLater,
      ownTypes,
    ] + FurtherTypes.pieces

  /// Types that no system declares and that Proffer itself makes or needs a name for.
  ///
  /// A list of links is not plain text: read as such, its comments and its lines would become one text. TextBundle is
  /// declared by the programs that write it, with this identifier.
  private static let ownTypes: StaticString = #"""
    export io.proffer.drag-bundle: public.zip-archive
      extension dragbundle
      mime application/vnd.proffer.dragbundle+zip
      description Provider bundle
    export io.proffer.uri-list: public.text
      extension uri uris
      mime text/uri-list
      description List of links
      reference https://www.rfc-editor.org/rfc/rfc2483
    export org.textbundle.package: com.apple.package
      extension textbundle
      description TextBundle
      reference http://textbundle.org
    """#
}
