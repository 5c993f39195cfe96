import ProfferFileSystem
import SystemPackages

/// The functions of zlib for raw DEFLATE data, loaded at run time.
///
/// (Source of all declarations: the public header zlib.h of zlib 1.2. zlib-ng in its compatible mode has the
/// same functions.)
struct ZlibLibrary: @unchecked Sendable {
  /// The structure `z_stream`.
  ///
  /// Its fields have the order, sizes and alignments of C. zlib compares the size of the structure with its
  /// own when a stream begins.
  struct Stream {
    var nextInput: UnsafePointer<UInt8>?
    var inputByteCount: CUnsignedInt = 0
    var totalInputByteCount: CUnsignedLong = 0
    var nextOutput: UnsafeMutablePointer<UInt8>?
    var outputByteCount: CUnsignedInt = 0
    var totalOutputByteCount: CUnsignedLong = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    /// The functions that allocate and free memory; zlib uses `malloc` if they are null.
    var allocate: UnsafeRawPointer?
    var free: UnsafeRawPointer?
    var allocationContext: UnsafeRawPointer?
    var dataKind: CInt = 0
    var checksum: CUnsignedLong = 0
    var reserved: CUnsignedLong = 0
  }

  /// A pointer to a `Stream`; a C function type cannot name a Swift structure.
  typealias StreamAddress = UnsafeMutableRawPointer
  typealias Version = @convention(c) () -> UnsafePointer<CChar>?
  /// Arguments: stream, window bits, version, size of the structure.
  typealias BeginExpanding = @convention(c) (StreamAddress, CInt, UnsafePointer<CChar>, CInt) -> CInt
  /// Arguments: stream, level, method, window bits, memory level, strategy, version, size of the structure.
  typealias BeginCompressing =
    @convention(c) (StreamAddress, CInt, CInt, CInt, CInt, CInt, UnsafePointer<CChar>, CInt) -> CInt
  /// Arguments: stream, flush mode.
  typealias Process = @convention(c) (StreamAddress, CInt) -> CInt
  typealias End = @convention(c) (StreamAddress) -> CInt

  let version: UnsafePointer<CChar>
  let beginExpanding: BeginExpanding
  let expand: Process
  let endExpanding: End
  let beginCompressing: BeginCompressing
  let compress: Process
  let endCompressing: End

  // The results and the flush modes of the functions.
  static let done: CInt = 0
  static let streamEnd: CInt = 1
  static let noProgress: CInt = -5
  static let noFlush: CInt = 0
  static let finish: CInt = 4

  /// The window size of 32 KiB as a power of two; negative for raw data, without a header of zlib or gzip.
  static let rawWindow: CInt = -15

  /// The installed library; nil if zlib is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: ZlibLibrary? = LoadedLibrary(fileNames).flatMap(ZlibLibrary.init)

  private init?(_ library: LoadedLibrary) {
    guard let version = library.function("zlibVersion", as: Version.self)?(),
      // Only version 1 has the structure above.
      version[0] == CChar(UInt8(ascii: "1")),
      let beginExpanding = library.function("inflateInit2_", as: BeginExpanding.self),
      let expand = library.function("inflate", as: Process.self),
      let endExpanding = library.function("inflateEnd", as: End.self),
      let beginCompressing = library.function("deflateInit2_", as: BeginCompressing.self),
      let compress = library.function("deflate", as: Process.self),
      let endCompressing = library.function("deflateEnd", as: End.self)
    else { return nil }
    self.version = version
    self.beginExpanding = beginExpanding
    self.expand = expand
    self.endExpanding = endExpanding
    self.beginCompressing = beginCompressing
    self.compress = compress
    self.endCompressing = endCompressing
  }

  private static let fileNames = [
    "libz.so.1", "libz.1.dylib", "/opt/homebrew/opt/zlib/lib/libz.1.dylib",
    "/usr/local/opt/zlib/lib/libz.1.dylib",
  ]

  /// Returns the error for a missing library.
  ///
  /// - Parameter user: what needs the library, such as the name of a format.
  static func missing(neededBy user: String) -> ZipError {
    ZipError(
      .missingLibrary,
      SystemPackage.zlib.missing(neededBy: user, as: "the library"))
  }
}
