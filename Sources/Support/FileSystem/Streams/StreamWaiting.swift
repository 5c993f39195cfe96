/// The operations for which a stream is watched.
package struct StreamInterest: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let reading = StreamInterest(rawValue: 1)
  package static let writing = StreamInterest(rawValue: 2)
}

/// The wait for at least one of several streams to be ready.
package enum StreamWaiting {
  /// Waits until at least one stream is ready for one of its operations, or until a deadline.
  ///
  /// A stream whose other end is closed is ready, because the next call with the stream reports the end.
  ///
  /// - Parameters:
  ///   - streams: the streams, each with the operations to wait for.
  ///   - deadline: the time at which the call returns even if no stream is ready; nil for no limit.
  /// - Returns: for each stream, the operations for which the stream is ready.
  package static func wait(
    for streams: [(stream: ByteStream, interest: StreamInterest)], until deadline: ContinuousClock.Instant?
  ) throws(FileSystemError) -> [StreamInterest] {
    var milliseconds: Int32 = -1
    if let deadline {
      let left = max(.zero, deadline - .now)
      let (seconds, attoseconds) = left.components
      // The time is rounded up, so that a caller whose deadline has not passed does not poll in a busy
      // loop.
      let exact = min(seconds, 1_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      milliseconds = Int32(clamping: exact)
    }
    do {
      let ready = try SystemCalls.awaitDescriptors(
        streams.map {
          ($0.stream.descriptor, $0.interest.contains(.reading), $0.interest.contains(.writing))
        },
        milliseconds: milliseconds)
      return zip(streams, ready).map { wanted, ready in
        var found: StreamInterest = []
        if ready.reads { found.insert(.reading) }
        if ready.writes { found.insert(.writing) }
        return found.intersection(wanted.interest)
      }
    } catch {
      throw FileSystemError("wait for", .currentFolder, calling: .name("a connection"), error.number)
    }
  }
}
