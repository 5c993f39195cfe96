package import Foundation
package import ProfferConversions

/// An image format, with its reader and writer.
///
/// Formats are independent of each other. A format whose library is not installed stays in the table,
/// so that an error can name the library.
package struct ImageFormat: Sendable {
  /// The common name of the format: `PNG`.
  package let name: String
  /// The types of its files; the first one is used for writing.
  package let typeIdentifiers: [String]
  /// The library that it needs; nil for a format that is implemented here.
  package let library: ImageLibrary?
  /// The losses that writing can cause.
  package let mayLose: [LossKind]
  /// The losses that reading can cause; for a library's format usually frames, pages, calibrated colors
  /// and metadata.
  package let readingMayLose: [LossKind]
  /// Decodes an image from the bytes of a file.
  ///
  /// Throws ``CoderError``. Content of the file that an image cannot hold (frames, pages, unknown
  /// metadata) is reported as a loss, and a repaired mistake as a warning.
  package let decode: @Sendable (Data, ImageOptions) throws -> Reading<Image>
  /// Encodes an image as a file; nil for a read-only format.
  ///
  /// The caller has already scaled the image, stripped its metadata and, if the format cannot store the
  /// orientation (``carriesOrientation``), rotated it. Content that the format cannot hold is reported as
  /// a loss.
  package let encode: (@Sendable (Image, ImageOptions) throws -> Written)?
  /// Returns an error if writing needs something else that is missing, such as an encoder that the
  /// library itself loads; nil if nothing is missing.
  package let missingEncoder: @Sendable () -> CoderError?
  /// Whether a file can store the orientation of its pixels, so that they need not be rotated.
  package let carriesOrientation: Bool

  package init(
    _ name: String, types typeIdentifiers: [String], library: ImageLibrary? = nil, mayLose: [LossKind] = [],
    readingMayLose: [LossKind] = [.animation, .pages, .colors, .metadata], carriesOrientation: Bool = false,
    decode: @escaping @Sendable (Data, ImageOptions) throws -> Reading<Image>,
    encode: (@Sendable (Image, ImageOptions) throws -> Written)? = nil,
    missingEncoder: @escaping @Sendable () -> CoderError? = { nil }
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.library = library
    self.mayLose = mayLose
    self.readingMayLose = readingMayLose
    self.carriesOrientation = carriesOrientation
    self.decode = decode
    self.encode = encode
    self.missingEncoder = missingEncoder
  }
}

/// A library that is loaded at run time when a format first needs it.
package struct ImageLibrary: Sendable {
  /// The common name of the library: `libpng`.
  package let name: String
  /// The file names of the library, the preferred one first: `libpng16.so.16`.
  package let fileNames: [String]
  /// The packages with the library for Debian and Ubuntu, Fedora, Arch, Alpine and Homebrew:
  /// `libpng16-16`.
  package let packages: String
  /// The installed version; nil if the library is not installed or lacks a required function.
  package let version: @Sendable () -> String?

  package init(
    _ name: String, fileNames: [String], packages: String, version: @escaping @Sendable () -> String?
  ) {
    self.name = name
    self.fileNames = fileNames
    self.packages = packages
    self.version = version
  }

  /// Returns the error for a format whose library is not installed.
  package func missing(for format: String) -> CoderError {
    CoderError(
      .missingLibrary, "\(format) needs the library \(name), which is not installed; install \(packages)",
      subject: fileNames.first)
  }
}
