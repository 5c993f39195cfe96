import ImageLibraryCalls
import ProfferFileSystem
import SystemPackages

/// The functions of libtiff 4.5 or later.
///
/// Older versions cannot report the errors of each file separately.
struct TIFFLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// The installed library; nil if libtiff is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: TIFFLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { tiff_library_find($0.handle) }.map { TIFFLibrary(functions: $0) }

  /// The library's packages and file names.
  static let description = ImageLibrary(
    .tiff,
    fileNames: [
      "libtiff.so.6", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib",
      "/usr/local/lib/libtiff.6.dylib",
    ],
    version: {
      installed.map { library in
        // The text is "LIBTIFF, Version 4.5.0", followed by copyright lines.
        let text = String(cString: tiff_library_version(library.functions))
        let line = text.prefix { $0 != "\n" }
        return line.split(separator: " ").last.map(String.init) ?? text
      }
    })
}
