public import Foundation
public import ProfferConversions

/// Converts a picture to PNG for a document that cannot contain other pictures; nil if it cannot be
/// decoded.
///
/// The text formats do not decode pictures, so a converter is passed to them. `lost` describes what PNG
/// cannot represent.
package typealias PictureConversion =
  @Sendable (_ data: Data, _ typeIdentifier: String) -> (
    png: Data, lost: String?
  )?

extension RichText {
  /// Reads RTF.
  ///
  /// Malformed RTF results in the best possible reading and a warning. The brace that closes the first
  /// group ends the document, even if it is a surplus brace. Text after it is not read and counts as lost
  /// (`characters`), unlike white space, NULs and further braces.
  ///
  /// - Parameter data: the bytes.
  /// - Returns: the text, with what was lost.
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the bytes do not begin like RTF.
  public static func readRTF(_ data: Data) throws(CoderError) -> Reading<RichText> {
    try RTFReader.read(data)
  }

  /// Reads an RTFD: a folder, or its flat form on the pasteboard.
  ///
  /// - Parameter contents: the files of the folder, or its flat form.
  /// - Returns: the text, with what was lost.
  /// - Throws: ``CoderError`` with the code `wrongFormat` for anything else, and with other codes if the
  ///   flat form is truncated or malformed.
  public static func readRTFD(_ contents: DocumentContents) throws(CoderError) -> Reading<RichText> {
    let members =
      switch contents {
      case .package(let members): members
      case .data(let data): try FlatRTFD.members(of: data)
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
  /// - Returns: the bytes, with what was lost.
  public func writeRTF() -> Written { writeRTF(pictures: nil) }

  /// Writes the text as RTF, with pictures of other types converted to PNG.
  package func writeRTF(pictures conversion: PictureConversion?) -> Written {
    written(by: RTFSink(heldByteCount: .max, pictures: conversion))
  }

  /// Writes the text as an RTFD, a folder of `TXT.rtf` and the files that it shows.
  ///
  /// - Parameter isFlat: whether to write the flat form for pasteboards instead.
  /// - Returns: the folder or its flat form, with what was lost.
  public func writeRTFD(flat isFlat: Bool = false) -> Written {
    let (members, losses) = RTFWriter.writeFiles(self)
    return isFlat
      ? Written(FlatRTFD.data(of: members), losses: losses) : Written(.package(members), losses: losses)
  }
}

extension CoderSet {
  /// RTF, and RTFD as a folder and in its flat form.
  ///
  /// Written RTF contains everything in ``RichText`` except files other than PNG and JPEG, languages
  /// without a number in RTF, and differences finer than its units: half points for font sizes,
  /// twentieths of a point for lengths. Written RTFD contains all files. Structures that RTF itself
  /// cannot express, such as lists inside quotations, are written to the names of paragraph styles.
  ///
  /// Text without explicit formatting has the font and size of the document; formatting that only repeats
  /// the style is not read as formatting of the text. Footnotes and bookmarks are read; comments, hidden
  /// text, and page headers and footers are dropped.
  public static let rtf = rtf(pictures: nil)

  /// Returns the same coders, with pictures of other types converted to PNG.
  package static func rtf(pictures conversion: PictureConversion?) -> CoderSet {
    CoderSet(
      readers: [
        RepresentationReader(
          "rtf", reads: ["public.rtf"], as: .richText, mayLose: rtfReadingLosses,
          streaming: { try RTFReader.stream($0.data, $1) }, collect: { try RichText.collected($0) }),
        RepresentationReader(
          "rtfd", reads: ["com.apple.rtfd", "com.apple.flat-rtfd"], as: .richText, mayLose: rtfReadingLosses,
          takesPackages: true
        ) { source in
          try RichText.readRTFD(source.contents)
        },
      ],
      writers: [
        RepresentationWriter(
          "rtf", writes: ["public.rtf"], from: .richText,
          mayLose: [.characters, .fonts, .formatting, .images, .metadata, .precision, .tables],
          streaming: { _ in RTFSink(pictures: conversion) }, events: { try $0.emit($1) }),
        RepresentationWriter(
          "rtfd", writes: ["com.apple.rtfd", "com.apple.flat-rtfd"], from: .richText,
          mayLose: [.characters, .fonts, .formatting, .metadata, .precision, .tables], cost: 2
        ) { text, typeIdentifier in text.writeRTFD(flat: typeIdentifier == "com.apple.flat-rtfd") },
      ])
  }

  private static let rtfReadingLosses: [LossKind] = [
    .characters, .colors, .comments, .formatting, .images, .layout, .links, .metadata, .tables,
  ]
}
