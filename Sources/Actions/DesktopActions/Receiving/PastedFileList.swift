import DesktopTransfer
import Foundation

/// The URL list of files offered by a document portal key, with or without a list in the offer.
final class PastedFileList {
  private let portal: DocumentPortal
  private let tell: (String) -> Void
  /// The list, fetched only once because the portal forgets a transfer after its files are retrieved.
  private var made: Data?

  /// - Parameter tell: called with the reason if the portal is not used.
  init(portal: DocumentPortal, telling tell: @escaping (String) -> Void) {
    (self.portal, self.tell) = (portal, tell)
  }

  /// The URLs of the files, one per line.
  ///
  /// The portal's answer is preferred: a sandboxed program may list paths that exist only in its sandbox, and
  /// the portal returns the paths outside it. The list is used if the portal does not answer, for example
  /// because the key comes from another machine. It is also used if the portal returns fewer files than the
  /// list has entries, because a list can also contain URLs that are not files on this machine.
  ///
  /// - Parameters:
  ///   - key: fetches the key.
  ///   - list: fetches the list; nil if none is offered.
  /// - Throws: the error of the portal if there is no list.
  func data(key: () throws -> Data, list: (() throws -> Data)?) throws -> Data {
    if let made { return made }
    let listed = try list?()
    let data: Data
    do {
      let files = try portal.files(of: key())
      if let listed, URIList(listed).entries.count > files.count {
        tell("the document portal is not used: it gives \(files.count) of the files that are listed")
        data = listed
      } else {
        data = Data(files.map { "\($0.fileURLText)\r\n" }.joined().utf8)
      }
    } catch let error as TransferError {
      guard let listed else { throw error }
      tell("the document portal is not used: \(error)")
      data = listed
    }
    made = data
    return data
  }
}
