package import Foundation
package import ProfferConversions

/// A format whose files can contain an animation, with its reader and writer.
///
/// The reader also reads files with a single picture. An animation of one frame is written as a picture.
package struct AnimationFormat: Sendable {
  /// The name of the format, such as `WebP animation`.
  package let name: String
  /// The format of files with a single picture, which has the same file types.
  package let still: ImageFormat
  /// The library that reading requires in addition to the library of ``still``; nil if there is none.
  package let readingLibrary: ImageLibrary?
  /// The library that writing requires in addition to the library of ``still``; nil if there is none.
  package let writingLibrary: ImageLibrary?
  /// Decodes all frames of a file.
  ///
  /// The limits of the options apply to all frames together.
  package let decode: @Sendable (Data, ImageOptions) throws -> Reading<Animation>
  /// Encodes the frames as a file.
  ///
  /// The caller has already scaled and rotated the frames and stripped their metadata.
  let encode: @Sendable (Animation, ImageOptions) throws -> Written

  /// The libraries for reading and writing, without the library of ``still``.
  var libraries: [ImageLibrary] { [readingLibrary, writingLibrary].compactMap(\.self) }

  /// A closure that returns the error for a library missing for reading; nil if no library is required.
  var missing: (@Sendable () -> CoderError?)? { checking(still.missing, readingLibrary) }

  /// A closure that returns the error for a library missing for writing; nil if no library is required.
  var missingForWriting: (@Sendable () -> CoderError?)? { checking(still.missingForWriting, writingLibrary) }

  private func checking(
    _ still: (@Sendable () -> CoderError?)?, _ library: ImageLibrary?
  ) -> (@Sendable () -> CoderError?)? {
    guard still != nil || library != nil else { return nil }
    return { still?() ?? library?.failure(for: name) }
  }
}
