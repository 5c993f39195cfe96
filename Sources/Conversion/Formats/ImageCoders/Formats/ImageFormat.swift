package import Foundation
package import ProfferConversions
package import SystemPackages

/// An image format, with its reader and writer.
///
/// Formats are independent of each other. A format is listed in ``all`` even if its library is not installed,
/// so that an error can name the library.
package struct ImageFormat: Sendable {
  /// The common name of the format, such as `PNG`.
  package let name: String
  /// The file types of the format.
  ///
  /// Files are written with the first type.
  package let typeIdentifiers: [String]
  /// The library that the format requires; nil for a format that is implemented in this module.
  package let library: ImageLibrary?
  /// The losses that writing can cause.
  package let mayLose: [LossKind]
  /// The losses that reading can cause.
  ///
  /// For formats that use a library, these are usually frames, pages, colors and metadata.
  package let readingMayLose: [LossKind]
  /// Whether writing can replace the colors of pixels by other colors, apart from lossy compression.
  package let reducesColors: Bool
  /// Decodes an image from the bytes of a file.
  ///
  /// Throws ``CoderError``. Content that ``Image`` cannot hold, such as frames, pages and unknown
  /// metadata, is reported as a loss. Damage that could be repaired is reported as a warning.
  package let decode: @Sendable (Data, ImageOptions) throws -> Reading<Image>
  /// Encodes an image as a file; nil for a read-only format.
  ///
  /// The caller has already scaled the image and stripped its metadata according to the options. If the
  /// format cannot store an orientation (``carriesOrientation``), the caller has also rotated the pixels.
  /// Content that the format cannot hold is reported as a loss.
  package let encode: (@Sendable (Image, ImageOptions) throws -> Written)?
  /// Returns an error if a decoder required for reading is missing; otherwise nil.
  ///
  /// Some libraries load their decoders separately.
  package let missingDecoder: @Sendable () -> CoderError?
  /// Returns an error if an encoder required for writing is missing; otherwise nil.
  ///
  /// Some libraries load their encoders separately.
  package let missingEncoder: @Sendable () -> CoderError?
  /// Whether a file can store an orientation.
  ///
  /// If false, the pixels are rotated before writing.
  package let carriesOrientation: Bool

  package init(
    _ name: String, types typeIdentifiers: [String], library: ImageLibrary? = nil, mayLose: [LossKind] = [],
    readingMayLose: [LossKind] = [.animation, .pages, .colors, .metadata], carriesOrientation: Bool = false,
    reducesColors: Bool = false,
    decode: @escaping @Sendable (Data, ImageOptions) throws -> Reading<Image>,
    encode: (@Sendable (Image, ImageOptions) throws -> Written)? = nil,
    missingDecoder: @escaping @Sendable () -> CoderError? = { nil },
    missingEncoder: @escaping @Sendable () -> CoderError? = { nil }
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.library = library
    self.mayLose = mayLose
    self.readingMayLose = readingMayLose
    self.carriesOrientation = carriesOrientation
    self.reducesColors = reducesColors
    self.decode = decode
    self.encode = encode
    self.missingDecoder = missingDecoder
    self.missingEncoder = missingEncoder
  }
}

extension ImageFormat {
  /// A closure that checks whether the library and its decoder are installed; nil if the format needs no
  /// library.
  ///
  /// The closure returns the error for a missing library or decoder, and nil if both are installed.
  package var missing: (@Sendable () -> CoderError?)? {
    guard library != nil else { return nil }
    return { missingLibrary() ?? missingDecoder() }
  }

  /// A closure that checks whether the library and its encoder are installed; nil if the format needs no
  /// library.
  package var missingForWriting: (@Sendable () -> CoderError?)? {
    guard library != nil else { return nil }
    return { missingLibrary() ?? missingEncoder() }
  }

  private func missingLibrary() -> CoderError? { library?.failure(for: name) }
}

/// A library that is loaded at run time, when a format first needs the library.
package struct ImageLibrary: Sendable {
  /// The common name of the library, such as `libpng`.
  package var name: String { package.name }
  /// The file names of the library, in order of preference.
  ///
  /// For example, the preferred name of libpng is `libpng16.so.16`.
  package let fileNames: [String]
  /// The packages that contain the library.
  package let package: SystemPackage
  /// Returns the installed version; nil if the library is not installed or lacks a required function.
  package let version: @Sendable () -> String?

  package init(
    _ package: SystemPackage, fileNames: [String], version: @escaping @Sendable () -> String?
  ) {
    self.package = package
    self.fileNames = fileNames
    self.version = version
  }

  /// Returns the error that the library is missing; nil if it is installed.
  ///
  /// - Parameter format: the name of the format that requires the library.
  func failure(for format: String) -> CoderError? { version() == nil ? missing(for: format) : nil }

  /// Returns the error for a missing library.
  ///
  /// - Parameter format: the name of the format that requires the library.
  package func missing(for format: String) -> CoderError {
    CoderError(
      .missingLibrary, package.missing(neededBy: format, as: "the library"),
      subject: fileNames.first)
  }
}
