/// A stream of zlib that expands or compresses raw DEFLATE data (RFC 1951).
final class DeflateStream {
  private enum Direction {
    case expanding, compressing
  }

  /// The maximum number of bytes that one call of zlib is given; zlib counts them in 32 bits.
  private static let longestStep = 1 << 30

  private let zlib: ZlibLibrary
  private let direction: Direction
  /// zlib keeps the address of the structure, so the structure must not be moved.
  private let stream: UnsafeMutablePointer<ZlibLibrary.Stream>
  /// Whether the end of the DEFLATE data was read or written.
  private(set) var isFinished = false
  /// Whether the data read so far is not DEFLATE data.
  private(set) var isMalformed = false

  private init(_ zlib: ZlibLibrary, _ direction: Direction, begin: (UnsafeMutableRawPointer, CInt) -> CInt) {
    self.zlib = zlib
    self.direction = direction
    stream = .allocate(capacity: 1)
    stream.initialize(to: ZlibLibrary.Stream())
    let result = begin(stream, CInt(MemoryLayout<ZlibLibrary.Stream>.size))
    // The version was checked when the library was loaded, and the other arguments are constant.
    precondition(result == ZlibLibrary.done, "there is memory for a stream of zlib")
  }

  deinit {
    switch direction {
    case .expanding: _ = zlib.endExpanding(stream)
    case .compressing: _ = zlib.endCompressing(stream)
    }
    stream.deallocate()
  }

  /// Returns a stream that expands data.
  static func expanding(_ zlib: ZlibLibrary) -> DeflateStream {
    DeflateStream(zlib, .expanding) {
      zlib.beginExpanding($0, ZlibLibrary.rawWindow, zlib.version, $1)
    }
  }

  /// Returns a stream that compresses data with the level 6, which is usual in documents.
  private static func compressing(_ zlib: ZlibLibrary) -> DeflateStream {
    let (level, method, memoryLevel, strategy): (CInt, CInt, CInt, CInt) = (6, 8, 8, 0)
    return DeflateStream(zlib, .compressing) {
      zlib.beginCompressing(
        $0, level, method, ZlibLibrary.rawWindow, memoryLevel, strategy, zlib.version, $1)
    }
  }

  /// Processes input until the input ends, the output is full, or the DEFLATE data ends or is malformed.
  ///
  /// - Parameters:
  ///   - input: the input that follows the input consumed so far.
  ///   - isLast: whether the input is complete; only used for compressing.
  ///   - output: a buffer that is not empty.
  /// - Returns: the numbers of bytes that were consumed and written. Both are 0 if more input is needed.
  func process(
    _ input: UnsafeRawBufferPointer, isLast: Bool = false, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, written: Int) {
    let inputByteCount = min(input.count, Self.longestStep)
    let outputByteCount = min(output.count, Self.longestStep)
    stream.pointee.nextInput = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.inputByteCount = CUnsignedInt(inputByteCount)
    stream.pointee.nextOutput = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.outputByteCount = CUnsignedInt(outputByteCount)
    let flush = isLast && inputByteCount == input.count ? ZlibLibrary.finish : ZlibLibrary.noFlush
    let result =
      switch direction {
      case .expanding: zlib.expand(stream, flush)
      case .compressing: zlib.compress(stream, flush)
      }
    switch result {
    case ZlibLibrary.streamEnd: isFinished = true
    case ZlibLibrary.done, ZlibLibrary.noProgress: break
    default: isMalformed = true
    }
    return (
      inputByteCount - Int(stream.pointee.inputByteCount),
      outputByteCount - Int(stream.pointee.outputByteCount)
    )
  }

  /// Returns the first bytes of expanded data, up to the first mistake in the data.
  ///
  /// - Parameter limit: the maximum number of bytes, which are allocated at once.
  static func prefix(
    of compressed: UnsafeRawBufferPointer, atMost limit: Int, _ zlib: ZlibLibrary
  ) -> [UInt8] {
    guard limit > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      count = expanding(zlib).process(compressed, into: UnsafeMutableRawBufferPointer(output)).written
    }
  }

  /// Returns the compressed bytes; nil if they are not fewer than the given bytes.
  static func compressed(_ bytes: UnsafeRawBufferPointer, _ zlib: ZlibLibrary) -> [UInt8]? {
    let stream = compressing(zlib)
    var rest = bytes
    var result: [UInt8] = []
    while !stream.isFinished {
      result += [UInt8](unsafeUninitializedCapacity: min(1 << 16, bytes.count + 1)) { output, count in
        let step = stream.process(rest, isLast: true, into: UnsafeMutableRawBufferPointer(output))
        rest = UnsafeRawBufferPointer(rebasing: rest[step.consumed...])
        count = step.written
      }
      precondition(!stream.isMalformed, "the calls are in the order that zlib requires")
      if result.count >= bytes.count { return nil }
    }
    return result
  }
}
