import DesktopTransfer
import Foundation

/// Files that another program offers by a key of the document portal, beside a list of URLs or without one: the list is what
/// can be used.
final class PastedFileList {
  private let portal: DocumentPortal
  private let tell: (String) -> Void
  /// The list, which is asked for once: the portal forgets a transfer whose files were retrieved.
  private var made: Data?

  /// - Parameter tell: called with why the portal is not used.
  init(portal: DocumentPortal, telling tell: @escaping (String) -> Void) {
    (self.portal, self.tell) = (portal, tell)
  }

  /// The URLs of the files, a line each.
  ///
  /// The portal's answer is preferred: a program in a sandbox may list paths that exist only there, and the
  /// portal gives the paths outside it. The list is used if the portal does not answer, for example if the
  /// key comes from another machine, or if the portal names fewer files than the list: a list can also
  /// contain other URLs than those of files on this machine.
  ///
  /// - Parameters:
  ///   - key: fetches the key.
  ///   - list: fetches the list; nil if none is offered.
  /// - Throws: if there is no list, the error for which the portal is not used.
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
