import Foundation
public import ProfferConversions
public import RichTextFormats
import ZipArchives

extension RichText {
  /// Writes the text as OpenDocument text (`.odt`), including its pictures.
  ///
  /// The result has version 1.3 of the format. Equal texts give equal bytes.
  ///
  /// - Returns: the bytes of the document and the losses.
  public func writeODT() -> Written { writeODT(pictures: nil) }

  /// Writes the text as OpenDocument text, and converts pictures of unsupported types to PNG.
  package func writeODT(pictures conversion: PictureConversion?) -> Written {
    let (files, losses) = ODTWriter.write(self, pictures: conversion)
    var package = ZipPackageWriter()
    for file in files { package.add(file.name, file.bytes, isStored: file.isStored) }
    return Written(package.finish(), losses: losses)
  }
}
