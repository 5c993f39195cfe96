import ImageLibraryCalls
import ProfferFileSystem
import SystemPackages

/// The functions of libwebpmux 3, which writes animated WebP.
struct WebPMuxLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// The installed library; nil if libwebpmux is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: WebPMuxLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { webp_muxer_find($0.handle) }.map { WebPMuxLibrary(functions: $0) }

  /// The library's name, file names and packages, shown in error messages.
  static let description = ImageLibrary(
    .webPMux,
    fileNames: [
      "libwebpmux.so.3", "libwebpmux.3.dylib", "/opt/homebrew/lib/libwebpmux.3.dylib",
      "/usr/local/lib/libwebpmux.3.dylib",
    ],
    version: { installed.map { webPVersion(webp_muxer_version($0.functions)) } })
}
