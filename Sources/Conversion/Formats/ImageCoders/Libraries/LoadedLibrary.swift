import Foundation

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

  /// Loads the first of the named libraries that is installed; nil where none is.
  ///
  /// All functions are bound at once, so that a library which lacks one that it needs is not loaded. Its names are hidden
  /// from other libraries.
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

/// Calls a body with bytes for C; without an address where there are none.
func withBytes<Result>(_ data: Data?, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  guard let data, !data.isEmpty else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
  return data.withUnsafeBytes { body($0.assumingMemoryBound(to: UInt8.self)) }
}

/// The warnings of a reading: the first of the library's, with the number of the others.
func libraryWarnings(_ format: String, first: String, count: CInt) -> [String] {
  if count == 0 { return [] }
  let rest = count == 1 ? "" : ", and \(count - 1) more"
  return ["\(format): \(first)\(rest)"]
}

/// The text of an array of characters of C, which Swift sees as a tuple.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
