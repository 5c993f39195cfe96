public import Foundation
public import ProfferConversions

extension Animation {
  /// Reads a file with any number of frames, without a conversion plan.
  ///
  /// - Parameters:
  ///   - data: the bytes of the file.
  ///   - typeIdentifier: the type of the file, `com.compuserve.gif` or `org.webmproject.webp`.
  ///   - options: the limits on the sizes declared in the file, for all frames together.
  /// - Returns: the animation, and the losses from reading it.
  /// - Throws: ``CoderError`` if the bytes are not of the type, if the animation exceeds the limits, or if a
  ///   library is not installed. The code is `wrongFormat` if files of the type have no animation.
  public static func read(
    _ data: Data, as typeIdentifier: String, options: ImageOptions = ImageOptions()
  ) throws -> Reading<Animation> {
    let format = try format(of: typeIdentifier)
    if let missing = format.missing?() { throw missing }
    return try format.decode(data, options)
  }

  /// Writes the animation as a file.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the file, `com.compuserve.gif` or `org.webmproject.webp`.
  ///   - options: the quality, size and metadata of the file.
  /// - Returns: the file, and the losses from writing it.
  /// - Throws: ``CoderError`` if the format cannot represent the animation, or if a library is not installed.
  ///   The code is `wrongFormat` if files of the type have no animation.
  public func write(as typeIdentifier: String, options: ImageOptions = ImageOptions()) throws -> Written {
    let format = try Animation.format(of: typeIdentifier)
    if let missing = format.missingForWriting?() { throw missing }
    return try format.write(self, options)
  }

  private static func format(of typeIdentifier: String) throws(CoderError) -> AnimationFormat {
    let wanted = typeIdentifier.lowercased()
    let format = AnimationFormat.all.first { $0.still.typeIdentifiers.contains { $0.lowercased() == wanted } }
    guard let format else { throw CoderError(.wrongFormat, "\(typeIdentifier) is not a type of animations") }
    return format
  }
}
