import ImageLibraryCalls
import ProfferFileSystem
import SystemPackages

/// The functions of libheif 1.15 or later.
struct HEIFLibrary: @unchecked Sendable {
  /// The table of the library's functions, which never changes.
  let functions: OpaquePointer

  /// Returns whether the library has a decoder for a coding, by the library's number of the coding.
  func canRead(_ coding: CInt) -> Bool { heif_library_can_read(functions, coding) }

  /// Returns whether the library has an encoder for a coding, by the library's number of the coding.
  func canWrite(_ coding: CInt) -> Bool { heif_library_can_write(functions, coding) }

  /// The installed library; nil if libheif is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: HEIFLibrary? = LoadedLibrary(description.fileNames)
    .flatMap { heif_library_find($0.handle) }.map { HEIFLibrary(functions: $0) }

  /// The library's packages and file names.
  static let description = ImageLibrary(
    .heif,
    fileNames: [
      "libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib",
      "/usr/local/lib/libheif.1.dylib",
    ],
    version: { installed.map { String(cString: heif_library_version($0.functions)) } })
}
