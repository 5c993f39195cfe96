extension StandardTypes {
  /// Types that no system declares and that Proffer itself makes or needs a name for.
  ///
  /// A list of links is no plain text: read as such, its comments and its lines would become one text. TextBundle is
  /// declared by the programs that write it, with this identifier.
  static let ownTypes: StaticString = #"""
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
