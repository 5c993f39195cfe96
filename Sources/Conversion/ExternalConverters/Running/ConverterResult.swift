import Foundation
import ProfferConversions
import UniformTypes

/// Checks that accept or reject the result of an external converter.
enum ConverterResult {
  /// Throws if a result is empty, or if its first bytes show that it is not of the requested type.
  ///
  /// A result whose format is not recognised is accepted. If the requested type has no signatures, a result
  /// that looks like text or a ZIP archive is accepted as well, because many formats consist of text or are
  /// ZIP archives.
  static func check(
    _ data: Data, is typeIdentifier: String, madeBy program: String, types: TypeRegistry
  ) throws {
    guard !data.isEmpty else {
      let name = TypeNames.name(of: typeIdentifier, in: types)
      throw CoderError(.programFailed, "\(program) wrote an empty file instead of \(name)")
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
    let names = TypeNames([typeIdentifier, first.typeIdentifier], in: types)
    throw CoderError(
      .programFailed,
      "\(program) was asked for \(names[typeIdentifier]) but wrote \(names[first.typeIdentifier]) (\(first.evidence))"
    )
  }

  private static func contradicts(
    _ match: SignatureMatch, _ typeIdentifier: String, _ types: TypeRegistry
  ) -> Bool {
    match.confidence == .certain && match.typeIdentifier != UTType.zip.identifier
      && !types.conforms(identifier: match.typeIdentifier, to: typeIdentifier)
      && !types.conforms(identifier: typeIdentifier, to: match.typeIdentifier)
  }

  /// Returns the types with signatures that the given type equals or conforms to.
  ///
  /// The ZIP type is included if documents of the given type are ZIP archives.
  private static func signedTypes(of typeIdentifier: String, _ types: TypeRegistry) -> [String] {
    let isZip = zippedFamilies.contains { types.conforms(identifier: typeIdentifier, to: $0) }
    return (isZip ? [UTType.zip.identifier] : [])
      + ContentSignatures.standard.signedTypeIdentifiers.filter {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
  }

  /// The base types of documents that are ZIP archives.
  ///
  /// Such a document may be recognised only as a ZIP archive.
  private static let zippedFamilies = [
    "org.openxmlformats.openxml", "org.oasis-open.opendocument", "org.idpf.epub-container",
  ]
}
