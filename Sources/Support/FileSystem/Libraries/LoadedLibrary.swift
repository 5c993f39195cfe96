#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A library that is loaded at run time and stays loaded until the process ends.
package struct LoadedLibrary: @unchecked Sendable {
  /// The result of `dlopen`.
  ///
  /// Any thread may pass the handle to `dlsym`.
  package let handle: UnsafeMutableRawPointer

  /// Loads a library; nil if it cannot be loaded.
  ///
  /// The first file name that can be loaded is used. All symbols are resolved during loading, so a library
  /// with a missing symbol cannot be loaded. The symbols of the library are hidden from other libraries.
  ///
  /// - Parameter fileNames: the names that the dynamic linker searches, or absolute paths.
  package init?(_ fileNames: [String]) {
    for name in fileNames {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.handle = handle
        return
      }
    }
    return nil
  }

  /// Returns the function with the given name; nil if the library has no such function.
  ///
  /// - Parameter type: the type of the function as declared in C, with `@convention(c)`.
  package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
    guard let address = dlsym(handle, name) else { return nil }
    return unsafeBitCast(address, to: type)
  }
}
