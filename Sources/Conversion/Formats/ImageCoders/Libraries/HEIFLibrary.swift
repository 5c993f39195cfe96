import ImageLibraryCalls
import ProfferFileSystem

/// The functions of libheif 1.15 or later.
struct HEIFLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// Whether the library has an encoder for HEIC.
  var canWrite: Bool { heif_library_can_write(functions) }

  /// The installed library; nil if libheif is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: HEIFLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { heif_library_find($0.handle) }.map { HEIFLibrary(functions: $0) }

  /// The library's name, file names and packages, shown in error messages.
  static let description = ImageLibrary(
    "libheif",
    fileNames: [
      "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
      "/usr/local/lib/libheif.1.dylib",
    ],
    packages: "libheif1 (Debian, Ubuntu) or libheif (Fedora, Arch, Alpine, Homebrew)",
    version: { installed.map { String(cString: heif_library_version($0.functions)) } })
}
