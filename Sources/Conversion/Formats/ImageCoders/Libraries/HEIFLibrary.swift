import ImageLibraryCalls

/// The functions of libheif 1.15 or later.
struct HEIFLibrary: @unchecked Sendable {
  /// A table that never changes.
  let functions: OpaquePointer

  /// Whether there is an encoder for HEIC.
  var canWrite: Bool { heif_library_can_write(functions) }

  /// The library of this system, which is loaded when it is first asked for; nil where it is not installed.
  static let installed: HEIFLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { heif_library_find($0.handle) }.map { HEIFLibrary(functions: $0) }

  /// What messages say of the library.
  static let description = ImageLibrary(
    "libheif",
    fileNames: [
      "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
      "/usr/local/lib/libheif.1.dylib",
    ],
    packages: "libheif1 (Debian, Ubuntu) or libheif (Fedora, Arch, Alpine, Homebrew)",
    version: { installed.map { String(cString: heif_library_version($0.functions)) } })
}
