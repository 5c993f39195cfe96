// Apple's module name for uniform types, so that existing imports work elsewhere.
//
// As on Apple's platforms, the module also contains the members of URLs and item providers that accept or
// return types.
#if !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import TypeDiscovery
  @_exported public import UniformTypes
#endif
