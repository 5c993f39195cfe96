public import Conversions
public import Foundation

extension RichText {
  /// Reads RTF.
  ///
  /// Malformed RTF gives the best reading and a warning. The brace that closes the first group ends the document, be it
  /// one too many; words behind it are not read and count as lost (`characters`), white space, NULs and further
  /// braces do not.
  ///
  /// - Throws: ``CoderError`` with the code `wrongFormat` when the bytes do not begin as RTF does.
  public static func readRTF(_ data: Data) throws(CoderError) -> Reading<RichText> {
    try RTFReader.read(data)
  }

  /// Reads an RTFD: a folder, or the one run of bytes that it is on the pasteboard.
  ///
  /// - Throws: ``CoderError`` with the code `wrongFormat` when it is none, and others of its codes when the run of bytes
  ///   is cut off or broken.
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
  public func writeRTF() -> Written { RTFWriter.write(self) }

  /// The text as an RTFD, a folder of `TXT.rtf` and the files that it shows.
  ///
  /// - Parameter isFlat: whether it is the one run of bytes for pasteboards instead.
  public func writeRTFD(flat isFlat: Bool = false) -> Written {
    let (members, losses) = RTFWriter.writeFiles(self)
    return isFlat
      ? Written(FlatRTFD.data(of: members), losses: losses) : Written(.package(members), losses: losses)
  }
}
