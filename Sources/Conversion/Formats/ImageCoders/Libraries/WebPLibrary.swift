import ImageLibraryCalls
import ProfferFileSystem
import SystemPackages

/// The functions of libwebp 1.
struct WebPLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// The installed library; nil if libwebp is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: WebPLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { webp_library_find($0.handle) }.map { WebPLibrary(functions: $0) }

  /// The library's packages and file names.
  static let description = ImageLibrary(
    .webP,
    fileNames: [
      "libwebp.so.7", "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib",
      "/usr/local/lib/libwebp.7.dylib",
    ],
    version: { installed.map { webPVersion(webp_library_version($0.functions)) } })
}

/// Returns the text of a version that the libraries of WebP return: three numbers of one byte each.
func webPVersion(_ version: CInt) -> String {
  "\(version >> 16 & 0xFF).\(version >> 8 & 0xFF).\(version & 0xFF)"
}
