public import Foundation
public import ProfferConversions

/// Files of images, for a program that has one and wants no plan.
extension Image {
  /// The types of files that can be read now: those of formats whose library is installed, or that need none.
  public static var readableTypeIdentifiers: [String] {
    ImageFormat.all.filter(\.isUsable).flatMap(\.typeIdentifiers)
  }

  /// The types of files that can be written now, those that keep every pixel first.
  public static var writableTypeIdentifiers: [String] {
    ImageFormat.writable.sorted(keepingOrder: { !$0.mayLose.contains(.lossyCompression) })
      .map(\.writtenTypeIdentifier)
  }

  /// The types of files that this image can be written as now, those that keep all of its samples first.
  public var writableTypeIdentifiers: [String] {
    let isTransparent = !isOpaque
    return ImageFormat.writable.sorted(keepingOrder: { format in
      !format.mayLose.contains(.lossyCompression)
        && !(depth == .sixteen && format.mayLose.contains(.bitDepth))
        && !(isTransparent && format.mayLose.contains(.alpha))
    }).map(\.writtenTypeIdentifier)
  }

  /// Reads the file of an image.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, as ``readableTypeIdentifiers`` names it.
  ///   - options: the limits of what the file may declare.
  /// - Returns: the image, and what of the file is not in it.
  /// - Throws: ``CoderError`` for bytes that are not of the type, an image beyond the limits, a library that is not
  ///   installed, and with code `wrongFormat` for a type that is not one of images here.
  public static func read(
    _ data: Data, as typeIdentifier: String, options: ImageOptions = ImageOptions()
  ) throws -> Reading<Image> {
    try format(of: typeIdentifier).decode(data, options)
  }

  /// Writes the image as a file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the file, as ``writableTypeIdentifiers-swift.type.property`` names it.
  ///   - options: quality, size and metadata of the file.
  /// - Returns: the file, and what of the image is not in it.
  /// - Throws: ``CoderError`` for an image that the format cannot hold, a library that is not installed, and with code
  ///   `wrongFormat` for a type that is not one of images here.
  public func write(as typeIdentifier: String, options: ImageOptions = ImageOptions()) throws -> Written {
    let format = try Image.format(of: typeIdentifier)
    guard format.writtenTypeIdentifier.lowercased() == typeIdentifier.lowercased() else {
      throw CoderError(
        .unwritable,
        "\(typeIdentifier) is only read here; \(format.name) is written as \(format.writtenTypeIdentifier)")
    }
    return try format.write(self, options)
  }

  private static func format(of typeIdentifier: String) throws(CoderError) -> ImageFormat {
    let wanted = typeIdentifier.lowercased()
    guard let format = ImageFormat.format(where: { $0.lowercased() == wanted }) else {
      throw CoderError(.wrongFormat, "\(typeIdentifier) is not a type of images that is read or written here")
    }
    if let missing = format.missing?() { throw missing }
    return format
  }
}

extension ImageFormat {
  fileprivate var isUsable: Bool { missing?() == nil }

  fileprivate var writtenTypeIdentifier: String { typeIdentifiers[0] }

  fileprivate static var writable: [ImageFormat] {
    all.filter { $0.encode != nil && $0.missingForWriting?() == nil }
  }
}

extension [ImageFormat] {
  /// The formats that meet a condition, and then the others, each in their order.
  fileprivate func sorted(keepingOrder condition: (ImageFormat) -> Bool) -> [ImageFormat] {
    filter(condition) + filter { !condition($0) }
  }
}
