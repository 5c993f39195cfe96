import ImageLibraryCalls
import ProfferFileSystem
import SystemPackages

/// The functions of libpng 1.6.
struct PNGLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// The installed library; nil if libpng is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: PNGLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { png_library_find($0.handle) }.map { PNGLibrary(functions: $0) }

  /// The library's packages and file names.
  static let description = ImageLibrary(
    .png,
    fileNames: [
      "libpng16.so.16", "libpng16.16.dylib", "/opt/homebrew/lib/libpng16.16.dylib",
      "/usr/local/lib/libpng16.16.dylib",
    ],
    version: { installed.map { String(cString: png_library_version($0.functions)) } })
}
