import ByteTools
package import Foundation
import ItemProviders
import ProfferFileSystem

/// The bytes of an offered representation.
///
/// By default, the bytes are produced once, at the first request. ``madeForEachRequest(_:)`` returns content
/// that is produced anew for each request.
package final class OfferedContent: Sendable {
  /// Receives the bytes or an error.
  ///
  /// Called once, on any thread, possibly before the request returns.
  package typealias Answer = @Sendable (Result<Data, any Error>) -> Void
  /// Starts producing the bytes, and returns a function that stops the production.
  package typealias Source = @Sendable (_ answer: @escaping Answer) -> @Sendable () -> Void
  /// Opens the bytes for receivers that take them piece by piece; nil if the source must produce them.
  package typealias Pieces = @Sendable () throws -> OfferedPieces?

  private enum State: Sendable {
    case unasked
    /// The number of the attempt, the waiting callers, and the function that stops the attempt. The function
    /// is nil until it is known.
    case underway(Int, [Answer], stop: (@Sendable () -> Void)?)
    case made(Result<Data, any Error>)
  }

  private let state = Locked(State.unasked)
  private let attempts = Locked(0)
  private let source: Source
  /// The contents of the pending requests; nil if all requests share the same bytes.
  private let single: Locked<[OfferedContent]>?
  /// Opens a file that is too large for a private copy; nil for all other content.
  let pieces: Pieces?

  /// - Parameters:
  ///   - pieces: used instead of the source by receivers that take the bytes piece by piece.
  ///   - source: produces the bytes; called again only after ``giveUp(_:)``.
  package convenience init(pieces: Pieces? = nil, _ source: @escaping Source) {
    self.init(source, single: nil, pieces: pieces)
  }

  private init(_ source: @escaping Source, single: Locked<[OfferedContent]>?, pieces: Pieces? = nil) {
    (self.source, self.single, self.pieces) = (source, single, pieces)
  }

  /// Returns content that is produced anew for each request.
  static func madeForEachRequest(_ source: @escaping Source) -> OfferedContent {
    OfferedContent(source, single: Locked([]))
  }

  /// Creates content from existing bytes.
  package convenience init(_ data: Data) {
    self.init { answer in
      answer(.success(data))
      return {}
    }
  }

  /// Creates content from a provider's representation.
  convenience init(_ provider: ItemProvider, _ typeIdentifier: String, pieces: Pieces? = nil) {
    self.init(pieces: pieces) { answer in
      let progress = provider.loadDataRepresentation(forTypeIdentifier: typeIdentifier) { data, error in
        if let data {
          answer(.success(data))
        } else {
          answer(.failure(error ?? TransferError(.refused, "\(typeIdentifier) has no bytes")))
        }
      }
      return { progress.cancel() }
    }
  }

  /// Creates content that joins several texts with line breaks.
  convenience init(joining parts: [OfferedContent]) {
    self.init { answer in
      let collected = Locked<[Data?]>(Array(repeating: nil, count: parts.count))
      for (place, part) in parts.enumerated() {
        part.request { result in
          switch result {
          case .failure(let error): answer(.failure(error))
          case .success(let data):
            let whole = collected.withLock { collected -> [Data]? in
              collected[place] = data
              let known = collected.compactMap(\.self)
              return known.count == collected.count ? known : nil
            }
            guard let whole else { return }
            let lines = whole.map { $0.last == UInt8(ascii: "\n") ? $0.dropLast() : $0 }
            answer(.success(Data(lines.joined(separator: [UInt8(ascii: "\n")]))))
          }
        }
      }
      return { for part in parts { part.giveUp(CancellationError()) } }
    }
  }

  /// Requests the bytes for a receiver that can take them piece by piece.
  func requestValue(_ answer: @escaping @Sendable (Result<OfferedValue, any Error>) -> Void) {
    guard let pieces else { return request { answer($0.map { .data($0) }) } }
    WorkerThreads.shared.run { [self] in
      do {
        if let pieces = try pieces() { return answer(.success(.pieces(pieces))) }
      } catch {
        return answer(.failure(error))
      }
      request { answer($0.map { .data($0) }) }
    }
  }

  /// Requests the bytes.
  package func request(_ answer: @escaping Answer) {
    if let single {
      let content = OfferedContent(source)
      single.withLock { $0.append(content) }
      return content.request { result in
        single.withLock { $0.removeAll { $0 === content } }
        answer(result)
      }
    }
    let number = attempts.withLock { number in
      number += 1
      return number
    }
    let (isFirst, known) = state.withLock { state -> (Bool, Result<Data, any Error>?) in
      switch state {
      case .unasked:
        state = .underway(number, [answer], stop: nil)
        return (true, nil)
      case .underway(let number, let waiting, let stop):
        state = .underway(number, waiting + [answer], stop: stop)
        return (false, nil)
      case .made(let result): return (false, result)
      }
    }
    if let known { return answer(known) }
    guard isFirst else { return }
    let stop = source { [self] result in finish(number, result) }
    state.withLock { state in
      if case .underway(number, let waiting, _) = state { state = .underway(number, waiting, stop: stop) }
    }
  }

  private func finish(_ number: Int, _ result: Result<Data, any Error>) {
    let waiting = state.withLock { state -> [Answer] in
      // A source may respond after its attempt was given up. Such a response is ignored.
      guard case .underway(number, let waiting, _) = state else { return [] }
      state = .made(result)
      return waiting
    }
    for answer in waiting { answer(result) }
  }

  /// Stops producing the bytes.
  ///
  /// Waiting callers receive the error, and the next request starts a new attempt.
  package func giveUp(_ error: any Error) {
    if let single {
      for content in single.withLock({ $0 }) { content.giveUp(error) }
      return
    }
    let (waiting, stop) = state.withLock { state -> ([Answer], (@Sendable () -> Void)?) in
      guard case .underway(_, let waiting, let stop) = state else { return ([], nil) }
      state = .unasked
      return (waiting, stop)
    }
    stop?()
    for answer in waiting { answer(.failure(error)) }
  }
}
