public import UniformTypes

extension UTType {
  /// A provider bundle, the file that carries a drag (`io.proffer.drag-bundle`), which the standard table declares.
  public static var dragBundle: UTType { UTType(exportedAs: "io.proffer.drag-bundle", conformingTo: .zip) }
}
