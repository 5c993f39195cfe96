import ImageLibraryCalls
import ProfferFileSystem
import SystemPackages

/// The functions of libwebpdemux 2, which reads animated WebP.
struct WebPDemuxLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// The installed library; nil if libwebpdemux is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: WebPDemuxLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { webp_demuxer_find($0.handle) }.map { WebPDemuxLibrary(functions: $0) }

  /// The library's name, file names and packages, shown in error messages.
  static let description = ImageLibrary(
    .webPDemux,
    fileNames: [
      "libwebpdemux.so.2", "libwebpdemux.2.dylib", "/opt/homebrew/lib/libwebpdemux.2.dylib",
      "/usr/local/lib/libwebpdemux.2.dylib",
    ],
    version: { installed.map { webPVersion(webp_demuxer_version($0.functions)) } })
}
