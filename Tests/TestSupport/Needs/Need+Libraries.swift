import ProfferFileSystem
import SystemPackages

extension Need {
  // The file names are written here again, apart from those that the library loads: with a wrong name there, the tests
  // fail in place of being skipped.
  package static let zlib = library(.zlib, "libz", "1")
  package static let libpng = library(.png, "libpng16", "16")
  /// TurboJPEG of libjpeg-turbo.
  package static let libjpegTurbo = library(.turboJPEG, "libturbojpeg", "0")
  package static let libtiff = library(.tiff, "libtiff", "6")
  package static let libwebp = library(.webP, "libwebp", "7")
  /// The part of libwebp that reads animations.
  package static let libwebpdemux = library(.webPDemux, "libwebpdemux", "2", after: [libwebp])
  /// The part of libwebp that writes animations.
  package static let libwebpmux = library(.webPMux, "libwebpmux", "3", after: [libwebp])
  package static let libheif = library(.heif, "libheif", "1")
  package static let cairoAndPango = Need(SystemPackage.cairoAndPango.name, in: .cairoAndPango) {
    isInstalled("libcairo", "2") && isInstalled("libpangocairo-1.0", "0")
  }

  package static let hevcDecoder = coding(.hevcDecoder, 1, "heif_have_decoder_for_format")
  package static let hevcEncoder = coding(.hevcEncoder, 1, "heif_have_encoder_for_format")
  package static let av1Decoder = coding(.av1Decoder, 4, "heif_have_decoder_for_format")
  package static let av1Encoder = coding(.av1Encoder, 4, "heif_have_encoder_for_format")

  /// A library whose file is named by its name and the version of its interface.
  private static func library(
    _ package: SystemPackage, _ name: String, _ version: String, after prerequisites: [Need] = []
  ) -> Need {
    Need(package.name, in: package, after: prerequisites) { isInstalled(name, version) }
  }

  private static func isInstalled(_ name: String, _ version: String) -> Bool {
    load(name, version) != nil
  }

  private static func load(_ name: String, _ version: String) -> LoadedLibrary? {
    let mac = "\(name).\(version).dylib"
    // Homebrew keeps libraries that the system has too in folders of their own.
    let folders = [
      "/opt/homebrew/lib", "/usr/local/lib", "/opt/homebrew/opt/jpeg-turbo/lib",
      "/usr/local/opt/jpeg-turbo/lib",
    ]
    return LoadedLibrary(["\(name).so.\(version)", mac] + folders.map { "\($0)/\(mac)" })
  }

  /// A coding of pictures, for which libheif has a decoder and an encoder of its own.
  ///
  /// - Parameters:
  ///   - number: the number of the coding. (Source: libheif, `heif.h`, `heif_compression_format`.)
  ///   - function: the function that returns whether libheif has the decoder or encoder.
  private static func coding(_ package: SystemPackage, _ number: Int32, _ function: String) -> Need {
    Need(package.name, in: package, after: [libheif]) {
      // The function returns a structure that fits into two registers and is not read.
      typealias Initialise = @convention(c) (UnsafeMutableRawPointer?) -> Void
      typealias HasCoder = @convention(c) (Int32) -> Int32
      guard let library = load("libheif", "1"), let initialise: Initialise = library.function("heif_init"),
        let hasCoder: HasCoder = library.function(function)
      else { return false }
      initialise(nil)
      return hasCoder(number) != 0
    }
  }
}
