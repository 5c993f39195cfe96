public import Foundation
public import ProfferConversions

/// Makes a PNG of a picture, for a document that holds no other pictures; nil where it cannot be decoded.
///
/// Formats of text know no pixels: what converts pictures is handed to them. `lost` names what the PNG cannot hold.
package typealias PictureConversion =
  @Sendable (_ data: Data, _ typeIdentifier: String) -> (
    png: Data, lost: String?
  )?

extension RichText {
  /// Reads RTF.
  ///
  /// Malformed RTF gives the best reading and a warning. The brace that closes the first group ends the document, be it
  /// one too many; words after it are not read and count as lost (`characters`), white space, NULs and further
  /// braces do not.
  ///
  /// - Parameter data: the bytes.
  /// - Returns: the text, with what was lost.
  /// - Throws: ``CoderError`` with the code `wrongFormat` when the bytes do not begin as RTF does.
  public static func readRTF(_ data: Data) throws(CoderError) -> Reading<RichText> {
    try RTFReader.read(data)
  }

  /// Reads an RTFD: a folder, or the one run of bytes that it is on the pasteboard.
  ///
  /// - Parameter contents: the files of the folder, or its flat form.
  /// - Returns: the text, with what was lost.
  /// - Throws: ``CoderError`` with the code `wrongFormat` for anything else, and others of its codes when the run of
  ///   bytes is cut off or broken.
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

  /// The text as RTF, with its pictures in it.
  ///
  /// - Returns: the bytes, with what was lost.
  public func writeRTF() -> Written { writeRTF(pictures: nil) }

  /// The same with pictures of other types made PNG.
  package func writeRTF(pictures conversion: PictureConversion?) -> Written {
    written(by: RTFSink(heldByteCount: .max, pictures: conversion))
  }

  /// The text as an RTFD, a folder of `TXT.rtf` and the files that it shows.
  ///
  /// - Parameter isFlat: whether it is the one run of bytes for pasteboards instead.
  /// - Returns: the folder or its flat form, with what was lost.
  public func writeRTFD(flat isFlat: Bool = false) -> Written {
    let (members, losses) = RTFWriter.writeFiles(self)
    return isFlat
      ? Written(FlatRTFD.data(of: members), losses: losses) : Written(.package(members), losses: losses)
  }
}

extension CoderSet {
  /// RTF, and RTFD as a folder and as one run of bytes.
  ///
  /// Written RTF carries everything that ``RichText`` says but files that are neither PNG nor JPEG, languages that have
  /// no number, and what is finer than its units: half points of fonts, twentieths of a point of lengths. Written RTFD
  /// carries all files. What RTF itself has no word for, lists inside quotations for one, is in the names of its
  /// paragraph styles.
  ///
  /// A text without marks of its own is in the font and size of the document, and so is what only repeats its style.
  /// Footnotes and bookmarks are read; remarks, hidden words, and the heads and feet of pages are dropped.
  public static let rtf = rtf(pictures: nil)

  /// The same with pictures of other types made PNG.
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
