package import Conversions
package import Foundation

extension RepresentationSource {
  /// The encoding to read the bytes as text in: that of a byte order mark, else the declared one, else the detected one.
  ///
  /// A type that states its encoding is believed before all, as `TextEncoding.detected(in:typeIdentifier:declaredName:)`
  /// says.
  package var textEncoding: TextEncoding {
    TextEncoding.detected(in: data, typeIdentifier: typeIdentifier, declaredName: declaredEncodingName)
  }
}

extension TextEncoding {
  /// Reads text as bytes in UTF-8, for what scans bytes; the same as ``decode(_:)`` otherwise.
  package func utf8Bytes(of data: Data) -> Reading<[UInt8]> {
    var text: [UInt8] = []
    text.reserveCapacity(form == .utf8 ? data.count : data.count / form.unitByteCount * 5 / 4)
    let repairCount = data.withUnsafeBytes { bytes in
      forEachPiece(of: bytes) { text.append(contentsOf: $0) }
    }
    return Reading(text, losses: losses(repairCount: repairCount))
  }
}
