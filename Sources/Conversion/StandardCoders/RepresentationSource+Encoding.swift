package import ProfferConversions
import RichTextFormats
package import TextEncodings
package import UniformTypes

extension RepresentationSource {
  /// Returns the encoding with which text readers decode the bytes, and the evidence for that encoding.
  ///
  /// - Returns: nil if the contents are a folder, if the type is not text, or if the format itself determines
  ///   the encoding.
  package func textDetection(types: TypeRegistry) -> EncodingDetection? {
    guard case .data = contents else { return nil }
    let type = UTType(typeIdentifier, in: types)
    func conforms(_ identifiers: String...) -> Bool {
      identifiers.contains { identifier in
        guard let type, let other = UTType(identifier, in: types) else { return false }
        return types.conforms(type, to: other)
      }
    }
    if conforms("public.html") { return RichText.encodingOfHTML(data, encodingName: declaredEncodingName) }
    guard conforms("public.text"), !conforms("public.rtf", "public.json", "public.ndjson", "public.xml")
    else {
      return nil
    }
    return encodingDetection
  }
}
