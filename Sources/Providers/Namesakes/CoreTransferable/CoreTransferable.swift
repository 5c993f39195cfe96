// Transferable values under the module name that they have on Apple's platforms, so that existing imports work
// elsewhere. The protocol, its representations and their composition are those of `ItemProviders`.
#if !canImport(Darwin)
  @_exported public import ItemProviders

  /// The receivers that may see an exported representation of a transferable value.
  public typealias TransferRepresentationVisibility = RepresentationVisibility
#endif
