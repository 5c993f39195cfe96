/// The standard table, as text: the types that every registry contains.
///
/// `TypeTable` describes the format. The order is the order of declaration in the system's own table
/// (exported types, imported types, camera raw images), then types known only from later systems, then
/// types that applications declare. Two rules depend on the order:
///
/// - If several types have the same tag and no other rule decides between them, the type declared first is
///   used.
/// - The constants of `UTType` store positions, so that queries with constants need no search. Append a new
///   type to the end of the last piece. A test compares every constant with its position.
///
/// Source: the system's declarations as of macOS 12.7. Measurements on macOS 26.4 take precedence over
/// these declarations where the two differ. Later types are from the headers of the 27.0 SDK. A tag that
/// 12.7 declares and 26.4 no longer reports is stored as an `unreported` tag: a look-up with the tag finds
/// the type, but `tags` does not include it. Types that only newer systems declare are listed as exported;
/// types known from applications are listed as imported. The next piece contains the three types of this
/// library. The `FurtherTypes` follow.
///
/// Other common names of Apple's types are also stored as unreported tags: media types that are registered
/// with IANA or used on Linux desktops, and additional extensions. Apple's own tags are unchanged.
///
/// The table omits the models of computers, phones and tablets (types tagged with a device model code). It
/// also omits the few types that conform to `com.apple.macmini`, `com.apple.iphone-8`,
/// `com.apple.iphone-8-plus`, `com.apple.iphone-x`, or one of the three types whose names begin with
/// `com.apple.homebuttonless-`.
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

  /// Returns the declaration at a position.
  static func declaration(at position: Int) -> TypeDeclaration {
    do throws(TypeError) {
      return try table.declaration(at: position)
    } catch {
      fatalError("the standard table cannot be read: \(error)")
    }
  }

  /// The pieces of the text, each made of whole lines.
  private static let pieces: [StaticString] =
    [
      items, textFormats, media, foldersAndBundles, devicesAndCategories, documents, icons,
      camerasAndLater,
      ownTypes,
    ] + FurtherTypes.pieces

  /// Types that no system declares.
  ///
  /// Proffer creates data of these types, or needs an identifier for data of these types.
  ///
  /// A list of links does not conform to plain text, because a reader of plain text would merge the list's
  /// comments and lines into one text. The identifier of TextBundle is the one that the programs that write
  /// TextBundle files declare.
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
