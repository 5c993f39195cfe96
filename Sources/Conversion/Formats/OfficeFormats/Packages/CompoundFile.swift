import Foundation
import ProfferConversions

/// A file of Microsoft's compound format, which contains streams as a file system contains files.
///
/// Encrypted office documents, and the documents of Word 97 to 2003, have this format.
enum CompoundFile {
  private static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  /// Returns the reason why a compound file cannot be read; nil if the data is not a compound file.
  static func error(for data: Data) -> CoderError? {
    guard data.starts(with: signature) else { return nil }
    if contains("EncryptedPackage", data) || contains("EncryptionInfo", data) {
      return CoderError(
        .wrongFormat,
        "this document is encrypted; remove its password in an office program, and save it again")
    }
    return CoderError(
      .wrongFormat,
      "this is a document of an old format (.doc, .xls or .ppt); save it as .docx, .xlsx or .pptx first")
  }

  /// Returns whether a directory entry has the given name, in UTF-16.
  private static func contains(_ name: String, _ data: Data) -> Bool {
    var bytes = Data()
    for unit in name.utf16 { bytes.append(contentsOf: [UInt8(unit & 0xFF), UInt8(unit >> 8)]) }
    return data.range(of: bytes) != nil
  }
}
