public import Foundation
public import ProfferConversions

/// Reads and writes image files without a conversion plan.
extension Image {
  /// The file types that can currently be read.
  ///
  /// A type is omitted if its format requires a library that is not installed.
  public static var readableTypeIdentifiers: [String] {
    ImageFormat.all.filter(\.isUsable).flatMap(\.typeIdentifiers)
  }

  /// The file types that can currently be written.
  ///
  /// Lossless formats precede lossy formats, and formats for small pictures.
  public static var writableTypeIdentifiers: [String] {
    ImageFormat.writable.sorted(keepingOrder: { $0.keepsColors && !$0.mayLose.contains(.resolution) })
      .map(\.writtenTypeIdentifier)
  }

  /// The file types in which this image can currently be written.
  ///
  /// Types that preserve all samples of the image precede the others.
  public var writableTypeIdentifiers: [String] {
    let isTransparent = !isOpaque
    return ImageFormat.writable.sorted(keepingOrder: { format in
      format.keepsColors
        && !(depth == .sixteen && format.mayLose.contains(.bitDepth))
        && !(isTransparent && format.mayLose.contains(.alpha))
        && !(max(width, height) > ICOWriter.sideLimit && format.mayLose.contains(.resolution))
    }).map(\.writtenTypeIdentifier)
  }

  /// Reads an image file.
  ///
  /// - Parameters:
  ///   - data: the bytes of the file.
  ///   - typeIdentifier: the type of the file, one of ``readableTypeIdentifiers``.
  ///   - options: the limits on the sizes declared in the file.
  /// - Returns: the image, and the losses from reading it.
  /// - Throws: ``CoderError`` if the bytes are not of the type, if the image exceeds the limits, or if a
  ///   library is not installed. The code is `wrongFormat` if the type is not a supported image type.
  public static func read(
    _ data: Data, as typeIdentifier: String, options: ImageOptions = ImageOptions()
  ) throws -> Reading<Image> {
    let format = try format(of: typeIdentifier)
    if let missing = format.missing?() { throw missing }
    return try format.decode(data, options)
  }

  /// Writes the image as a file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the file, one of ``writableTypeIdentifiers-swift.type.property``.
  ///   - options: the quality, size and metadata of the file.
  /// - Returns: the file, and the losses from writing it.
  /// - Throws: ``CoderError`` if the format cannot represent the image, or if a library is not installed.
  ///   The code is `wrongFormat` if the type is not a supported image type.
  public func write(as typeIdentifier: String, options: ImageOptions = ImageOptions()) throws -> Written {
    let format = try Image.format(of: typeIdentifier)
    guard format.writtenTypeIdentifier.lowercased() == typeIdentifier.lowercased() else {
      throw CoderError(
        .unwritable,
        "\(typeIdentifier) can be read but not written; \(format.name) is written as \(format.writtenTypeIdentifier)"
      )
    }
    if let missing = format.missingForWriting?() { throw missing }
    return try format.write(self, options)
  }

  private static func format(of typeIdentifier: String) throws(CoderError) -> ImageFormat {
    let wanted = typeIdentifier.lowercased()
    guard let format = ImageFormat.format(where: { $0.lowercased() == wanted }) else {
      throw CoderError(.wrongFormat, "\(typeIdentifier) is not a supported image type")
    }
    return format
  }
}

extension ImageFormat {
  fileprivate var isUsable: Bool { missing?() == nil }

  /// Whether all colors of 8-bit samples can be written.
  fileprivate var keepsColors: Bool { !mayLose.contains(.lossyCompression) && !reducesColors }

  fileprivate var writtenTypeIdentifier: String { typeIdentifiers[0] }

  fileprivate static var writable: [ImageFormat] {
    all.filter { $0.encode != nil && $0.missingForWriting?() == nil }
  }
}

extension [ImageFormat] {
  /// Returns the formats that satisfy a condition, followed by the other formats.
  ///
  /// The order within both groups is preserved.
  fileprivate func sorted(keepingOrder condition: (ImageFormat) -> Bool) -> [ImageFormat] {
    filter(condition) + filter { !condition($0) }
  }
}
