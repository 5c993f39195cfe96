import Foundation
import Proffer
import Synchronization

/// Converts documents into a folder, and returns the documents whose conversion lost something.
func publish(_ documents: [FilePath], into folder: FilePath) async throws -> [String] {
  let conversion = DocumentConversion(of: documents, to: .html, output: .folder(folder))
  let outcome = try await conversion.perform(in: .standard)
  return outcome.documents.compactMap { document in
    guard case .converted(let result) = document.result, !result.report.losses.isEmpty else { return nil }
    return document.source
  }
}

/// Returns the text in a bundle, read as a member of a team, and converted if necessary.
func text(in bundle: FilePath, for team: String) throws -> Data {
  let received = Mutex(Data())
  var loading = RepresentationLoading(
    from: ActionInput(bundle),
    to: .written(.stream { piece in received.withLock { $0.append(contentsOf: piece) } }))
  loading.type = TypeReference(.utf8PlainText)
  loading.converts = true
  var context = ActionContext.standard
  context.identity = ReceiverIdentity(team: team, group: nil)
  _ = try loading.run(in: context)
  return received.withLock { $0 }
}
