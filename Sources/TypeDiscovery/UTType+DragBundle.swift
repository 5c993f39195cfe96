public import UniformTypes

extension UTType {
  /// A provider bundle, the file that carries a drag (`io.proffer.drag-bundle`).
  ///
  /// The identifier belongs to Proffer. Where the current registry does not declare it, the value itself knows that
  /// it conforms to `public.zip-archive`; `TypeDeclaration.dragBundle` is the declaration to add.
  public static var dragBundle: UTType {
    UTType(exportedAs: TypeDeclaration.dragBundle.identifier, conformingTo: .zip)
  }
}

extension TypeDeclaration {
  /// The declaration of `UTType.dragBundle`, to be added to a registry by whoever wants its name and tags known.
  public static var dragBundle: TypeDeclaration {
    TypeDeclaration(
      identifier: "io.proffer.drag-bundle", parents: ["public.zip-archive"],
      tags: [.filenameExtension: ["dragbundle"], .mimeType: ["application/vnd.proffer.dragbundle+zip"]],
      description: "Drag bundle", origin: .exported)
  }
}
