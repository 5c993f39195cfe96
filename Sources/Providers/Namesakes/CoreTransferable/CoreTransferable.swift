// Apple's module name for transferable values, so that existing imports work elsewhere. `ItemProviders`
// declares the protocol, its representations and their composition.
#if !canImport(Darwin)
  @_exported public import ItemProviders

  /// The receivers that may see an exported representation of a transferable value.
  public typealias TransferRepresentationVisibility = RepresentationVisibility
#endif
