import ImageLibraryCalls

/// The functions of libtiff 4.5 or later, which can report the errors of each file separately.
struct TIFFLibrary: @unchecked Sendable {
  /// A table of functions that never changes.
  let functions: OpaquePointer

  /// The installed library, which is loaded on first use; nil if it is not installed.
  static let installed: TIFFLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { tiff_library_find($0.handle) }.map { TIFFLibrary(functions: $0) }

  /// The description of the library for messages.
  static let description = ImageLibrary(
    "libtiff",
    fileNames: [
      "libtiff.so.6", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib",
      "/usr/local/lib/libtiff.6.dylib",
    ],
    packages: "libtiff6 (Debian, Ubuntu), libtiff (Fedora, Arch, Homebrew) or tiff (Alpine)",
    version: {
      installed.map { library in
        // "LIBTIFF, Version 4.5.0", followed by copyright lines.
        let text = String(cString: tiff_library_version(library.functions))
        let line = text.prefix { $0 != "\n" }
        return line.split(separator: " ").last.map(String.init) ?? text
      }
    })
}
