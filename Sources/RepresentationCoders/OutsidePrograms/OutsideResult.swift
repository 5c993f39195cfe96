import Foundation
import UniformTypes

/// The rule of what counts as a document of the type that an outside program was asked for.
enum OutsideResult {
  /// Refuses what cannot be of the type: nothing at all, or the beginning of something else.
  ///
  /// A beginning that many formats share, such as that of text or of a zip archive, contradicts nothing that could
  /// begin so.
  static func check(
    _ data: Data, is typeIdentifier: String, madeBy program: String, types: TypeRegistry
  ) throws {
    guard !data.isEmpty else {
      throw CoderError(.programFailed, "\(program) made an empty file, which is no \(typeIdentifier)")
    }
    let seen = data.withUnsafeBytes { ContentSignatures.standard.candidates(in: $0, isWhole: true) }
    guard let first = seen.first, first.confidence == .certain, first.typeIdentifier != UTType.zip.identifier,
      !types.conforms(identifier: first.typeIdentifier, to: typeIdentifier),
      !types.conforms(identifier: typeIdentifier, to: first.typeIdentifier)
    else { return }
    throw CoderError(
      .programFailed,
      "\(program) was asked for \(typeIdentifier) and made \(first.typeIdentifier) (\(first.evidence))")
  }
}
