import Foundation
import ProfferConversions
import UniformTypes

/// The rule that accepts or rejects what an external converter made.
enum ConverterResult {
  /// Refuses what cannot be of the type: nothing at all, the beginning of something else, or, for a type whose
  /// documents all begin in a known way, any other beginning.
  ///
  /// Of a type without signatures, a beginning that many formats share, such as that of text or of a zip archive,
  /// contradicts nothing that could begin so.
  static func check(
    _ data: Data, is typeIdentifier: String, madeBy program: String, types: TypeRegistry
  ) throws {
    guard !data.isEmpty else {
      throw CoderError(.programFailed, "\(program) made an empty file, which is not \(typeIdentifier)")
    }
    let seen = data.withUnsafeBytes { ContentSignatures.standard.candidates(in: $0, isWhole: true) }
    let signed = signedTypes(of: typeIdentifier, types)
    guard let first = seen.first else { return }
    let isRight =
      signed.isEmpty
      ? !contradicts(first, typeIdentifier, types)
      : seen.contains { match in
        match.mimeType == nil && match.confidence > .general
          && (types.conforms(identifier: typeIdentifier, to: match.typeIdentifier)
            || (signed + [typeIdentifier]).contains {
              types.conforms(identifier: match.typeIdentifier, to: $0)
            })
      }
    guard !isRight else { return }
    throw CoderError(
      .programFailed,
      "\(program) was asked for \(typeIdentifier) and made \(first.typeIdentifier) (\(first.evidence))")
  }

  private static func contradicts(
    _ match: SignatureMatch, _ typeIdentifier: String, _ types: TypeRegistry
  ) -> Bool {
    match.confidence == .certain && match.typeIdentifier != UTType.zip.identifier
      && !types.conforms(identifier: match.typeIdentifier, to: typeIdentifier)
      && !types.conforms(identifier: typeIdentifier, to: match.typeIdentifier)
  }

  /// The types with signatures of their own among a type and all that it conforms to.
  private static func signedTypes(of typeIdentifier: String, _ types: TypeRegistry) -> [String] {
    let isZip = zippedFamilies.contains { types.conforms(identifier: typeIdentifier, to: $0) }
    return (isZip ? [UTType.zip.identifier] : [])
      + ContentSignatures.standard.signedTypeIdentifiers.filter {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
  }

  /// Families of types whose documents are zip archives, as which signatures report them.
  private static let zippedFamilies = [
    "org.openxmlformats.openxml", "org.oasis-open.opendocument", "org.idpf.epub-container",
  ]
}
