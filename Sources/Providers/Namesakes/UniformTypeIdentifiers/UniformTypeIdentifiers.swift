// The module of types under the name that it has on Apple's platforms, so that existing imports work elsewhere.
//
// As there, it brings the members of URLs and of item providers that take types or return them.
#if !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import TypeDiscovery
  @_exported public import UniformTypes
#endif
