import Foundation
import ProfferFileSystem

/// A file that the program that drags writes itself (Source: the direct save protocol for the X Window System, version 0).
///
/// The program names the file on a property of its window, the receiver replaces the name by the URL of a place, and asks for
/// a value that says how it went.
enum X11DirectSave {
  /// The name of the property and of the value.
  static let name = "XdndDirectSave0"

  /// How it went.
  enum Answer: Character {
    /// The file is written.
    case saved = "S"
    /// This place cannot be written; the receiver can take the bytes and write them.
    case unreachable = "F"
    /// The file cannot be written, and the bytes cannot be had.
    case failed = "E"

    /// The value of the answer.
    var data: Data { Data(String(rawValue).utf8) }
  }
}

extension X11SelectionReader {
  /// The name of the bytes that a receiver writes itself, where the program does not write.
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
