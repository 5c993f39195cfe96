public import Foundation
public import ProfferConversions

/// A function that converts a picture to PNG, for a document that cannot contain the picture's own type.
///
/// The function returns nil if the picture cannot be decoded. The text formats do not decode pictures, so
/// they receive this function as an argument. The result `lost` names the properties of the picture that PNG
/// cannot represent.
package typealias PictureConversion =
  @Sendable (_ data: Data, _ typeIdentifier: String) -> (
    png: Data, lost: String?
  )?

extension RichText {
  /// Reads RTF and reports losses.
  ///
  /// Malformed RTF is read as far as possible, with a warning. The brace that closes the first group ends
  /// the document, even if it is a surplus brace. Text after this brace is not read, and is counted as lost
  /// (`characters`). White space, NULs and braces after the end are not counted.
  ///
  /// - Parameters:
  ///   - data: the bytes of the document.
  ///   - limits: the limits on the document and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes do not begin as RTF does, and with
  ///   `tooLarge` or `tooDeep` if a limit is exceeded.
  public static func readRTF(
    _ data: Data, limits: ReadingLimits = .standard
  ) throws(CoderError) -> Reading<RichText> {
    try limits.check(byteCount: data.count)
    return try limits.checked(RTFReader.read(data), as: .richText)
  }

  /// Reads an RTFD and reports losses.
  ///
  /// - Parameters:
  ///   - contents: the files of the RTFD folder, or the flat form of the folder on the pasteboard.
  ///   - limits: the limits on the document and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the contents are not an RTFD, with `tooLarge` or
  ///   `tooDeep` if a limit is exceeded, and with other codes if the flat form is truncated or malformed.
  public static func readRTFD(
    _ contents: DocumentContents, limits: ReadingLimits = .standard
  ) throws(CoderError) -> Reading<RichText> {
    try limits.check(byteCount: contents.byteCount)
    return try limits.checked(readUnmeasuredRTFD(contents, depthLimit: limits.depth), as: .richText)
  }

  fileprivate static func readUnmeasuredRTFD(
    _ contents: DocumentContents, depthLimit: Int
  ) throws(CoderError) -> Reading<RichText> {
    let members =
      switch contents {
      case .package(let members): members
      case .data(let data): try FlatRTFD.members(of: data, depthLimit: depthLimit)
      }
    guard
      let text = members.first(where: { $0.path == "TXT.rtf" })
        ?? members.first(where: { $0.path.lowercased().hasSuffix(".rtf") })
    else { throw CoderError(.wrongFormat, "this RTFD has no TXT.rtf in it") }
    let others = members.filter { $0.path != text.path }
    return try RTFReader.read(
      text.data, files: Dictionary(others.map { ($0.path, $0.data) }, uniquingKeysWith: { first, _ in first })
    )
  }

  /// Writes the text as RTF, including its pictures.
  ///
  /// - Returns: the bytes of the document and the losses.
  public func writeRTF() -> Written { writeRTF(pictures: nil) }

  /// Writes the text as RTF, and converts pictures of unsupported types to PNG.
  package func writeRTF(pictures conversion: PictureConversion?) -> Written {
    normalized().written(by: RTFSink(heldByteCount: .max, pictures: conversion))
  }

  /// Writes the text as an RTFD: a folder with `TXT.rtf` and the files that the text shows.
  ///
  /// - Parameter isFlat: whether to write the flat form for pasteboards instead of a folder.
  /// - Returns: the folder or its flat form, and the losses.
  public func writeRTFD(flat isFlat: Bool = false) -> Written {
    let (members, losses) = RTFWriter.writeFiles(self)
    return isFlat
      ? Written(FlatRTFD.data(of: members), losses: losses) : Written(.package(members), losses: losses)
  }
}

extension CoderSet {
  /// Coders for RTF, and for RTFD as a folder and in its flat form.
  ///
  /// Written RTF contains nearly all content of ``RichText``. The exceptions are files other than PNG and
  /// JPEG pictures, languages that have no RTF language code, differences finer than the units of RTF, and rare
  /// structures such as deeply nested tables. RTF measures font sizes in half points, and lengths in
  /// twentieths of a point. Written RTFD contains all files. Structures that RTF cannot express, such as
  /// lists inside quotations, are expressed by the names of paragraph styles.
  ///
  /// Text without explicit formatting is read without a font and size. Formatting that only repeats the
  /// paragraph's style is not read as formatting of the text. Footnotes and bookmarks are read. Comments,
  /// hidden text, and page headers and footers are dropped.
  public static let rtf = rtf(pictures: nil)

  /// Returns the coders for RTF and RTFD, which convert pictures of unsupported types to PNG.
  package static func rtf(pictures conversion: PictureConversion?) -> CoderSet {
    CoderSet(
      readers: [
        RepresentationReader(
          "rtf", reads: ["public.rtf"], as: .richText, mayLose: rtfReadingLosses,
          streaming: { try RTFReader.stream($0.data, meter: ReadingMeter(of: $0), $1) },
          collect: { try RichText.collected($0) }),
        RepresentationReader(
          "rtfd", reads: ["com.apple.rtfd", "com.apple.flat-rtfd"], as: .richText, mayLose: rtfReadingLosses,
          takesPackages: true
        ) { source in
          try RichText.readUnmeasuredRTFD(source.contents, depthLimit: source.limits.depth)
        },
      ],
      writers: [
        RepresentationWriter(
          "rtf", writes: ["public.rtf"], from: .richText,
          mayLose: [.characters, .fonts, .formatting, .images, .metadata, .precision, .tables],
          streaming: { _ in RTFSink(pictures: conversion) }, events: { try $0.normalized().emit($1) }
        ).placingPictures(.inside),
        RepresentationWriter(
          "rtfd", writes: ["com.apple.rtfd", "com.apple.flat-rtfd"], from: .richText,
          mayLose: [.characters, .fonts, .formatting, .metadata, .precision, .tables], cost: 2
        ) { text, typeIdentifier in text.writeRTFD(flat: typeIdentifier == "com.apple.flat-rtfd") }
        .placingPictures(.inside),
      ])
  }

  private static let rtfReadingLosses: [LossKind] = [
    .characters, .colors, .comments, .formatting, .images, .layout, .links, .metadata, .tables,
  ]
}
