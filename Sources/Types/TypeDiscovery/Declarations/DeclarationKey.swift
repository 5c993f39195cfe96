import UniformTypes

/// The keys of declaration files.
///
/// Source: Apple's documentation of Info.plist keys, and the system's own declarations of macOS 12.
enum DeclarationKey {
  static let exported = "UTExportedTypeDeclarations"
  static let imported = "UTImportedTypeDeclarations"

  static let identifier = "UTTypeIdentifier"
  static let parents = "UTTypeConformsTo"
  static let tags = "UTTypeTagSpecification"
  static let description = "UTTypeDescription"
  static let reference = "UTTypeReferenceURL"
  static let version = "UTTypeVersion"
  static let isWildcard = "UTTypeIsWildcard"

  /// Keys that speak of icons and kernel extensions, which have no meaning here.
  static let ignored: Set<String> = [
    "UTTypeIcons", "UTTypeIconFile", "UTTypeIconFiles", "UTTypeIconName", "UTTypeGlyphName",
    "UTTypeSymbolName", "UTKEXTIdentifier",
  ]

  /// The classes of tags that a registry keeps, in the order in which they are written.
  static let tagClasses: [UTTagClass] = [
    .filenameExtension, .mimeType, .osType, .pasteboardType, .urlScheme, .deviceModelCode,
  ]
}
