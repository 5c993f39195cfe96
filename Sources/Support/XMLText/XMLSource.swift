/// The part of a document that a reader needs, as UTF-8.
///
/// Chunks are converted when they are needed, and bytes that the reader has used are dropped.
struct XMLSource {
  private var buffer = XMLBuffer()
  private var chunks: (() throws -> [UInt8]?)?
  private var decoder: XMLDecoder?
  /// Whether the bytes after the buffer are invalid in the encoding of the document.
  private var endsInvalid = false
  /// Whether the document ends with the last byte of the buffer.
  private(set) var isFinal = false
  /// The position of the first byte of the buffer.
  private(set) var origin = XMLPosition()

  /// Makes a source of a whole document.
  init(_ bytes: [UInt8]) throws(XMLError) {
    try begin(bytes, isLast: true)
  }

  /// Makes a source of a document that arrives in chunks.
  init(chunks: @escaping () throws -> [UInt8]?) { self.chunks = chunks }

  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  /// Drops the bytes before an offset, and adds bytes until there are twice as many as before.
  ///
  /// The number doubles because the reader scans a tag again from its start. The time for a large tag is
  /// therefore proportional to its size, even if the chunks are small.
  ///
  /// - Throws: `invalidText` if the next bytes are invalid, and the errors of the chunks.
  mutating func refill(from start: Int) throws {
    origin.advance(over: UnsafeRawBufferPointer(rebasing: bytes[..<start]))
    buffer.removeFirst(start)
    let oldCount = buffer.count
    while buffer.count < max(oldCount * 2, 1) && !isFinal {
      if endsInvalid {
        // The bytes before the invalid ones may complete a token.
        guard buffer.count == oldCount else { return }
        throw XMLError(
          .invalidText, "the bytes are not valid in the encoding of the document here",
          at: XMLPosition(of: buffer.count, in: bytes, from: origin))
      }
      try pull()
    }
  }

  /// Adds one chunk; before the first one, as many chunks as the detection of the encoding needs.
  private mutating func pull() throws {
    guard decoder == nil else {
      let chunk = try chunks?()
      decode(chunk?[...] ?? [], isLast: chunk == nil)
      return
    }
    var start: [UInt8] = []
    while let chunk = try chunks?() {
      start += chunk
      guard start.count < XMLEncoding.detectedByteCount else {
        try begin(start, isLast: false)
        return
      }
    }
    try begin(start, isLast: true)
  }

  private mutating func begin(_ bytes: [UInt8], isLast: Bool) throws(XMLError) {
    let (encoding, markByteCount) = XMLEncoding.detect(Array(bytes.prefix(XMLEncoding.detectedByteCount)))
    if case .other(let name) = encoding { throw XMLEncoding.unknown(name) }
    decoder = XMLDecoder(encoding)
    decode(bytes[markByteCount...], isLast: isLast)
  }

  private mutating func decode(_ chunk: ArraySlice<UInt8>, isLast: Bool) {
    endsInvalid = decoder?.decode(chunk, isLast: isLast, into: &buffer) == false
    isFinal = isLast && !endsInvalid
  }
}
