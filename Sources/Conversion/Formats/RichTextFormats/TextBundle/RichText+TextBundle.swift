public import Conversions

extension RichText {
  /// Reads a TextBundle, and tells what was lost.
  ///
  /// Pictures in the folder `assets` become attachments with their bytes, and so do links to files there. Versions 1 and
  /// 2 are read, with text in Markdown, HTML or plain text.
  ///
  /// - Throws: ``CoderError`` with the code `wrongFormat` when the text is missing or of another type, or `info.json` is
  ///   no JSON object.
  public static func readTextBundle(_ members: [PackageMember]) throws(CoderError) -> Reading<RichText> {
    try TextBundle.read(members)
  }

  /// Writes a TextBundle of version 2 with Markdown, and tells what was lost.
  ///
  /// Attachments with bytes become files in `assets`, under their own names where these can stand in a folder, and
  /// pictures among them are shown by the text, other files linked to.
  public func writeTextBundle() -> Written { TextBundle.write(self) }
}
