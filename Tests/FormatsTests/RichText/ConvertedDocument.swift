import Foundation
import ProfferConversions
import StandardCoders

/// A document converted by the standard coders.
struct ConvertedDocument {
  let contents: DocumentContents
  let losses: [Loss]

  /// Converts a document from one type to another.
  init(_ contents: DocumentContents, _ type: String, to target: String) throws {
    let plan = try ConversionRegistry(.standard).plan(from: [type], to: target)
    let result = try plan.run(on: RepresentationSource(contents, typeIdentifier: type))
    (self.contents, losses) = (result.contents, result.losses)
  }
}
