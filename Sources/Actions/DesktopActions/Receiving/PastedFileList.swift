import DesktopTransfer
import Foundation

/// A list of file URLs, obtained from the document portal or from the offer.
final class PastedFileList {
  private let portal: DocumentPortal
  private let tell: (String) -> Void
  /// The list, fetched only once because the portal discards a transfer after its files are retrieved.
  private var made: Data?

  /// - Parameter tell: called with the reason if the portal is not used.
  init(portal: DocumentPortal, telling tell: @escaping (String) -> Void) {
    (self.portal, self.tell) = (portal, tell)
  }

  /// Returns the URLs of the files, one per line.
  ///
  /// The paths that the portal returns are preferred. A sandboxed program may list paths that exist only in
  /// its sandbox, and the portal returns the corresponding paths outside the sandbox. The list in the offer
  /// is used if the portal fails, for example because the transfer key was created on another machine. The
  /// list is also used if the portal returns fewer files than the list has entries, because a list can
  /// contain URLs that are not files on this machine.
  ///
  /// - Parameters:
  ///   - key: fetches the transfer key for the portal.
  ///   - list: fetches the list in the offer; nil if the offer contains no list.
  /// - Throws: the error of the portal if the offer contains no list.
  func data(key: () throws -> Data, list: (() throws -> Data)?) throws -> Data {
    if let made { return made }
    let listed = try list?()
    let data: Data
    do {
      let files = try portal.files(of: key())
      if let listed, URIList(listed).entries.count > files.count {
        tell("the document portal is not used: it provides only \(files.count) of the listed files")
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
