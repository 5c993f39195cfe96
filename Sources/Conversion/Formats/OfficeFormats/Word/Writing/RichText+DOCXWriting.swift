import Foundation
public import ProfferConversions
public import RichTextFormats
import ZipArchives

extension RichText {
  /// Writes the text as a Word document, including its pictures.
  ///
  /// The document has Word's own styles for headings, quotations, list items, captions and footnotes, real
  /// lists, tables with merged cells, and bookmarks as the targets of links. Nested blocks have styles whose
  /// names express the nesting, such as `List, Quote`. The same text always gives the same bytes.
  ///
  /// - Returns: the bytes of the document and the losses.
  public func writeDOCX() -> Written { writeDOCX(pictures: nil) }

  /// Writes the text as a Word document, and converts pictures of unsupported types to PNG.
  package func writeDOCX(pictures conversion: PictureConversion?) -> Written {
    let document = WordWriter.write(normalized(), pictures: conversion)
    var archive = ZipPackageWriter()
    for part in document.parts { archive.add(part.name, part.bytes) }
    return Written(archive.finish(), losses: document.losses, warnings: document.warnings)
  }
}
