import ImageLibraryCalls
import ProfferFileSystem

/// The functions of libwebp 1.
struct WebPLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// The installed library; nil if libwebp is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: WebPLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { webp_library_find($0.handle) }.map { WebPLibrary(functions: $0) }

  /// The library's name, file names and packages, shown in error messages.
  static let description = ImageLibrary(
    "libwebp",
    fileNames: [
      "libwebp.so.7", "libwebp.7.dylib", "/opt/homebrew/lib/libwebp.7.dylib",
      "/usr/local/lib/libwebp.7.dylib",
    ],
    packages: "libwebp7 (Debian, Ubuntu), libwebp (Fedora, Arch, Alpine) or webp (Homebrew)",
    version: {
      installed.map {
        let version = webp_library_version($0.functions)
        return "\(version >> 16 & 0xFF).\(version >> 8 & 0xFF).\(version & 0xFF)"
      }
    })
}
