import ByteTools
import Foundation
import ProfferFileSystem

/// The file that a drag source offers to write.
final class X11DirectSaveOffer {
  /// The atom that names the property and the value.
  let atom: UInt32
  /// The type of the representation in the file.
  let typeIdentifier: String
  /// Whether the drop has happened.
  ///
  /// Before the drop, receivers may read the value, but the property does not contain a destination yet.
  var isDropped = false
  /// Whether the file was written.
  var wasSaved: Bool { saved.withLock { $0 } }

  private let connection: X11Connection
  private let window: UInt32
  private let file: OfferedFile
  private let saved = Locked(false)

  init(_ connection: X11Connection, _ file: OfferedFile, on window: UInt32) throws {
    (self.connection, self.file, self.window) = (connection, file, window)
    typeIdentifier = file.typeIdentifier
    atom = try connection.atom(X11DirectSave.name)
    // The receiver of an earlier drag may have replaced the name with a destination.
    connection.send(
      X11Request.changeProperty(
        atom, of: window, type: try connection.atom("text/plain"), format: 8, file.name.bytes))
  }

  /// Returns the content for a receiver that requests the value now.
  func form() throws -> OfferedForm {
    let place = isDropped ? try self.place() : nil
    let content = place.map(writing) ?? OfferedContent(X11DirectSave.Answer.unreachable.data)
    // The result of a save is not a value of the type. `wasSaved` records whether the file was written.
    return OfferedForm(name: X11DirectSave.name, typeIdentifier: "", content: content, form: .bytes)
  }

  /// Returns the destination that the receiver specified; nil if the destination is not a file on this
  /// machine.
  private func place() throws -> FilePath? {
    let property = try connection.property(atom, of: window, wordCount: 4096, deleting: false)
    // The file name itself is not a URL. Some receivers terminate the URL with a NUL.
    guard case .file(let path)? = URIList(Data(property.bytes)).entries.first else { return nil }
    return path
  }

  /// Returns content that writes the file when it is requested, on a thread that does not serve receivers.
  private func writing(to path: FilePath) -> OfferedContent {
    OfferedContent { [file, saved] answer in
      file.content.request { result in
        WorkerThreads.shared.run {
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
