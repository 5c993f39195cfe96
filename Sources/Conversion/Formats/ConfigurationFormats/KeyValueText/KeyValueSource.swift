import ProfferConversions
import TextEncodings

/// The text of a document, and what was lost when the document was decoded.
struct KeyValueSource {
  let bytes: [UInt8]
  let losses: LossCounter
  let warnings: [String]

  /// Decodes a document.
  ///
  /// - Parameter encoding: the encoding; nil to detect the encoding.
  init(_ source: RepresentationSource, encoding: TextEncoding? = nil) {
    let detection = encoding == nil ? source.encodingDetection : nil
    let decoded = (encoding ?? detection?.encoding ?? .utf8).decode(source.data)
    var losses = LossCounter()
    losses.add(contentsOf: decoded.losses)
    bytes = Array(decoded.value.utf8)
    self.losses = losses
    warnings = detection?.warnings ?? []
  }
}
