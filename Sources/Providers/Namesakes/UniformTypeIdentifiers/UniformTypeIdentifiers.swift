// The module of types under its name on Apple's platforms, so that existing imports work elsewhere.
//
// As on Apple's platforms, it includes the members of URLs and of item providers that accept or return
// types.
#if !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import TypeDiscovery
  @_exported public import UniformTypes
#endif
