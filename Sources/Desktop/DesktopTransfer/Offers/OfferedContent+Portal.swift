import Foundation
import ProfferFileSystem

extension OfferedContent {
  /// The key for which the document portal gives the files of a list of URLs, with a NUL at its end as GTK writes it.
  ///
  /// Each request is a transfer of its own, as the portal forgets one whose files were retrieved. The URLs that are not files of
  /// this machine are left out: receivers that take them ask for the list.
  static func fileTransfer(of list: OfferedContent, through portal: DocumentPortal) -> OfferedContent {
    .madeForEachRequest { answer in
      list.request { result in
        do {
          let files = URIList(try result.get()).entries.compactMap { entry -> FilePath? in
            if case .file(let path) = entry { path } else { nil }
          }
          portal.register(files) { key in answer(key.map { Data($0.utf8) + [0] }) }
        } catch {
          answer(.failure(error))
        }
      }
      // The list is not given up: another receiver may wait for it.
      return {}
    }
  }
}
