import ByteTools
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

/// The file that the window of a drag offers to write.
final class X11DirectSaveOffer {
  /// The atom of the property and of the value.
  let atom: UInt32
  /// The type of the representation that is written.
  let typeIdentifier: String
  /// Whether the drag was dropped: before, receivers look at the value and have named no place.
  var isDropped = false
  /// Whether the file was written since ``reset()``.
  var wasSaved: Bool { saved.withLock { $0 } }

  private let connection: X11Connection
  private let window: UInt32
  private let file: OfferedFile
  private let saved = Locked(false)
  private let textType: UInt32

  init(_ connection: X11Connection, _ file: OfferedFile, on window: UInt32) throws {
    (self.connection, self.file, self.window) = (connection, file, window)
    typeIdentifier = file.typeIdentifier
    atom = try connection.atom(X11DirectSave.name)
    textType = try connection.atom("text/plain")
    reset()
  }

  /// Puts the name of the file on the window, where a receiver may have put a place.
  func reset() {
    isDropped = false
    saved.withLock { $0 = false }
    connection.send(
      X11Request.changeProperty(atom, of: window, type: textType, format: 8, file.name.bytes))
  }

  /// The answer to a receiver that asks now.
  func form() throws -> OfferedForm {
    let place = isDropped ? try self.place() : nil
    let content = place.map(writing) ?? OfferedContent(X11DirectSave.Answer.unreachable.data)
    return OfferedForm(name: X11DirectSave.name, typeIdentifier: "", content: content, form: .bytes)
  }

  /// The place that the receiver has named: a file of this machine.
  private func place() throws -> FilePath? {
    let property = try connection.property(atom, of: window, wordCount: 4096, deleting: false)
    // The bare name is not a URL, and some receivers end the URL with a NUL.
    guard case .file(let path)? = URIList(Data(property.bytes)).entries.first else { return nil }
    return path
  }

  /// Writes the file when it is asked for, on a thread that serves no receiver.
  private func writing(to path: FilePath) -> OfferedContent {
    OfferedContent { [file, saved] answer in
      file.content.request { result in
        DispatchQueue.global().async {
          do {
            let data = try result.get()
            let replacement = try FileReplacement(at: path, replacing: true)
            try data.withUnsafeBytes { try replacement.file.write($0, at: 0) }
            try replacement.commit(synchronizing: false)
            saved.withLock { $0 = true }
            answer(.success(X11DirectSave.Answer.saved.data))
          } catch {
            // The protocol has no field for the reason.
            answer(.success(X11DirectSave.Answer.failed.data))
          }
        }
      }
      return { file.content.giveUp(CancellationError()) }
    }
  }
}
