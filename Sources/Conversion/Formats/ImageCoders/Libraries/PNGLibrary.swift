import ImageLibraryCalls

/// The functions of libpng 1.6.
struct PNGLibrary: @unchecked Sendable {
  /// A table of functions that never changes.
  let functions: OpaquePointer

  /// The installed library, which is loaded on first use; nil if it is not installed.
  static let installed: PNGLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { png_library_find($0.handle) }.map { PNGLibrary(functions: $0) }

  /// The description of the library for messages.
  static let description = ImageLibrary(
    "libpng",
    fileNames: [
      "libpng16.so.16", "libpng16.16.dylib", "/opt/homebrew/lib/libpng16.16.dylib",
      "/usr/local/lib/libpng16.16.dylib",
    ],
    packages: "libpng16-16 (Debian, Ubuntu) or libpng (Fedora, Arch, Alpine, Homebrew)",
    version: { installed.map { String(cString: png_library_version($0.functions)) } })
}
