#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A library that was loaded at run time; it stays loaded until the program ends.
struct LoadedLibrary: @unchecked Sendable {
  /// What `dlopen` returned, which every thread may give to `dlsym`.
  let handle: UnsafeMutableRawPointer

  /// Loads the first library of these names that there is; nil where there is none of them.
  ///
  /// All of its functions are bound at once, so that a library without one that it needs is found out here, and its names
  /// are hidden from other libraries.
  init?(_ fileNames: [String]) {
    for name in fileNames {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.handle = handle
        return
      }
    }
    return nil
  }

  /// The function of a name; nil where the library has none.
  ///
  /// - Parameter type: the type of the function as C declares it, with `@convention(c)`.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = dlsym(handle, name) else { return nil }
    return unsafeBitCast(address, to: type)
  }
}

/// The text of an array of characters of C, which Swift sees as a tuple.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
