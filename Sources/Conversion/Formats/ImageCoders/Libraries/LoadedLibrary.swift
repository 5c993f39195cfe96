import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A library that is loaded at run time and stays loaded until the process ends.
struct LoadedLibrary: @unchecked Sendable {
  /// The result of `dlopen`.
  ///
  /// Any thread may pass the handle to `dlsym`.
  let handle: UnsafeMutableRawPointer

  /// Loads a library; nil if it cannot be loaded.
  ///
  /// The first file name that can be loaded is used. All symbols are resolved during loading, so a library
  /// with a missing symbol cannot be loaded. The symbols of the library are hidden from other libraries.
  init?(_ fileNames: [String]) {
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
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = dlsym(handle, name) else { return nil }
    return unsafeBitCast(address, to: type)
  }
}

/// Calls a closure with the address of bytes, for C functions.
///
/// The address is null if there are no bytes.
func withBytes<Result>(_ data: Data?, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  guard let data, !data.isEmpty else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
  return data.withUnsafeBytes { body($0.assumingMemoryBound(to: UInt8.self)) }
}

/// Returns the library's first warning and the number of further warnings; empty if there were no warnings.
func libraryWarnings(_ format: String, first: String, count: CInt) -> [String] {
  if count == 0 { return [] }
  let rest = count == 1 ? "" : ", and \(count - 1) more"
  return ["\(format): \(first)\(rest)"]
}

/// Returns the text in a C character array.
///
/// Swift imports such an array as a tuple.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
