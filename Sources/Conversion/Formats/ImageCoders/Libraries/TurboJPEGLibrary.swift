import ProfferFileSystem
import SystemPackages

/// The functions of libjpeg-turbo's TurboJPEG interface, version 2.
///
/// Version 3 also has these functions. Swift can call the functions directly, because no function exits
/// through `longjmp`. (Source: turbojpeg.h of libjpeg-turbo 2.1.)
struct TurboJPEGLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Bytes = UnsafePointer<UInt8>

  typealias MakeHandle = @convention(c) () -> Handle?
  typealias Destroy = @convention(c) (Handle) -> CInt
  /// Arguments: handle, bytes, byte count; results: width, height, subsampling, color space.
  typealias ReadHeader =
    @convention(c) (
      Handle, Bytes?, CUnsignedLong, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>,
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>
    ) -> CInt
  /// Arguments: handle, bytes, byte count, pixels, width, bytes per row, height, pixel format, flags.
  typealias Decode =
    @convention(c) (
      Handle, Bytes?, CUnsignedLong, UnsafeMutablePointer<UInt8>?, CInt, CInt, CInt, CInt, CInt
    ) -> CInt
  /// Arguments: handle, pixels, width, bytes per row, height, pixel format; results: the file and its size;
  /// further arguments: subsampling, quality, flags.
  typealias Encode =
    @convention(c) (
      Handle, Bytes?, CInt, CInt, CInt, CInt, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
      UnsafeMutablePointer<CUnsignedLong>, CInt, CInt, CInt
    ) -> CInt
  typealias Free = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void
  typealias Message = @convention(c) (Handle) -> UnsafePointer<CChar>?
  typealias ErrorCode = @convention(c) (Handle) -> CInt

  let makeDecoder: MakeHandle
  let makeEncoder: MakeHandle
  let destroy: Destroy
  let readHeader: ReadHeader
  let decode: Decode
  let encode: Encode
  let free: Free
  let message: Message
  let errorCode: ErrorCode
  /// Whether the library has version 3 of the interface.
  ///
  /// The library does not report its own version.
  let hasVersion3: Bool

  /// The value of `errorCode` after a warning.
  static let warning: CInt = 0
  /// The pixel formats `TJPF_RGB`, `TJPF_GRAY` and `TJPF_CMYK`.
  static let rgb: CInt = 0
  static let gray: CInt = 6
  static let cmyk: CInt = 11
  /// The subsampling modes `TJSAMP_444`, `TJSAMP_420` and `TJSAMP_GRAY`.
  static let allColors: CInt = 0
  static let quarterColors: CInt = 2
  static let noColors: CInt = 3
  /// The flags `TJFLAG_ACCURATEDCT` and `TJFLAG_LIMITSCANS`.
  ///
  /// `TJFLAG_LIMITSCANS` rejects files with more than 500 scans.
  static let accurate: CInt = 4096
  static let limitsScans: CInt = 32_768

  /// The installed library; nil if TurboJPEG is not installed.
  ///
  /// The library is loaded on first use.
  static let installed: TurboJPEGLibrary? = LoadedLibrary(description.fileNames).flatMap(
    TurboJPEGLibrary.init)

  private init?(_ library: LoadedLibrary) {
    guard let makeDecoder = library.function("tjInitDecompress", as: MakeHandle.self),
      let makeEncoder = library.function("tjInitCompress", as: MakeHandle.self),
      let destroy = library.function("tjDestroy", as: Destroy.self),
      let readHeader = library.function("tjDecompressHeader3", as: ReadHeader.self),
      let decode = library.function("tjDecompress2", as: Decode.self),
      let encode = library.function("tjCompress2", as: Encode.self),
      let free = library.function("tjFree", as: Free.self),
      let message = library.function("tjGetErrorStr2", as: Message.self),
      let errorCode = library.function("tjGetErrorCode", as: ErrorCode.self)
    else { return nil }
    self.makeDecoder = makeDecoder
    self.makeEncoder = makeEncoder
    self.destroy = destroy
    self.readHeader = readHeader
    self.decode = decode
    self.encode = encode
    self.free = free
    self.message = message
    self.errorCode = errorCode
    hasVersion3 = library.function("tj3Init", as: MakeHandle.self) != nil
  }

  /// The library's packages and file names.
  static let description = ImageLibrary(
    .turboJPEG,
    fileNames: [
      "libturbojpeg.so.0", "libturbojpeg.0.dylib", "/opt/homebrew/opt/jpeg-turbo/lib/libturbojpeg.0.dylib",
      "/usr/local/opt/jpeg-turbo/lib/libturbojpeg.0.dylib",
    ],
    version: { installed.map { $0.hasVersion3 ? "3" : "2" } })
}
