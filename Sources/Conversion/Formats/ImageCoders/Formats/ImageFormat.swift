package import Foundation
package import ProfferConversions

/// A format of images, as a reader and a writer.
///
/// Formats know nothing of one another. A format whose library is not installed stays in the table, so that an error can
/// name the library.
package struct ImageFormat: Sendable {
  /// The name that people know: `PNG`.
  package let name: String
  /// The types of its files; the first is the one that is written where several are.
  package let typeIdentifiers: [String]
  /// The library that it needs; nil for a format that is read and written here.
  package let library: ImageLibrary?
  /// What writing may lose.
  package let mayLose: [LossKind]
  /// What reading may lose; for a format of a library usually frames, pages, colors that are calibrated and metadata.
  package let readingMayLose: [LossKind]
  /// Makes an image of a file's bytes.
  ///
  /// Throws ``CoderError``. What the file has and the image does not hold (frames, pages, unknown metadata) is a loss of
  /// the reading; a repaired mistake is a warning.
  package let decode: @Sendable (Data, ImageOptions) throws -> Reading<Image>
  /// Makes a file of an image; nil for a format that is only read.
  ///
  /// Orientation, size and stripped metadata are settled before this is called, where the format cannot carry them
  /// (``carriesOrientation``). What the format cannot hold is a loss.
  package let encode: (@Sendable (Image, ImageOptions) throws -> Written)?
  /// Answers what writing needs beyond the library and does not find, such as an encoder that the library loads itself; nil
  /// where nothing is missing.
  package let missingEncoder: @Sendable () -> CoderError?
  /// Whether a file can say how its pixels are turned, so that they stay as they are.
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

/// A library that is loaded at run time, when a format first needs it.
package struct ImageLibrary: Sendable {
  /// The name that people know: `libpng`.
  package let name: String
  /// The names of its file, the preferred one first: `libpng16.so.16`.
  package let fileNames: [String]
  /// The packages that bring it, for Debian and Ubuntu, Fedora, Arch, Alpine and Homebrew: `libpng16-16`.
  package let packages: String
  /// The version that was found; nil where the library is not installed or lacks a function that is needed.
  package let version: @Sendable () -> String?

  package init(
    _ name: String, fileNames: [String], packages: String, version: @escaping @Sendable () -> String?
  ) {
    self.name = name
    self.fileNames = fileNames
    self.packages = packages
    self.version = version
  }

  /// The error for a format whose library is not installed.
  package func missing(for format: String) -> CoderError {
    CoderError(
      .missingLibrary, "\(format) needs the library \(name), which is not installed; install \(packages)",
      subject: fileNames.first)
  }
}
