import ImageLibraryCalls

/// The functions of libheif 1.15 or later.
struct HEIFLibrary: @unchecked Sendable {
  /// A table of functions that never changes.
  let functions: OpaquePointer

  /// Whether there is an encoder for HEIC.
  var canWrite: Bool { heif_library_can_write(functions) }

  /// The installed library, which is loaded on first use; nil if it is not installed.
  static let installed: HEIFLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { heif_library_find($0.handle) }.map { HEIFLibrary(functions: $0) }

  /// The description of the library for messages.
  static let description = ImageLibrary(
    "libheif",
    fileNames: [
      "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
      "/usr/local/lib/libheif.1.dylib",
    ],
    packages: "libheif1 (Debian, Ubuntu) or libheif (Fedora, Arch, Alpine, Homebrew)",
    version: { installed.map { String(cString: heif_library_version($0.functions)) } })
}
