extension StandardTypes {
  /// Types that no system declares and that Proffer itself makes or needs a name for.
  static let ownTypes: StaticString = #"""
    export io.proffer.drag-bundle: public.zip-archive
      extension dragbundle
      mime application/vnd.proffer.dragbundle+zip
      description Provider bundle
    export io.proffer.uri-list: public.plain-text
      extension uri uris
      mime text/uri-list
      description List of links
      reference https://www.rfc-editor.org/rfc/rfc2483
    """#
}
