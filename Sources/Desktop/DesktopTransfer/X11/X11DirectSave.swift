import Foundation
import ProfferFileSystem

/// The protocol for a file that the dragging program writes itself (Source: the direct save protocol for the
/// X Window System, version 0).
///
/// The dragging program stores the file name in a property of its window. The receiver replaces the name with
/// the URL of a destination. The receiver then requests a value, which contains the result of the save.
enum X11DirectSave {
  /// The name of the property and of the value.
  static let name = "XdndDirectSave0"

  /// The result of a save.
  enum Answer: Character {
    /// The file was written.
    case saved = "S"
    /// The dragging program cannot write to this destination. The receiver can request the bytes and write
    /// the file itself.
    case unreachable = "F"
    /// The file cannot be written, and the bytes are not available.
    case failed = "E"

    /// The value that contains the result.
    var data: Data { Data(String(rawValue).utf8) }
  }
}

extension X11SelectionReader {
  /// The name of the bytes, which the receiver requests if the dragging program cannot write the file.
  private static let bytesName = "application/octet-stream"

  func directFile(in folder: () throws -> FilePath) throws -> FilePath? {
    guard let source, names.contains(X11DirectSave.name) else { return nil }
    let property = try connection.atom(X11DirectSave.name)
    let type = try connection.atom("text/plain")
    let suggested: X11Property
    do {
      suggested = try connection.property(property, of: source, wordCount: 1024, deleting: false)
    } catch let error as TransferError where error.code == .refused { throw ownerEnded }
    let file = fileName(suggested: suggested.bytes)
    let path = try folder().appending(file)
    connection.send(
      X11Request.changeProperty(property, of: source, type: type, format: 8, Array(path.fileURLText.utf8)))
    var answer: [UInt8] = []
    try fetch(X11DirectSave.name) { answer += $0.prefix(1) }
    let outcome = answer.first.flatMap { X11DirectSave.Answer(rawValue: Character(Unicode.Scalar($0))) }
    if outcome == .saved, try FileStatus.ifPresent(path) != nil { return path }
    guard outcome == .unreachable, names.contains(X11SelectionReader.bytesName) else {
      throw TransferError(
        .refused, "the program that offers \(PrintableText.escaped(file.bytes)) could not write it")
    }
    try write(X11SelectionReader.bytesName, to: path)
    return path
  }
}
