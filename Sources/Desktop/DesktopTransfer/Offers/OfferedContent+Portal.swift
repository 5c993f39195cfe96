import Foundation
import ProfferFileSystem

extension OfferedContent {
  /// Returns content that consists of the document portal's key for the files of a URL list.
  ///
  /// The key ends with a NUL, as in GTK. Each request starts a new transfer, because the portal removes a
  /// transfer after its files are retrieved. URLs other than local files are omitted. Receivers that accept
  /// such URLs request the list itself.
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
      // The list is not given up, because another receiver may be waiting for the list.
      return {}
    }
  }
}
